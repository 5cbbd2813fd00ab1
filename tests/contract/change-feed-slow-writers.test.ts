import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Schema } from "../../server/db/schema.ts";
import { isRecentEnough } from "../../src/domain/offline/retention.ts";
import type { Insight, Photo } from "../../src/protocol/shapes.ts";
import { MirrorModel } from "../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import { InsightWorld, type Person, START_MS } from "../support/server/insight-world.ts";
import { gate } from "./sample-rows.ts";

const WRITERS = 8;
const WAVES = 10;
const DAY_MS = 86_400_000;

/** Pseudorandom numbers, the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

interface Station {
  readonly ref: number;
  readonly id: string;
  readonly group: number;
}

/**
 * A client that pulls rows written since the newest time it has seen, as one with a column `updated_at` would. Times
 * are ticks here, so that the resolution of a clock plays no part.
 */
class NaiveClient {
  readonly statuses = new Map<number, string>();
  #newest = -1;

  async pull(world: InsightWorld): Promise<void> {
    const rows = await world.db.reader
      .selectFrom("insights")
      .select(["insight_id", "insight_status", "status_at"])
      .where("status_at", ">", this.#newest)
      .execute();
    for (const row of rows) {
      this.statuses.set(row.insight_id, row.insight_status);
      this.#newest = Math.max(this.#newest, Number(row.status_at));
    }
  }

  /** Rows in which this client differs from the server once no writer is active. */
  async stale(world: InsightWorld): Promise<number> {
    const rows = await world.db.reader
      .selectFrom("insights")
      .select(["insight_id", "insight_status"])
      .where("status_at", "is not", null)
      .execute();
    return rows.filter((row) => this.statuses.get(row.insight_id) !== row.insight_status).length;
  }
}

describe.each(DATABASE_KINDS)("slow writers on $name", (kind) => {
  let world: InsightWorld;
  let ada: Person;
  const stations: Station[] = [];
  let tick = 0;

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
    ada = await world.person();
    for (let at = 0; at < WRITERS; at += 1) {
      const { ref, id } = await world.device(ada);
      stations.push({ ref, id, group: await world.group(ada, `Group ${at}`, [ref]) });
      await world.insights(ref, new Array(6).fill({ time_stamp: START_MS - 10 * DAY_MS + at }));
    }
  });
  afterAll(() => world.close());

  /** The changes of one transaction to its own station; each writer has one, so that none waits for another. */
  async function work(
    t: Transaction<Schema>,
    station: Station,
    random: (below: number) => number,
    at: number,
  ) {
    const { ref, group } = station;
    const rows = await t
      .selectFrom("insights")
      .select("insight_id")
      .where("device_ref", "=", ref)
      .orderBy("insight_id")
      .execute();
    const pick = () => Number(rows[random(Math.max(1, rows.length))]?.insight_id ?? 0);
    const update = (set: {
      insight_status?: string;
      status_at?: number;
      time_stamp?: number;
      set_aside?: number;
    }) => t.updateTable("insights").set(set).where("insight_id", "=", pick()).execute();
    const place = () =>
      t
        .insertInto("group_devices")
        .values({ user_id: ada.userId, device_ref: ref, group_id: group })
        .execute();
    for (let step = 0; step < 4; step += 1) {
      const what = random(10);
      if (what < 4) {
        await update({ insight_status: ["archive", "favorite", "none"][random(3)] ?? "none", status_at: at });
      } else if (what === 4) {
        await t.deleteFrom("insights").where("insight_id", "=", pick()).execute();
      } else if (what === 5) {
        await update({ time_stamp: START_MS - random(20) * DAY_MS });
      } else if (what === 6) {
        await update({ set_aside: random(2) });
      } else if (what === 7) {
        await t.deleteFrom("device_users").where("device_ref", "=", ref).execute();
        const grant = {
          device_ref: ref,
          user_id: ada.userId,
          after_insight_id: random(2) * pick(),
          granted_at: at,
        };
        await t.insertInto("device_users").values(grant).execute();
        if (random(2) === 0) await place();
      } else if (what === 8) {
        await t.deleteFrom("group_devices").where("device_ref", "=", ref).execute();
        if (random(2) === 0) await place();
      } else {
        const fresh = {
          device_ref: ref,
          table_name: "insights",
          source_id: `new ${at} ${step}`,
          class_name: "fox",
        };
        const { insight_id } = await t
          .insertInto("insights")
          .values({
            ...fresh,
            class_list: "[]",
            is_from_lora: 0,
            time_stamp: START_MS,
            status_at: at,
            origin: "machine",
          })
          .returning("insight_id")
          .executeTakeFirstOrThrow();
        const photo = {
          insight_id,
          device_ref: ref,
          table_name: "insights",
          content_hash: "aa",
          created_at: at,
        };
        await t.insertInto("photos").values(photo).execute();
      }
      await sql`select 1`.execute(t);
    }
  }

  /** Starts the writers of one wave; each returned function ends one, by commit or rollback. */
  async function beginWave(random: (below: number) => number): Promise<(() => Promise<void>)[]> {
    const several = kind.name === "PostgreSQL";
    return Promise.all(
      stations.map(async (station) => {
        const own = randomFrom(random(1_000_000) + 1);
        const at = tick++;
        const fails = own(10) < 3;
        const written = gate();
        const end = gate();
        const begin = () =>
          world.db
            .write(async (t) => {
              await work(t, station, own, at);
              written.open();
              await end.opened;
              if (fails) throw new Error("rolled back");
            })
            .catch((error: unknown) => {
              if (!fails) throw error;
            });
        // With a single writer, a transaction takes its time early and commits late.
        if (!several) {
          return async () => {
            end.open();
            await begin();
          };
        }
        const ended = begin();
        await Promise.race([written.opened, ended]);
        return async () => {
          end.open();
          await ended;
        };
      }),
    );
  }

  it("leave no row stale in a mirror that polls all the while, and many in a client that goes by time [OFF-07]", async () => {
    const random = randomFrom(kind.name === "PostgreSQL" ? 20 : 21);
    const whole = new MirrorModel();
    const partial = new MirrorModel();
    const chosen = `days=5&groups=${stations
      .slice(0, WRITERS / 2)
      .map(({ group }) => group)
      .join(",")},none`;
    const naive = new NaiveClient();
    const poll = async () => {
      whole.apply(await world.sync(ada, whole.cursor, `limit=${1 + random(25)}`));
      partial.apply(await world.sync(ada, partial.cursor, `limit=${1 + random(25)}&${chosen}`));
      await naive.pull(world);
    };
    for (let wave = 0; wave < WAVES; wave += 1) {
      const open = await beginWave(random);
      while (open.length > 0) {
        const [end] = open.splice(random(open.length), 1);
        await end?.();
        await poll();
      }
    }
    for (const mirror of [whole, partial]) {
      for (let isQuiet = false; !isQuiet; ) {
        const page = await world.sync(ada, mirror.cursor, "limit=50");
        mirror.apply(page);
        isQuiet = !page.more && Object.keys(page.tables).length === 0;
      }
    }
    await naive.pull(world);

    const all = await world.message<Insight[]>(ada, "/api/insights/paginated");
    expect(whole.insights()).toEqual(all);
    const photos = await world.message<Photo[]>(ada, "/api/insights/photos");
    expect([...whole.tables.photos.keys()].sort()).toEqual(photos.map(({ path }) => path).sort());
    const places = await world.db.reader
      .selectFrom("group_devices")
      .select(["device_ref", "group_id"])
      .execute();
    const kept = new Set(
      stations
        .filter(({ ref }, at) => at < WRITERS / 2 || places.every(({ device_ref }) => device_ref !== ref))
        .map(({ id }) => id),
    );
    const isKept = ({ device_id, time_stamp }: Insight) =>
      kept.has(device_id) && isRecentEnough(Date.parse(time_stamp), partial.kept?.since ?? null);
    expect(partial.insights()).toEqual(all.filter(isKept));
    expect(partial.insights().length).toBeGreaterThan(0);
    expect(partial.insights().length).toBeLessThan(all.length);
    const stale = await naive.stale(world);
    console.info(`${kind.name}: ${WRITERS * WAVES} writers, 0 stale by the feed, ${stale} by time`);
    expect(stale).toBeGreaterThan(0);
  });
});
