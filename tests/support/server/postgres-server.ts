import { randomBytes } from "node:crypto";
import pg from "pg";

export interface TestDatabase {
  /** As for DATABASE_URL. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Why the PostgreSQL suites are skipped here, or null. With CI=true a missing server is an error. */
export function whyNoPostgres(): string | null {
  if (process.env.TEST_DATABASE_URL) return null;
  const reason =
    "no TEST_DATABASE_URL; `npm test` starts a server, `npm run with-postgres -- COMMAND` does for a part";
  if (process.env.CI === "true") throw new Error(reason);
  return reason;
}

/** A new, empty database on the server that TEST_DATABASE_URL names; each test file has its own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("TEST_DATABASE_URL is not set");
  const name = `understory_test_${randomBytes(6).toString("hex")}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
