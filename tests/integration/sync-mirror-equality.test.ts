import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Insight, Photo } from "../../src/protocol/shapes.ts";
import { DATABASE_KINDS } from "../support/databases.ts";
import { InsightWorld, type Person } from "../support/insight-world.ts";
import { MirrorModel } from "../support/mirror-model.ts";

/** What may happen on the server, or to a client, between two pages. */
type Step =
  | { do: "arrive"; device: number; count: number }
  | { do: "review"; device: number; status: "archive" | "favorite" | "none"; picks: readonly number[] }
  | { do: "photograph"; pick: number }
  | { do: "rename"; device: number; name: string }
  | { do: "revoke"; device: number }
  | { do: "grant"; device: number }
  | { do: "setAside"; device: number }
  | { do: "deleteDevice"; device: number }
  | { do: "page"; limit: number }
  | { do: "loseCursorOfPage"; limit: number };

const DEVICES = 3;
const device = fc.nat({ max: DEVICES - 1 });
const limit = fc.integer({ min: 1, max: 7 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("arrive"), device, count: fc.integer({ min: 1, max: 4 }) }),
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteDevice"), device }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant("page"), limit }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("loseCursorOfPage"), limit }) },
) as fc.Arbitrary<Step>;

/** One user, some Sentinels, and a mirror that pulls a page now and then. */
class Play {
  readonly mirror = new MirrorModel();
  readonly #world: InsightWorld;
  readonly #person: Person;
  readonly #devices: { ref: number; id: string }[] = [];
  #deleted = new Set<number>();

  constructor(world: InsightWorld, person: Person) {
    this.#world = world;
    this.#person = person;
  }

  async begin(): Promise<void> {
    for (let made = 0; made < DEVICES; made += 1) {
      const fresh = await this.#world.device(...(made === 0 ? [this.#person] : []));
      await this.#world.insights(fresh.ref, new Array(5).fill({}));
      this.#devices.push(fresh);
    }
  }

  async take(step: Step): Promise<void> {
    const world = this.#world;
    const on = "device" in step ? this.#devices[step.device] : undefined;
    if (on !== undefined && this.#deleted.has(on.ref)) return;
    if (step.do === "page") return this.mirror.apply(await this.#page(step.limit));
    // The answer was on its way when the client was killed.
    if (step.do === "loseCursorOfPage") return void (await this.#page(step.limit));
    if (step.do === "photograph") return this.#photograph(step.pick);
    if (on === undefined) return;
    if (step.do === "arrive") await world.insights(on.ref, new Array(step.count).fill({}));
    if (step.do === "review") await this.#review(on, step);
    if (step.do === "rename") await this.#rename(on.ref, step.name);
    if (step.do === "setAside") await world.setAside(on.ref);
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
    const world = this.#world;
    expect(this.mirror.insights()).toEqual(
      await world.message<Insight[]>(this.#person, "/api/insights/paginated"),
    );
    const photos = await world.message<Photo[]>(this.#person, "/api/insights/photos");
    expect([...this.mirror.tables.photos.keys()].sort()).toEqual(photos.map(({ path }) => path).sort());
  }

  #page(limit: number) {
    return this.#world.sync(this.#person, this.mirror.cursor, `limit=${limit}`);
  }

  async #review(on: { ref: number; id: string }, step: Extract<Step, { do: "review" }>): Promise<void> {
    const rows = await this.#world.db.reader
      .selectFrom("insights")
      .select("insight_id")
      .where("device_ref", "=", on.ref)
      .orderBy("insight_id")
      .execute();
    const picked = step.picks.flatMap((pick) => rows[pick % rows.length] ?? []);
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
    const picked = rows[pick % Math.max(1, rows.length)];
    if (picked !== undefined)
      await this.#world.photo(String(picked.insight_id), Buffer.from(`photo ${pick}`));
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
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          const play = new Play(world, await world.person());
          await play.begin();
          for (const one of steps) await play.take(one);
          await play.end();
        }),
        { numRuns: 25 },
      );
    } finally {
      await world.close();
    }
  }, 120_000);

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
