import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUpdatePages } from "../../../server/features/device-updates/service.ts";
import { ownScope, readDevicePages } from "../../../server/features/devices/service.ts";
import { readGroupPages } from "../../../server/features/groups/service.ts";
import { PAGE_BYTES, SHAPED_PART_BYTES } from "../../../server/features/insights/list-parts-query.ts";
import { modelPagesOf } from "../../../server/features/models/service.ts";
import type { Update } from "../../../src/protocol/shapes.ts";
import type { SyncPage } from "../../../src/protocol/sync-page.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person, START_MS } from "../../support/server/insight-world.ts";

/** Beside the bytes that are counted, a page may have one row more. */
const MOST_BYTES = 1.1 * PAGE_BYTES;
/** Each row has a text of its own, because the feed sends equal ones once. */
const longText = (at: number) => `${at} ${"é".repeat(50_000)}`;
const ROWS = 100;

describe.each(DATABASE_KINDS)("pages of the feed with large rows, over $name", (kind) => {
  let world: InsightWorld;
  beforeAll(async () => {
    world = await InsightWorld.open(kind);
  });
  afterAll(() => world.close());

  /** The next page, which is checked for its size. */
  async function nextPage(person: Person, mirror: MirrorModel, limit = 10_000): Promise<SyncPage> {
    const cursor = mirror.cursor === null ? "" : `&cursor=${mirror.cursor}`;
    const answer = await world.get(person, `/api/sync?limit=${limit}${cursor}`);
    expect(Buffer.byteLength(answer.body)).toBeLessThan(MOST_BYTES);
    mirror.apply(answer.json());
    return answer.json();
  }

  async function readAll(person: Person, mirror: MirrorModel): Promise<number> {
    for (let pages = 1; ; pages += 1) if (!(await nextPage(person, mirror)).more) return pages;
  }

  it("end with 8 MB of Sentinels, groups, models and alerts, of several tables together too, without losing a row (neighbour 2)", async () => {
    const ada = await world.person();
    const { ref } = await world.device(ada);
    const serials = Array.from({ length: ROWS }, (_, at) => at);
    const write = world.db.dialect.insertMany;
    await world.db.write(async (transaction) => {
      const devices = serials.map((at) => ({
        device_id: `long-${at}`,
        description: longText(at),
        allow_complete_images: 0,
        allow_wifi_insights: 0,
        created_at: START_MS,
      }));
      await write(transaction, "devices", devices);
      const refs = await transaction
        .selectFrom("devices")
        .select("device_ref")
        .where("device_id", "like", "long-%")
        .execute();
      const grants = refs.map(({ device_ref }) => ({
        device_ref,
        user_id: ada.userId,
        after_insight_id: 0,
        granted_at: START_MS,
      }));
      await write(transaction, "device_users", grants);
      const groups = serials.map((at) => ({
        user_id: ada.userId,
        group_name: `Group ${at}`,
        deployment_description: longText(at),
        created_on: START_MS,
        updated_on: START_MS,
      }));
      await write(transaction, "groups", groups);
      const alerts = serials.map((at) => ({
        user_id: ada.userId,
        device_ref: ref,
        alert_type: "battery",
        summary: longText(at),
        status: "resolved",
        created_at: START_MS + at,
        ended_at: START_MS + at,
      }));
      await write(transaction, "alerts", alerts);
      const algs = serials.map((at) => ({
        alg_name: `Model ${at}`,
        framework: "YOLOv5",
        class_definitions: JSON.stringify([{ class_id: 0, label: longText(at), original_label: "" }]),
        is_public: 0,
        date_created: START_MS,
      }));
      await write(transaction, "algs", algs);
      await sql`insert into user_algs (user_id, alg_id, added_at) select ${ada.userId}, alg_id, 1 from algs`.execute(
        transaction,
      );
    });
    const mirror = new MirrorModel();
    expect(await readAll(ada, mirror)).toBeGreaterThan(4);
    const counts = (["devices", "groups", "alerts", "models"] as const).map(
      (name) => mirror.tables[name].size,
    );
    expect(counts).toEqual([ROWS + 1, ROWS, ROWS, ROWS]);
    const descriptions = [...mirror.tables.devices.values()].map(({ description }) => description);
    expect(new Set(descriptions)).toEqual(new Set([null, ...serials.map(longText)]));

    // The whole list, which has no pages, is read and sent in parts of as many bytes.
    const listed: string[] = [];
    let parts = 0;
    for await (const part of readDevicePages(world.deps, ownScope(ada.userId))) {
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(MOST_BYTES);
      listed.push(...part.map(({ device_id }) => device_id));
      parts += 1;
    }
    expect(parts).toBeGreaterThan(1);
    expect(listed).toHaveLength(ROWS + 1);
    const answered = await world.message<{ device_id: string }[]>(ada, "/api/getDevicesForUser");
    expect(answered.map(({ device_id }) => device_id)).toEqual(listed);
  });

  it("are not known to the list of updates of Sentinels, which is read in parts of 8 MB too (neighbour 2)", async () => {
    const dan = await world.person();
    const { ref, id } = await world.device(dan);
    const serials = Array.from({ length: ROWS }, (_, at) => at);
    await world.db.write(async (transaction) => {
      const release = { name: "Spring", components: "[]", created_at: START_MS };
      const { release_id } = await transaction
        .insertInto("releases")
        .values(release)
        .returning("release_id")
        .executeTakeFirstOrThrow();
      const updates = serials.map((at) => ({
        user_id: dan.userId,
        release_id,
        firmware_release_tag: "release",
        cycle_time: 120,
        trigger_number: 10,
        satellite_fix_time: null,
        satellite_passes: null,
        status: "failed",
        created_at: START_MS + at,
      }));
      await world.db.dialect.insertMany(transaction, "device_updates", updates);
      const rows = await transaction
        .selectFrom("device_updates")
        .select(["device_update_id", "created_at"])
        .where("user_id", "=", dan.userId)
        .execute();
      const targets = rows.map(({ device_update_id, created_at }) => ({
        device_update_id,
        device_ref: ref,
        status: "failed",
        reported_at: START_MS,
        detail: longText(created_at - START_MS),
      }));
      await world.db.dialect.insertMany(transaction, "device_update_targets", targets);
    });
    const parts: Update[][] = [];
    for await (const part of readUpdatePages(world.deps, dan.userId)) parts.push(part);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(MOST_BYTES);
    const answered = await world.message<Update[]>(dan, "/api/devices/update");
    expect(answered).toEqual(parts.flat());
    expect(answered.map(({ deviceIds }) => deviceIds)).toEqual(serials.map(() => [id]));
    expect(answered.map(({ deviceReports }) => deviceReports[0]?.detail)).toEqual(
      serials.toReversed().map(longText),
    );
  });

  it("are not known to the lists of groups and of models, which are read in parts too (neighbour 2)", async () => {
    const eve = await world.person();
    const serials = Array.from({ length: ROWS }, (_, at) => at);
    const write = world.db.dialect.insertMany;
    await world.db.write(async (transaction) => {
      const groups = serials.map((at) => ({
        user_id: eve.userId,
        group_name: `Group ${at}`,
        deployment_description: longText(at),
        created_on: START_MS,
        updated_on: START_MS,
      }));
      await write(transaction, "groups", groups);
      const algs = serials.map((at) => ({
        alg_name: `Parted ${at}`,
        alg_description: longText(at),
        framework: "tflite",
        class_definitions: "[]",
        date_created: START_MS,
      }));
      await write(transaction, "algs", algs);
      const added = await transaction
        .selectFrom("algs")
        .select("alg_id")
        .where("alg_name", "like", "Parted %")
        .execute();
      const ofEve = added.map(({ alg_id }) => ({ alg_id, user_id: eve.userId, added_at: START_MS }));
      await write(transaction, "user_algs", ofEve);
    });
    const groups = await partsOf(readGroupPages(world.deps, eve.userId));
    const models = await partsOf(modelPagesOf(world.deps, eve.userId, String(eve.userId)));
    expect(groups.map(({ group_name }) => group_name)).toEqual(serials.map((at) => `Group ${at}`));
    expect(models.map(({ alg_name }) => alg_name)).toEqual(serials.map((at) => `Parted ${at}`));
    expect(await world.message(eve, "/api/v2/groups")).toEqual(groups);
    expect(await world.message(eve, `/api/getModelsForUser/${eve.userId}`)).toEqual(models);
  });

  /** The rows of all parts, each of which is checked for its size. */
  async function partsOf<Row>(pages: AsyncGenerator<Row[], void>): Promise<Row[]> {
    const parts: Row[][] = [];
    for await (const part of pages) parts.push(part);
    for (const part of parts) {
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(1.1 * SHAPED_PART_BYTES);
    }
    return parts.flat();
  }

  it("end with 8 MB of bulk updates and the insights that come with them, each of these no later than its update (neighbour 2)", async () => {
    const ben = await world.person();
    const { ref, id: deviceId } = await world.device(ben);
    const class_list = Array.from({ length: 20 }, (_, at) => ({
      className: `${at}`.padEnd(100, "é"),
      averageConfidence: 0.123,
    }));
    const insightIds = await world.insights(ref, new Array(3_000).fill({ class_list }));
    const mirror = new MirrorModel();
    await readAll(ben, mirror);
    for (let from = 0; from < insightIds.length; from += 600) {
      const items = insightIds
        .slice(from, from + 600)
        .map((insightId) => ({ insightId, deviceId, insightStatus: "archive" }));
      await world.postUpdates(ben, items);
    }
    while (await world.runner.runOnce());
    // A round under way, during which all of its insights change once more.
    await nextPage(ben, mirror, 1);
    await world.db.write((transaction) =>
      transaction
        .updateTable("insights")
        .set({ insight_status: "favorite" })
        .where("device_ref", "=", ref)
        .execute(),
    );
    let pagesOfUpdates = 0;
    while (mirror.tables.updates.size < 5) {
      const { tables } = await nextPage(ben, mirror);
      if (tables.updates !== undefined) pagesOfUpdates += 1;
      const statuses = (await namedIn(mirror)).map((id) => mirror.tables.insights.get(id)?.insight_status);
      expect(new Set(statuses).has("none")).toBe(false);
    }
    expect(pagesOfUpdates).toBeGreaterThan(1);
  });

  /** The insights that the bulk updates of a mirror name. */
  async function namedIn({ tables }: MirrorModel): Promise<string[]> {
    const rows = await world.db.reader
      .selectFrom("bulk_updates")
      .select("items")
      .where("bulk_id", "in", [0, ...[...tables.updates.keys()].map(Number)])
      .execute();
    return rows.flatMap(({ items }) =>
      (JSON.parse(items) as { insightId: string }[]).map(({ insightId }) => insightId),
    );
  }
});
