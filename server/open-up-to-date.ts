import { SERVER_MESSAGES } from "../src/messages/server/common-answers.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { openDatabase } from "./db/open-database.ts";

/** Why the server or a command did not start, in one sentence for the operator. */
export class StartError extends Error {}

/**
 * Opens the database that the settings name and brings its tables up to date.
 * @throws StartError
 */
export async function openUpToDate(config: Config): Promise<Database> {
  try {
    const db = await openDatabase(config);
    try {
      await db.migrate();
      return db;
    } catch (error) {
      await db.close();
      throw error;
    }
  } catch (error) {
    // The address of the database holds a password, so only the database's own message is shown.
    const reason = reasonOf(error);
    throw new StartError(
      SERVER_MESSAGES.start.noDatabase(config.databaseUrl === null ? config.dataDir : "DATABASE_URL", reason),
    );
  }
}

/** The first line of the error and of its cause: no such host, no such database, a wrong password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const [line = ""] = error.message.split("\n", 1);
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return [line, reasonOf(cause)].filter((part) => part !== "").join(" ");
}
