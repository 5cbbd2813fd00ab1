import { join } from "node:path";
import { SQLITE_FILE_NAME } from "../server/db/open-database.ts";
import { hashSecret, newSecret } from "../server/features/sessions/token.ts";
import { DATABASE_KINDS, type DatabaseKind } from "../tests/support/server/databases.ts";
import type { OpenedDatabase } from "../tests/support/server/opened-database.ts";
import { startServer } from "../tests/support/server/server-process.ts";
import { timeBareInserts, timeBarePostgresInserts } from "./baselines/bare-inserts.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";

/** Few enough calls for each Sentinel that its rate limit is not reached. */
const SENTINELS = 60;
/** Concurrent Sentinels. */
const LANES = 4;
const RUNS = 3;
/** Insights in a call, and calls in a run. */
const SIZES = [
  { size: 1, calls: 200 },
  { size: 50, calls: 60 },
  { size: 1000, calls: 20 },
] as const;
const LEAST_OF_BARE = 0.5;

/**
 * Insights over the interface of Sentinels, into the production server. Baseline: inserts of the resulting rows into
 * the same schema. Runs on PostgreSQL where TEST_DATABASE_URL names a server: npm run with-postgres.
 */
export const bench: Bench = {
  name: "ingest",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const kind of DATABASE_KINDS) figures.push(...(await measure(kind)));
    return figures;
  },
};

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  const name = kind.name.toLowerCase();
  const opened = await kind.open();
  const keys = await addSentinels(opened);
  const env = opened.databaseUrl === null ? {} : { DATABASE_URL: opened.databaseUrl };
  const server = await startServer({ dataDir: opened.dataDir, env });
  try {
    const rates = new Map<number, number>();
    let serial = 0;
    for (const { size, calls } of SIZES) {
      const times: number[] = [];
      // The first run fills the caches of both sides.
      for (let run = 0; run <= RUNS; run += 1) {
        const bodies = Array.from({ length: calls }, (_, call) => bodyOf(size, serial + call * size));
        serial += calls * size;
        const elapsed = await send(server.url, keys, bodies, size);
        if (run > 0) times.push(elapsed);
      }
      rates.set(size, (size * calls * 1000) / median(times));
    }
    const sent = SIZES.reduce((sum, { size, calls }) => sum + size * calls * (RUNS + 1), 0);
    const bareRate = (sent * 1000) / (await timeBare(kind, opened, sent));
    const thousand = rates.get(1000) ?? 0;
    const ratio = thousand / bareRate;
    return [
      ...SIZES.map(
        ({ size }): Figure => ({
          id: `ingest.${size}.rows_per_s.${name}`,
          value: rounded(rates.get(size) ?? 0),
          unit: "rows/s",
          baseline: null,
          ratio: null,
          goal: null,
          pass: null,
        }),
      ),
      {
        id: `ingest.1000.vs_bare.${name}`,
        value: rounded(thousand),
        unit: "rows/s",
        baseline: rounded(bareRate),
        ratio: rounded(ratio),
        goal: `≥ ${LEAST_OF_BARE}×`,
        pass: ratio >= LEAST_OF_BARE,
      },
    ];
  } finally {
    await server.stop();
    await opened.close();
  }
}

async function addSentinels({ db }: OpenedDatabase): Promise<string[]> {
  const keys = Array.from({ length: SENTINELS }, newSecret);
  await db.write(async (transaction) => {
    for (const [at, key] of keys.entries()) {
      const { device_ref } = await transaction
        .insertInto("devices")
        .values({
          device_id: `CAM-${at}`,
          allow_complete_images: 0,
          allow_wifi_insights: 0,
          created_at: 0,
        } as never)
        .returning("device_ref")
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto("device_keys")
        .values({ device_ref, key_hash: hashSecret(key), made_at: 0 })
        .execute();
    }
  });
  return keys;
}

function bodyOf(size: number, serial: number): string {
  const insights = Array.from({ length: size }, (_, item) => ({
    source_id: `DCIM/100/IMG_${serial + item}.JPG`,
    class_name: item % 3 === 0 ? "lynx" : "roe deer",
    class_id: item % 3,
    class_list: [
      { className: "lynx", averageConfidence: 0.62 },
      { className: "roe deer", averageConfidence: 0.31 },
    ],
    confidence: 0.5 + (item % 50) / 100,
    comms_source: "cellular",
    file_ctime: new Date(Date.UTC(2025, 5, 1) + (serial + item) * 1000).toISOString(),
  }));
  return JSON.stringify({ insights });
}

/** Sends all bodies, several at a time, each from the next Sentinel. @returns ms */
async function send(
  url: string,
  keys: readonly string[],
  bodies: readonly string[],
  size: number,
): Promise<number> {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < bodies.length; at = next++) {
      const answer = await fetch(`${url}/api/ingest/insights`, {
        method: "POST",
        headers: { authorization: `Bearer ${keys[at % keys.length]}`, "content-type": "application/json" },
        body: bodies[at] ?? "",
      });
      const { message } = (await answer.json()) as { message?: { result: string }[] };
      const created = message?.filter(({ result }) => result === "created").length;
      if (created !== size) throw new Error(`${answer.status}: ${created} of ${size} insights were taken`);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: LANES }, lane));
  return performance.now() - begun;
}

async function timeBare(kind: DatabaseKind, opened: OpenedDatabase, least: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const empty = await kind.open();
    try {
      times.push(
        opened.databaseUrl === null || empty.databaseUrl === null
          ? timeBareInserts(
              join(opened.dataDir, SQLITE_FILE_NAME),
              join(empty.dataDir, SQLITE_FILE_NAME),
              least,
            )
          : await timeBarePostgresInserts(opened.databaseUrl, empty.databaseUrl, least),
      );
    } finally {
      await empty.close();
    }
  }
  return median(times);
}
