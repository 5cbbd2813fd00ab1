import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecentEnough, RETAIN_EVERYTHING, UNGROUPED } from "../../../src/domain/offline/retention.ts";
import type { Group, Insight, Photo } from "../../../src/protocol/shapes.ts";
import { daysText, groupsText } from "../../../src/protocol/sync-choice.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person } from "../../support/server/insight-world.ts";

/** Events on the server, or of a client, between two pages. */
type Step =
  | { do: "arrive"; device: number; count: number; burst: boolean }
  | { do: "review"; device: number; status: "archive" | "favorite" | "none"; picks: readonly number[] }
  | { do: "photograph"; pick: number }
  | { do: "rename"; device: number; name: string }
  | { do: "revoke"; device: number }
  | { do: "grant"; device: number }
  | { do: "setAside"; device: number }
  | { do: "bringBack"; device: number }
  | { do: "correctTime"; pick: number; daysAgo: number }
  | { do: "deleteInsight"; pick: number }
  | { do: "deleteDevice"; device: number }
  | { do: "place"; device: number; group: number | null }
  | { do: "keep"; days: number | null; groups: readonly number[] | null }
  | { do: "nextDay" }
  | { do: "page"; limit: number }
  | { do: "loseCursorOfPage"; limit: number };

const DAY_MS = 86_400_000;
const DEVICES = 3;
const GROUPS = 2;
/** Ages of insights lie on both sides of the windows of days. */
const daysAgo = fc.integer({ min: 0, max: 6 });
const device = fc.nat({ max: DEVICES - 1 });
const limit = fc.integer({ min: 1, max: 7 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("arrive"),
      device,
      count: fc.integer({ min: 1, max: 4 }),
      // Insights of one burst have one time, beside those of other Sentinels too.
      burst: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("review"),
      device,
      status: fc.constantFrom("archive", "favorite", "none"),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("photograph"), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("rename"), device, name: fc.string({ minLength: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("revoke"), device }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("grant"), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("setAside"), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("bringBack"), device }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("correctTime"), pick: fc.nat(), daysAgo }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteInsight"), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteDevice"), device }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("place"),
      device,
      group: fc.option(fc.nat({ max: GROUPS - 1 }), { nil: null }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("keep"),
      days: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
      // The last number stands for Sentinels in no group.
      groups: fc.option(fc.uniqueArray(fc.nat({ max: GROUPS }), { minLength: 1 }), { nil: null }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("nextDay") }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant("page"), limit }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("loseCursorOfPage"), limit }) },
) as fc.Arbitrary<Step>;

/** One user, some Sentinels, and a mirror that pulls pages. */
class Play {
  readonly mirror = new MirrorModel();
  readonly #world: InsightWorld;
  readonly #person: Person;
  readonly #devices: { ref: number; id: string }[] = [];
  readonly #groups: number[] = [];
  #deleted = new Set<number>();
  /** The retention that the next page names; empty: as the cursor has it. */
  #choice = "";

  constructor(world: InsightWorld, person: Person) {
    this.#world = world;
    this.#person = person;
  }

  async begin(): Promise<void> {
    for (let made = 0; made < DEVICES; made += 1) {
      const fresh = await this.#world.device(...(made === 0 ? [this.#person] : []));
      this.#devices.push(fresh);
      const nowMs = this.#world.clock.now();
      const seeds = [0, 1, 1, 1, 2, 4, 6].map((age) => ({ time_stamp: nowMs - age * DAY_MS }));
      const ids = await this.#world.insights(fresh.ref, seeds);
      for (const id of ids.slice(0, 3)) await this.#world.photo(id, Buffer.from(`photo of ${id}`));
    }
    for (let made = 0; made < GROUPS; made += 1) this.#groups.push(await this.#makeGroup(`Group ${made}`));
  }

  async take(step: Step): Promise<void> {
    const world = this.#world;
    const on = "device" in step ? this.#devices[step.device] : undefined;
    if (on !== undefined && this.#deleted.has(on.ref)) return;
    if (step.do === "page") return this.mirror.apply(await this.#page(step.limit));
    // The answer was on its way when the client was killed.
    if (step.do === "loseCursorOfPage") return void (await this.#page(step.limit));
    if (step.do === "photograph") return this.#photograph(step.pick);
    if (step.do === "correctTime" || step.do === "deleteInsight") return this.#changeOne(step);
    if (step.do === "keep") return this.#keep(step);
    if (step.do === "nextDay") return world.clock.advance(DAY_MS);
    if (on === undefined) return;
    if (step.do === "arrive") {
      const seed = step.burst ? { time_stamp: world.clock.now() } : {};
      await world.insights(on.ref, new Array(step.count).fill(seed));
    }
    if (step.do === "review") await this.#review(on, step);
    if (step.do === "rename") await this.#rename(on.ref, step.name);
    if (step.do === "setAside") await world.setAside(on.ref);
    if (step.do === "bringBack") await world.setAside(on.ref, 0);
    if (step.do === "place") await this.#place(on.ref, step.group);
    if (step.do === "revoke") await world.revoke(on.ref, this.#person);
    if (step.do === "grant") await this.#grantAnew(on.ref);
    if (step.do === "deleteDevice") await this.#delete(on.ref);
  }

  async end(): Promise<void> {
    for (let pages = 0; ; pages += 1) {
      const page = await this.#page(3);
      this.mirror.apply(page);
      if (!page.more && Object.keys(page.tables).length === 0) break;
      if (pages > 1000) throw new Error("the feed never ends");
    }
    await this.#expectEqual();
  }

  /** The server's rows within the retention of the last page. */
  async #expectEqual(): Promise<void> {
    const { db } = this.#world;
    const kept = this.mirror.kept ?? RETAIN_EVERYTHING;
    const places = await db.reader
      .selectFrom("device_users as du")
      .innerJoin("devices as d", "d.device_ref", "du.device_ref")
      .leftJoin("group_devices as gd", (join) =>
        join.onRef("gd.user_id", "=", "du.user_id").onRef("gd.device_ref", "=", "du.device_ref"),
      )
      .where("du.user_id", "=", this.#person.userId)
      .select(["d.device_id", "gd.group_id"])
      .execute();
    const isKept = ({ device_id, time_stamp }: Insight) => {
      const place = places.find((one) => one.device_id === device_id)?.group_id ?? null;
      const group = place === null ? UNGROUPED : String(place);
      const inGroup = kept.groups === null || kept.groups.includes(group);
      return inGroup && isRecentEnough(Date.parse(time_stamp), kept.since);
    };
    const all = await this.#world.message<Insight[]>(this.#person, "/api/insights/paginated");
    const insights = all.filter(isKept);
    expect(this.mirror.insights()).toEqual(insights);
    const ids = new Set(insights.map(({ id }) => id));
    const photos = await this.#world.message<Photo[]>(this.#person, "/api/insights/photos");
    expect([...this.mirror.tables.photos.keys()].sort()).toEqual(
      photos.flatMap(({ insightId, path }) => (ids.has(insightId) ? [path] : [])).sort(),
    );
    const groups = await this.#world.message<Group[]>(this.#person, "/api/v2/groups");
    expect(
      [...this.mirror.tables.groups.values()].map(({ group_id, devices }) => [group_id, devices]),
    ).toEqual(groups.map(({ group_id, devices }) => [group_id, devices]));
    expect([...this.mirror.tables.devices.keys()].sort()).toEqual(places.map((one) => one.device_id).sort());
  }

  #keep({ days, groups }: Extract<Step, { do: "keep" }>): void {
    const names = groups?.map((group) => String(this.#groups[group] ?? UNGROUPED)) ?? null;
    this.#choice = `&days=${daysText(days)}&groups=${groupsText(names)}`;
  }

  async #makeGroup(group_name: string): Promise<number> {
    const values = { user_id: this.#person.userId, group_name, created_on: 1, updated_on: 1 };
    const { group_id } = await this.#world.db.write((transaction) =>
      transaction.insertInto("groups").values(values).returning("group_id").executeTakeFirstOrThrow(),
    );
    return group_id;
  }

  async #place(ref: number, group: number | null): Promise<void> {
    const user_id = this.#person.userId;
    await this.#world.db.write(async (transaction) => {
      const mine = { user_id, device_ref: ref };
      const reached = await transaction
        .selectFrom("device_users")
        .select("user_id")
        .where("user_id", "=", user_id)
        .where("device_ref", "=", ref)
        .executeTakeFirst();
      await transaction
        .deleteFrom("group_devices")
        .where("user_id", "=", user_id)
        .where("device_ref", "=", ref)
        .execute();
      const group_id = group === null ? undefined : this.#groups[group];
      if (reached === undefined || group_id === undefined) return;
      await transaction
        .insertInto("group_devices")
        .values({ ...mine, group_id })
        .execute();
    });
  }

  async #changeOne(step: Extract<Step, { do: "correctTime" | "deleteInsight" }>): Promise<void> {
    const insightId = await this.#pickInsight(step.pick);
    if (insightId === null) return;
    const time_stamp = step.do === "correctTime" ? this.#world.clock.now() - step.daysAgo * DAY_MS : 0;
    await this.#world.db.write(async (transaction) => {
      if (step.do === "deleteInsight") {
        await transaction.deleteFrom("insights").where("insight_id", "=", insightId).execute();
      } else {
        await transaction
          .updateTable("insights")
          .set({ time_stamp })
          .where("insight_id", "=", insightId)
          .execute();
      }
    });
  }

  #page(limit: number) {
    return this.#world.sync(this.#person, this.mirror.cursor, `limit=${limit}${this.#choice}`);
  }

  async #review(on: { ref: number; id: string }, step: Extract<Step, { do: "review" }>): Promise<void> {
    const rows = await this.#world.db.reader
      .selectFrom("insights")
      .select("insight_id")
      .where("device_ref", "=", on.ref)
      .orderBy("insight_id")
      .execute();
    const picked = step.picks.flatMap((pick) => rows[pick % Math.max(1, rows.length)] ?? []);
    if (picked.length === 0) return;
    await this.#world.postUpdates(
      this.#person,
      picked.map(({ insight_id }) => ({
        insightId: insight_id,
        deviceId: on.id,
        insightStatus: step.status,
      })),
    );
    await this.#world.runner.runOnce();
  }

  async #photograph(pick: number): Promise<void> {
    const insightId = await this.#pickInsight(pick);
    if (insightId !== null) await this.#world.photo(String(insightId), Buffer.from(`photo ${pick}`));
  }

  async #pickInsight(pick: number): Promise<number | null> {
    const rows = await this.#world.db.reader
      .selectFrom("insights")
      .select("insight_id")
      .where(
        "device_ref",
        "in",
        this.#devices.map(({ ref }) => ref),
      )
      .orderBy("insight_id")
      .execute();
    return rows[pick % Math.max(1, rows.length)]?.insight_id ?? null;
  }

  async #rename(ref: number, preferred_name: string): Promise<void> {
    await this.#world.db.write((transaction) =>
      transaction.updateTable("devices").set({ preferred_name }).where("device_ref", "=", ref).execute(),
    );
  }

  async #grantAnew(ref: number): Promise<void> {
    await this.#world.revoke(ref, this.#person);
    const newest = await this.#world.db.reader
      .selectFrom("insights")
      .select(({ fn }) => fn.max("insight_id").as("id"))
      .where("device_ref", "=", ref)
      .executeTakeFirstOrThrow();
    await this.#world.grant(ref, this.#person, Math.max(0, Number(newest.id ?? 0) - 2));
  }

  async #delete(ref: number): Promise<void> {
    this.#deleted = new Set([...this.#deleted, ref]);
    await this.#world.db.write((transaction) =>
      transaction.deleteFrom("devices").where("device_ref", "=", ref).execute(),
    );
  }
}

describe.each(DATABASE_KINDS)("a mirror fed by the feed over $name", (kind) => {
  it("ends equal to the server, whatever is written between its pages and however often it is killed [INS-49, INS-53]", async () => {
    const world = await InsightWorld.open(kind);
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
          const play = new Play(world, await world.person());
          await play.begin();
          for (const one of steps) await play.take(one);
          await play.end();
        }),
        { numRuns: Number(process.env.MIRROR_RUNS ?? 30) },
      );
    } finally {
      await world.close();
    }
  }, 600_000);

  it("ends equal to the server while many write at once", async () => {
    const world = await InsightWorld.open(kind);
    try {
      const person = await world.person();
      const sentinels = await Promise.all(Array.from({ length: 4 }, () => world.device(person)));
      const mirror = new MirrorModel();
      let isWriting = true;
      const writers = sentinels.map(async ({ ref, id }, writer) => {
        for (let turn = 0; turn < 25; turn += 1) {
          const [insightId = ""] = await world.insights(ref, [{}, {}]);
          await world.postUpdates(person, [{ insightId, deviceId: id, insightStatus: "favorite" }]);
          await world.db.write(async (transaction) => {
            await transaction
              .updateTable("insights")
              .set({ insight_status: "archive" })
              .where("insight_id", "=", Number(insightId) - 4 * writer)
              .execute();
          });
          if (writer === 0) while (await world.runner.runOnce());
        }
      });
      const reading = (async () => {
        while (isWriting) mirror.apply(await world.sync(person, mirror.cursor, "limit=17"));
      })();
      await Promise.all(writers);
      while (await world.runner.runOnce());
      isWriting = false;
      await reading;
      for (let more = true; more; ) {
        const page = await world.sync(person, mirror.cursor, "limit=1000");
        mirror.apply(page);
        more = page.more || Object.keys(page.tables).length > 0;
      }
      expect(mirror.insights()).toEqual(await world.message<Insight[]>(person, "/api/insights/paginated"));
      expect(mirror.tables.insights.size).toBe(200);
    } finally {
      await world.close();
    }
  });
});
