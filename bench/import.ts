import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/index-native.js";
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

const REPORT_PEAK = new URL("./support/report-peak.mjs", import.meta.url).href;
const ENTRIES = 640_000;
const GOAL_PEAK_MB = 300;
const BOMB_BYTES = 2 * 1024 ** 3;
const GOAL_BOMB_S = 5;

/**
 * The import command on the metadata of 127,704 pictures (a zipped table), into SQLite, process start included.
 * Baseline: better-sqlite3 alone inserts the resulting rows into the same schema. Then the memory of the command over
 * 640,000 entries of MegaDetector, and what a zip archive of 2 GB zeros costs until it is refused.
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
      ...(await measureLimits()),
    ];
  },
};

async function measureLimits(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "understory-bench-import-"));
  try {
    await emptyInstallation(join(folder, "data"));
    const results = join(folder, "results.json");
    await pipeline(Readable.from(resultsPieces()), createWriteStream(results));
    const many = await runImport(join(folder, "data"), ["megadetector", results]);
    if (many.code !== 0) throw new Error(`the import ended with ${many.code}: ${many.errors}`);
    const bomb = join(folder, "bomb.zip");
    await pipeline(Readable.from([await zipOfZeros()]), createWriteStream(bomb));
    const refused = await runImport(join(folder, "data"), ["wildlife-insights", bomb]);
    if (refused.code !== 1) throw new Error(`the archive of zeros ended with ${refused.code}`);
    return [
      limit("import.peak_rss_mb", many.peakMb, "MB", GOAL_PEAK_MB),
      limit("import.bomb_s", refused.elapsedMs / 1000, "s", GOAL_BOMB_S),
      limit("import.bomb_rss_mb", refused.peakMb, "MB", GOAL_PEAK_MB),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function limit(id: string, value: number, unit: string, most: number): Figure {
  return {
    id,
    value: rounded(value),
    unit,
    baseline: null,
    ratio: null,
    goal: `≤ ${most}`,
    pass: value <= most,
  };
}

function* resultsPieces(): Generator<string> {
  yield '{"info":{"format_version":"1.4"},"detection_categories":{"1":"animal"},"images":[';
  for (let at = 0; at < ENTRIES; at += 1) {
    const file = `camera-${at % 200}/DCIM/100RECNX/IMG_${String(at).padStart(6, "0")}.JPG`;
    const datetime = new Date(Date.UTC(2022, 0, 1) + at * 10_000).toISOString();
    const detections = [{ category: "1", conf: 0.8, bbox: [0.1, 0.2, 0.3, 0.4] }];
    yield `${at === 0 ? "" : ","}${JSON.stringify({ file, datetime, detections })}`;
  }
  yield "]}";
}

async function zipOfZeros(): Promise<Uint8Array> {
  const zeros = new Uint8Array(1024 ** 2);
  let left = BOMB_BYTES;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(zeros);
      left -= zeros.length;
      if (left <= 0) controller.close();
    },
  });
  const writer = new ZipWriter(new Uint8ArrayWriter());
  await writer.add("images.csv", stream, { level: 1 });
  return writer.close();
}

/** A migrated database with one account; returns its file. */
async function emptyInstallation(dataDir: string): Promise<string> {
  await mkdir(dataDir);
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
  const { code, errors, elapsedMs } = await runImport(dataDir, ["wildlife-insights", PACKAGE]);
  if (code !== 0) throw new Error(`the import ended with ${code}: ${errors}`);
  return elapsedMs;
}

async function runImport(dataDir: string, args: readonly string[]) {
  const begun = performance.now();
  const peakFile = join(dataDir, "peak");
  const command = ["--import", REPORT_PEAK, COMMAND, ...args, "--owner", OWNER];
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PEAK_FILE: peakFile },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text: Buffer) => {
    errors += text.toString();
  });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
  const elapsedMs = performance.now() - begun;
  const peakMb = Number(await readFile(peakFile, "utf8")) / 1024;
  return { code, errors: errors.trim(), elapsedMs, peakMb };
}
