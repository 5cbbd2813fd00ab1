import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  claimDeliveries,
  enqueueDeliveries,
  laneOf,
  type NewDelivery,
} from "../server/delivery/delivery-repository.ts";
import {
  addIntegration,
  makeDeliveryWorld,
  readDeliveries,
  sighting,
} from "../tests/support/delivery/delivery-world.ts";
import { DATABASE_KINDS, type DatabaseKind } from "../tests/support/server/databases.ts";
import { speakingDevice } from "../tests/support/server/ingest-world.ts";
import type { TestApp, TestUser } from "../tests/support/server/test-app.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";

/** Messages that wait: most for browsers, some by e-mail about insights, each of which is read when it is sent. */
const PUSHES = 90_000;
const MAILS = 10_000;
const INSIGHTS = 1000;
/** Users among whom the messages for browsers are shared; each has a queue of its own. */
const USERS = 200;
const ROWS_A_WRITE = 1000;
const MOST_MB = 300;
/** Growth of the heap from the second tenth of the time to the last that counts as flat, without its garbage. */
const MOST_GROWTH_MB = 20;
const CLAIMED = 30_000;
const CLAIM_SIZE = 50;
const LEAST_OF_BARE = 0.25;
const GIVE_UP_MS = 1e12;

/**
 * 100,000 waiting messages, sent at the pace of their providers on a clock that is moved along, so that the work and
 * not the waiting is measured. Claims are compared with bare updates of as many rows by number.
 */
export const bench: Bench = {
  name: "delivery",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const kind of DATABASE_KINDS) {
      figures.push(...(await measureClaims(kind)));
      if (kind.name === "SQLite") figures.push(...(await measureDrain(kind)));
    }
    return figures;
  },
};

/** The process that drains runs the built server. */
const DRAIN = join(import.meta.dirname, "baselines", "drain-deliveries.mjs");

async function measureDrain(kind: DatabaseKind): Promise<Figure[]> {
  const world = await makeDeliveryWorld(kind);
  try {
    const user = await world.addUser("drained");
    const users = [user];
    while (users.length < USERS) users.push(await world.addUser(`drained${users.length}`));
    const insightIds = await addInsights(world, user);
    await addIntegration(world, user, "email", { addresses: ["drained@example.org"] });
    const count = PUSHES + MAILS;
    await fill(world, users, count, insightIds);
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--expose-gc",
      DRAIN,
      world.dataDir,
      String(count),
      String(world.clock.now()),
    ]);
    const { ms, peak, heaps } = JSON.parse(stdout) as { ms: number; peak: number; heaps: number[] };
    const left = (await readDeliveries(world)).filter(({ status }) => status !== "sent").length;
    if (left > 0) throw new Error(`${left} messages were not sent`);
    const tenth = Math.floor(heaps.length / 10);
    const growthMb = (median(heaps.slice(-tenth)) - median(heaps.slice(tenth, 2 * tenth))) / 1e6;
    const peakMb = peak / 1e6;
    return [
      figure("delivery.100k.memory_mb", rounded(peakMb), "MB", `≤ ${MOST_MB}`, peakMb <= MOST_MB),
      figure(
        "delivery.100k.heap_growth_mb",
        rounded(growthMb),
        "MB",
        `≤ ${MOST_GROWTH_MB}`,
        growthMb <= MOST_GROWTH_MB,
      ),
      figure("delivery.100k.per_s", rounded((count * 1000) / ms), "messages/s", null, null),
    ];
  } finally {
    await world.close();
  }
}

async function measureClaims(kind: DatabaseKind): Promise<Figure[]> {
  const world = await makeDeliveryWorld(kind);
  const { db, clock } = world;
  try {
    const user = await world.addUser("claimed");
    await fill(world, [user], CLAIMED, []);
    const lane = laneOf("push", user.userId);
    const claimed = await timed(async () => {
      for (let count = 0; count < CLAIMED; count += CLAIM_SIZE) {
        const nowMs = clock.now();
        const request = { lane, token: `t${count}`, nowMs, claimedUntilMs: nowMs + 1 };
        const claims = await claimDeliveries(db, { ...request, limit: CLAIM_SIZE, intervalMs: 0 });
        if (claims.length !== CLAIM_SIZE) throw new Error(`${claims.length} were claimed`);
      }
    });
    const rows = await db.reader.selectFrom("deliveries").select("delivery_id").execute();
    const ids = rows.map(({ delivery_id }) => delivery_id);
    const bare = await timed(async () => {
      for (let at = 0; at < ids.length; at += CLAIM_SIZE) {
        const slice = ids.slice(at, at + CLAIM_SIZE);
        await db.write((transaction) =>
          transaction
            .updateTable("deliveries")
            .set({ status: "waiting", claim_token: null, claimed_until: null, attempts: 0 })
            .where("delivery_id", "in", slice)
            .execute(),
        );
      }
    });
    const [value, baseline] = [(CLAIMED * 1000) / claimed, (CLAIMED * 1000) / bare];
    return [
      {
        id: `delivery.claim.per_s.${kind.name.toLowerCase()}`,
        value: rounded(value),
        unit: "messages/s",
        baseline: rounded(baseline),
        ratio: rounded(value / baseline),
        goal: `≥ ${LEAST_OF_BARE}×`,
        pass: value / baseline >= LEAST_OF_BARE,
      },
    ];
  } finally {
    await world.close();
  }
}

/** Waiting messages: the first PUSHES for browsers of the users in turn, the others by e-mail to the first user. */
async function fill(
  { db, clock }: Pick<TestApp, "db" | "clock">,
  users: readonly TestUser[],
  count: number,
  insightIds: readonly number[],
): Promise<void> {
  const nowMs = clock.now();
  const common = { userId: users[0]?.userId ?? 0, notBeforeMs: nowMs, giveUpAtMs: nowMs + GIVE_UP_MS };
  for (let at = 0; at < count; at += ROWS_A_WRITE) {
    const rows = Array.from({ length: ROWS_A_WRITE }, (_, index): NewDelivery => {
      const number = at + index;
      const dedupeKey = `bench:${number}`;
      if (number < PUSHES) {
        return {
          ...common,
          userId: users[number % users.length]?.userId ?? 0,
          platform: "push",
          target: "1",
          kind: "test",
          dedupeKey,
          subject: { kind: "test" },
        };
      }
      const insightId = insightIds[number % insightIds.length] ?? 0;
      return {
        ...common,
        platform: "email",
        target: "drained@example.org",
        kind: "insight",
        dedupeKey,
        subject: {
          kind: "insight",
          insightId,
          deviceRef: 1,
          className: "lynx",
          visits: 1,
          why: { by: "all" },
        },
      };
    });
    await db.write((transaction) => enqueueDeliveries(db, transaction, rows, nowMs));
  }
}

async function addInsights(world: TestApp, user: TestUser): Promise<number[]> {
  const device = await speakingDevice(world, "BENCH-1", [user]);
  const stored = await device.send(...Array.from({ length: INSIGHTS }, () => sighting("lynx")));
  return stored.map(({ insight_id }) => Number(insight_id));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function figure(id: string, value: number, unit: string, goal: string | null, pass: boolean | null): Figure {
  return { id, value, unit, baseline: null, ratio: null, goal, pass };
}
