import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase, SQLITE_FILE_NAME } from "../server/db/open-database.ts";
import { timeBareInserts } from "./baselines/bare-inserts.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";

const ROWS = 127_704;
const RUNS = 3;
const GOAL_ROWS_PER_S = 20_000;
const OWNER = "bench@example.org";
const PACKAGE = fileURLToPath(
  new URL("../../shared/data/wildlife-insights/cafe-fauna-127k/", import.meta.url),
);
const COMMAND = fileURLToPath(new URL("../dist/node/cli/import.js", import.meta.url));

/**
 * The import command on the metadata of 127,704 pictures (a zipped table), into SQLite, process start included.
 * Baseline: better-sqlite3 alone inserts the resulting rows into the same schema.
 */
export const bench: Bench = {
  name: "import",
  async run(): Promise<Figure[]> {
    const imported: number[] = [];
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const folder = await mkdtemp(join(tmpdir(), "understory-bench-import-"));
      try {
        const file = await emptyInstallation(join(folder, "imported"));
        imported.push(await timeImport(join(folder, "imported")));
        const bareFile = await emptyInstallation(join(folder, "bare"));
        bare.push(timeBareInserts(file, bareFile, ROWS));
      } finally {
        await rm(folder, { recursive: true });
      }
    }
    const [importedMs, bareMs] = [median(imported), median(bare)];
    const rowsPerS = (ROWS * 1000) / importedMs;
    const bareRowsPerS = (ROWS * 1000) / bareMs;
    return [
      {
        id: "import.rows_per_s",
        value: rounded(rowsPerS),
        unit: "rows/s",
        baseline: rounded(bareRowsPerS),
        ratio: rounded(rowsPerS / bareRowsPerS),
        goal: "≥ 20000",
        pass: rowsPerS >= GOAL_ROWS_PER_S,
      },
      {
        id: "import.vs_bare",
        value: rounded(importedMs / 1000),
        unit: "s",
        baseline: rounded(bareMs / 1000),
        ratio: rounded(importedMs / bareMs),
        goal: null,
        pass: null,
      },
    ];
  },
};

/** A migrated database with one account; returns its file. */
async function emptyInstallation(dataDir: string): Promise<string> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  await db.migrate();
  const blank = { first_name: "", last_name: "", phone_number: "", country: "", password_hash: "" };
  const user = { email: OWNER, email_key: OWNER, username: "bench", username_key: "bench" };
  await db.write((transaction) =>
    transaction
      .insertInto("users")
      .values({ ...blank, ...user, role: "member", image_key: null, created_at: 0 })
      .execute(),
  );
  await db.close();
  return join(dataDir, SQLITE_FILE_NAME);
}

async function timeImport(dataDir: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [COMMAND, "wildlife-insights", PACKAGE, "--owner", OWNER], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text: Buffer) => {
    errors += text.toString();
  });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
  if (code !== 0) throw new Error(`the import ended with ${code}: ${errors.trim()}`);
  return performance.now() - begun;
}
