import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../../..");
/** Repositories, and parts of queries that several of them share. */
const MAY_QUERY = [/^server\/db\//, /(repository|-query)\.ts$/];

/** Queries and questions for the kind of database that a file's text holds, as they stand there. */
function queriesIn(path: string, text: string): string[] {
  const kinds = text.match(/\.kind\s*[!=]==\s*"(?:sqlite|postgres)"|instanceof (?:Sqlite|Postgres)Database/g);
  const queries = text.match(
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|insertMany)\(|\bsql(?:<.+>)?`/g,
  );
  const found = path.startsWith("server/db/") ? [] : [...(kinds ?? [])];
  return MAY_QUERY.some((pattern) => pattern.test(path)) ? found : [...found, ...(queries ?? [])];
}

describe("the server's files", () => {
  it("hold queries only in repositories and in the database port, and ask nowhere else which database it is", () => {
    const files = ["server", "cli"].flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
    );
    expect(files.length).toBeGreaterThan(150);
    const found = files.flatMap((path) =>
      queriesIn(path, readFileSync(join(PROJECT, path), "utf8")).map((query) => `${path}: ${query}`),
    );
    expect(found).toEqual([]);
  });

  it("are caught where one queries by the transaction that it passes on", () => {
    const text = 'await transaction\n  .updateTable("devices")\n  .set({});\nsql<number>`select 1`';
    expect(queriesIn("server/features/x/service.ts", text)).toEqual([".updateTable(", "sql<number>`"]);
    expect(queriesIn("server/features/x/repository.ts", text)).toEqual([]);
  });

  it("are caught where one asks for the kind of database, in a repository too", () => {
    const text = 'if (db.kind === "postgres") return;';
    expect(queriesIn("server/features/x/repository.ts", text)).toEqual(['.kind === "postgres"']);
    expect(queriesIn("server/db/x.ts", text)).toEqual([]);
  });
});
