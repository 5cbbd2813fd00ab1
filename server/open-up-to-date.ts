import { access, constants } from "node:fs/promises";
import { SERVER_MESSAGES } from "../src/messages/server/common-answers.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { openDatabase } from "./db/open-database.ts";
import { makeFolder } from "./files/make-folder.ts";

/** Why the server or a command did not start, in one sentence for the operator. */
export class StartError extends Error {}

/**
 * Opens the database that the settings name and brings its tables up to date.
 * @throws StartError
 */
export async function openUpToDate(config: Config): Promise<Database> {
  await prepareDataFolder(config.dataDir);
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

/** The owner's alone of all users of the machine. */
const PRIVATE_FOLDER = 0o700;

/** PostgreSQL needs the folder too: photographs and parts of uploads lie in it. */
async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir, PRIVATE_FOLDER);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : reasonOf(error);
    throw new StartError(SERVER_MESSAGES.start.noDataFolder(dataDir, code));
  }
}

/** The first line of the error and of its cause: no such host, no such database, a wrong password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const [line = ""] = error.message.split("\n", 1);
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return [line, reasonOf(cause)].filter((part) => part !== "").join(" ");
}
