import { get } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import Sqlite from "better-sqlite3";
import { openDatabase, SQLITE_FILE_NAME } from "../server/db/open-database.ts";
import { insightPageQuery } from "../server/features/insights/insight-repository.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";

const ROWS = 10_000;
const ROWS_STORED = 50_000;
const WARM_UPS = 3;
const RUNS = 15;
const GOAL_RATIO = 1.5;

/**
 * The same rows as objects of the driver, which are not an answer yet: shows what building the text in the database
 * saves.
 */
const ROWS_QUERY = `
  select i.insight_id, i.source_id, d.device_id, d.device_name, d.preferred_name, i.alg_id, i.class_name, i.class_id,
    i.class_list, i.confidence, i.group_confidence, i.is_from_lora, i.time_stamp, i.file_ctime, i.comms_source,
    i.latitude, i.longitude, i.photo_id, i.photo_created_at, i.insight_status, i.user_confirmed, i.collection_id,
    c.window_start, c.window_end, i.table_name
  from insights i join devices d on d.device_ref = i.device_ref
    left join collections c on c.collection_id = i.collection_id
  order by i.time_stamp desc, i.insight_id desc limit ${ROWS}`;

/**
 * A page of 10,000 insights from the running production server, compressed as for a browser. Baseline: the same
 * statement, run by the driver alone in this process on the same file. A second figure compares with the driver's
 * rows as objects, serialised here. All take turns, so that other load on the machine affects all alike.
 */
export const bench: Bench = {
  name: "page10k",
  async run(): Promise<Figure[]> {
    const server = await startServer({ demoInsights: ROWS_STORED });
    try {
      const headers = { authorization: `Bearer ${await signIn(server.url)}`, "accept-encoding": "br" };
      const database = new Sqlite(join(server.dataDir, SQLITE_FILE_NAME), { readonly: true });
      const page = await pageStatement(server.dataDir);
      const pageCall = database.prepare(page.sql).pluck();
      const rowsCall = database.prepare(ROWS_QUERY);
      const served: number[] = [];
      const bare: number[] = [];
      const asRows: number[] = [];
      for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
        const servedMs = await timed(
          async () => {
            return await receive(`${server.url}/api/insights/paginated?limit=${ROWS}`, headers);
          },
          (compressed) =>
            (JSON.parse(brotliDecompressSync(compressed).toString("utf8")) as { message: unknown[] }).message
              .length,
        );
        const bareMs = await timed(
          async () => (pageCall.get(...page.parameters) as Buffer).toString("utf8"),
          (text) => (JSON.parse(text) as unknown[]).length,
        );
        const rowsMs = await timed(
          async () => JSON.stringify(rowsCall.all()),
          (text) => (JSON.parse(text) as unknown[]).length,
        );
        if (run < WARM_UPS) continue;
        served.push(servedMs);
        bare.push(bareMs);
        asRows.push(rowsMs);
      }
      database.close();
      return [
        besides("api.page10k.vs_bare", median(served), median(bare), GOAL_RATIO),
        besides("api.page10k.vs_rows", median(served), median(asRows), null),
      ];
    } finally {
      await server.stop();
    }
  },
};

function besides(id: string, value: number, baseline: number, goal: number | null): Figure {
  const ratio = value / baseline;
  return {
    id,
    value: rounded(value),
    unit: "ms",
    baseline: rounded(baseline),
    ratio: rounded(ratio),
    goal: goal === null ? null : `≤ ${goal}×`,
    pass: goal === null ? null : ratio <= goal,
  };
}

/** The statement behind the first page of the demo's ranger, as the server runs it. */
async function pageStatement(dataDir: string): Promise<{ sql: string; parameters: readonly unknown[] }> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const { user_id } = await db.reader
      .selectFrom("users")
      .select("user_id")
      .where("email_key", "=", DEMO.email)
      .executeTakeFirstOrThrow();
    return insightPageQuery(db, user_id, { limit: ROWS, offset: 0 }).compile();
  } finally {
    await db.close();
  }
}

/** The bytes on the wire; the browser decompresses them, so decompression is not timed. */
function receive(url: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve(Buffer.concat(chunks)));
      answer.on("error", reject);
    }).on("error", reject);
  });
}

/** How long `work` takes, in milliseconds; its result must have 10,000 rows. */
async function timed<T>(work: () => Promise<T>, count: (result: T) => number): Promise<number> {
  const begun = performance.now();
  const result = await work();
  const elapsedMs = performance.now() - begun;
  const rows = count(result);
  if (rows !== ROWS) throw new Error(`${rows} rows came instead of ${ROWS}`);
  return elapsedMs;
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(DEMO),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`sign-in was answered with ${answer.status}`);
  return token;
}
