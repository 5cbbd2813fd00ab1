import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DetectionBox } from "../../../src/domain/insight/detection-box.ts";
import { parseObservation } from "../../../src/domain/insight/observation.ts";
import type { Insight, Photo } from "../../../src/protocol/shapes.ts";
import { decodeColumn, decodeTable } from "../../../src/protocol/sync-codec.ts";
import type { SyncPage } from "../../../src/protocol/sync-page.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS, isPostgres } from "../../support/server/databases.ts";
import { InsightWorld, type Person, START_MS } from "../../support/server/insight-world.ts";

const DAY_MS = 86_400_000;
const overWire = (page: SyncPage) =>
  brotliCompressSync(JSON.stringify(page), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }).length;
const fieldsOf = (cursor: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(cursor, "base64url").toString());
const withFields = (cursor: string, change: (fields: Record<string, unknown>) => Record<string, unknown>) =>
  Buffer.from(JSON.stringify(change(fieldsOf(cursor)))).toString("base64url");

describe.each(DATABASE_KINDS)("the feed of changes over $name", (kind) => {
  let world: InsightWorld;

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
  });
  afterAll(() => world.close());

  /** Pulls until the server has no more; returns the pages. */
  async function pull(person: Person, mirror: MirrorModel, query = "limit=10000"): Promise<SyncPage[]> {
    const pages: SyncPage[] = [];
    for (;;) {
      const page = await world.sync(person, mirror.cursor, query);
      mirror.apply(page);
      pages.push(page);
      if (!page.more) return pages;
    }
  }

  async function expectEqual(person: Person, mirror: MirrorModel): Promise<void> {
    expect(mirror.insights()).toEqual(await world.message<Insight[]>(person, "/api/insights/paginated"));
    const photos = await world.message<Photo[]>(person, "/api/insights/photos");
    expect([...mirror.tables.photos.keys()].sort()).toEqual(photos.map(({ path }) => path).sort());
  }

  async function ranger(count = 0) {
    const person = await world.person();
    const device = await world.device(person);
    const ids = await world.insights(device.ref, new Array(count).fill({}));
    return { person, device, ids };
  }

  describe("a first sync", () => {
    it("brings everything in pages of the size asked for, insights newest first, and goes on from the cursor alone", async () => {
      const { person, device, ids } = await ranger(25);
      await world.photo(ids[3] ?? "", Buffer.from("a photo"));
      const mirror = new MirrorModel();
      const seen: string[] = [];
      let pages = 0;
      for (let more = true; more; pages += 1) {
        const page = await world.sync(person, mirror.cursor, "limit=10");
        // A client that was killed before it stored a page asks again and gets the same.
        const again = await world.sync(person, mirror.cursor, "limit=10");
        expect(again.tables).toEqual(page.tables);
        const rows = Object.values(page.tables).reduce((sum, table) => sum + table.rows, 0);
        expect(rows).toBeLessThanOrEqual(10);
        if (page.tables.insights)
          seen.push(...(decodeTable(page.tables.insights).insight_id ?? []).map(String));
        mirror.apply(page);
        more = page.more;
      }
      expect(pages).toBeGreaterThan(2);
      expect(seen).toEqual(ids.toReversed());
      expect(mirror.tables.devices.get(device.id)).toMatchObject({ display_name: `Camera ${device.id}` });
      expect(mirror.tables.devices.get(device.id)).not.toHaveProperty("group_id");
      await expectEqual(person, mirror);
    });

    it.each([1, 2, 5])(
      "brings all of a burst, insights and photos of one moment, in pages of %i (promise B1)",
      async (limit) => {
        const { person, device, ids: single } = await ranger(2);
        const moment = { time_stamp: START_MS };
        const burst = await world.insights(device.ref, new Array(7).fill(moment));
        const other = await world.device(person);
        const beside = await world.insights(other.ref, new Array(4).fill(moment));
        const keys: string[] = [];
        for (const id of [...burst, ...beside]) {
          const { key } = await world.photo(id, Buffer.from(`photo of ${id}`), START_MS);
          keys.push(key);
        }
        const mirror = new MirrorModel();
        await pull(person, mirror, `limit=${limit}`);
        expect([...mirror.tables.insights.keys()].sort()).toEqual([...single, ...burst, ...beside].sort());
        expect([...mirror.tables.photos.keys()].sort()).toEqual(keys.sort());
        await expectEqual(person, mirror);
      },
    );

    it("misses nothing of what is written while its pages are read", async () => {
      const { person, device, ids } = await ranger(20);
      const mirror = new MirrorModel();
      mirror.apply(await world.sync(person, null, "limit=8"));
      await world.insights(device.ref, [{ time_stamp: START_MS + 400 * DAY_MS }, { time_stamp: 5 }]);
      await world.postUpdates(person, [
        { insightId: ids[19], deviceId: device.id, insightStatus: "archive" },
        { insightId: ids[0], deviceId: device.id, insightStatus: "favorite" },
      ]);
      await world.runner.runOnce();
      await pull(person, mirror, "limit=8");
      expect(mirror.tables.insights.size).toBe(22);
      await expectEqual(person, mirror);
    });
  });

  describe("a round of changes", () => {
    it("is empty while nothing happens, in at most 250 bytes", async () => {
      const { person } = await ranger(3);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      for (let round = 0; round < 3; round += 1) {
        const answer = await world.get(person, `/api/sync?cursor=${mirror.cursor}`);
        expect(answer.json()).toMatchObject({ more: false, tables: {} });
        expect(answer.body.length).toBeLessThanOrEqual(250);
        mirror.apply(answer.json());
      }
    });

    it("brings 20 changed insights, and the bulk update that changed them, in at most 1.8 kB", async () => {
      const { person, device, ids } = await ranger(200);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      const touched = ids.filter((_, index) => index % 10 === 3);
      const { bulkId } = (
        await world.postUpdates(
          person,
          touched.map((insightId) => ({ insightId, deviceId: device.id, insightStatus: "acknowledge" })),
        )
      ).json().message;
      await world.runner.runOnce();
      const [page] = await pull(person, mirror);
      if (page === undefined) throw new Error("no page");
      expect(page.tables.insights?.rows).toBe(20);
      expect(mirror.tables.updates.get(bulkId)).toEqual({ bulkId, status: 2, items: [], key: "" });
      expect(overWire(page)).toBeLessThanOrEqual(1800);
      await expectEqual(person, mirror);
    });

    it("brings a row that a slow transaction commits after a pull that began later (fault 13)", async () => {
      const { person, device } = await ranger(1);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      let commit: () => void = () => undefined;
      let isWritten: () => void = () => undefined;
      const written = new Promise<void>((resolve) => {
        isWritten = resolve;
      });
      const slow = world.db.write(async (transaction) => {
        await world.db.dialect.insertMany(transaction, "insights", [
          {
            device_ref: device.ref,
            table_name: "insights",
            source_id: "slow",
            class_name: "lynx",
            class_list: "[]",
            is_from_lora: 0,
            time_stamp: START_MS,
            origin: "machine",
          },
        ]);
        isWritten();
        await new Promise<void>((resolve) => {
          commit = resolve;
        });
      });
      await written;
      // With several writers, another one commits first and moves the feed past the slow one.
      if (isPostgres(world.db)) await world.insights(device.ref, [{}]);
      await pull(person, mirror);
      expect(mirror.insights().some(({ source_id }) => source_id === "slow")).toBe(false);
      commit();
      await slow;
      await pull(person, mirror);
      expect(mirror.insights().some(({ source_id }) => source_id === "slow")).toBe(true);
      await expectEqual(person, mirror);
    });

    it("never tells that a bulk update is done without what it did, though somebody else replaces that in the middle of every round [OFF-07]", async () => {
      const { person, device, ids } = await ranger(30);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      const wanted = ids.slice(10, 13);
      const held: unknown[] = [];
      const isAmidRound = ({ cursor }: MirrorModel) => fieldsOf(cursor ?? "").t !== undefined;
      const statusesOf = (shown: readonly string[]) =>
        shown.map((id) => mirror.tables.insights.get(id)?.insight_status);
      const { bulkId } = (
        await world.postUpdates(
          person,
          wanted.map((insightId) => ({ insightId, deviceId: device.id, insightStatus: "archive" })),
        )
      ).json().message;
      await world.runner.runOnce();
      const write = (insightIds: readonly string[]) =>
        world.db.write((transaction) =>
          transaction
            .updateTable("insights")
            .set({ confidence: Math.random() })
            .where("insight_id", "in", insightIds.map(Number))
            .execute(),
        );
      for (let round = 1; round <= 3; round += 1) {
        // The round has several pages. Before the last of them, which has the rows, they are replaced.
        await write(ids.slice(13));
        mirror.apply(await world.sync(person, mirror.cursor, "limit=2"));
        await write(wanted);
        while (isAmidRound(mirror)) mirror.apply(await world.sync(person, mirror.cursor, "limit=2"));
        expect(mirror.tables.updates.get(bulkId)).toMatchObject({ status: 2 });
        held.push(statusesOf(wanted));
      }
      const archived = wanted.map(() => "archive");
      expect(held).toEqual([archived, archived, archived]);
      await pull(person, mirror);
      await expectEqual(person, mirror);
    });

    it("resends a renamed Sentinel and none of its insights", async () => {
      const { person, device } = await ranger(5);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      await world.db.write((transaction) =>
        transaction
          .updateTable("devices")
          .set({ preferred_name: "Old oak" })
          .where("device_ref", "=", device.ref)
          .execute(),
      );
      const [page] = await pull(person, mirror);
      expect(page?.tables).toMatchObject({ devices: { rows: 1 } });
      expect(page?.tables).not.toHaveProperty("insights");
      await expectEqual(person, mirror);
    });

    it("brings groups, models and alerts, and takes them away when they are deleted", async () => {
      const { person, device } = await ranger();
      const mirror = new MirrorModel();
      await pull(person, mirror);
      const user_id = person.userId;
      const made = await world.db.write(async (transaction) => {
        const { group_id } = await transaction
          .insertInto("groups")
          .values({
            user_id,
            group_name: "North",
            deployment_description: null,
            created_on: 5,
            updated_on: 6,
          })
          .returning("group_id")
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto("group_devices")
          .values({ user_id, group_id, device_ref: device.ref })
          .execute();
        const { alg_id } = await transaction
          .insertInto("algs")
          .values({
            alg_name: "Alps",
            alg_description: null,
            alg_type: null,
            author: null,
            framework: "YOLOv5",
            image_path: null,
            alg_bucket: null,
            alg_path: null,
            md5_checksum: null,
            class_definitions: '[{"class_id":1,"label":"lynx","original_label":"Lynx lynx"}]',
            is_public: 1,
            date_created: 7,
          })
          .returning("alg_id")
          .executeTakeFirstOrThrow();
        await transaction.insertInto("user_algs").values({ user_id, alg_id, added_at: 8 }).execute();
        await transaction.insertInto("deployments").values({ device_ref: device.ref, alg_id }).execute();
        const { alert_id } = await transaction
          .insertInto("alerts")
          .values({
            user_id,
            device_ref: device.ref,
            alert_type: "low_battery",
            summary: "3.1 V",
            status: "new",
            created_at: 9,
          })
          .returning("alert_id")
          .executeTakeFirstOrThrow();
        return { group_id, alg_id, alert_id };
      });
      await pull(person, mirror);
      const [groupId, algId, alertId] = [made.group_id, made.alg_id, made.alert_id].map(String);
      expect(mirror.tables.groups.get(groupId ?? "")).toEqual({
        group_id: groupId,
        group_name: "North",
        devices: [device.id],
        created_on: 5,
        updated_on: 6,
      });
      expect(mirror.tables.models.get(algId ?? "")).toMatchObject({
        alg_name: "Alps",
        date_created: 7,
        classes: [{ class_id: 1, label: "lynx", original_label: "Lynx lynx" }],
      });
      expect(mirror.tables.alerts.get(alertId ?? "")).toMatchObject({
        associated_id: device.id,
        status: "new",
      });
      expect(mirror.tables.devices.get(device.id)).toMatchObject({ alg_ids: [algId], models: [algId] });
      await world.db.write(async (transaction) => {
        await transaction.deleteFrom("groups").where("group_id", "=", made.group_id).execute();
        await transaction.deleteFrom("user_algs").where("alg_id", "=", made.alg_id).execute();
        await transaction.deleteFrom("alerts").where("alert_id", "=", made.alert_id).execute();
      });
      await pull(person, mirror);
      const { groups, models, alerts } = mirror.tables;
      expect([groups.size, models.size, alerts.size]).toEqual([0, 0, 0]);
    });

    it("brings back what was set aside, with its photos", async () => {
      const { person, device, ids } = await ranger(2);
      await world.photo(ids[0] ?? "", Buffer.from("to come back"));
      const mirror = new MirrorModel();
      await world.setAside(device.ref);
      await pull(person, mirror);
      expect([mirror.tables.insights.size, mirror.tables.photos.size]).toEqual([0, 0]);
      await world.setAside(device.ref, 0);
      await pull(person, mirror);
      expect([mirror.tables.insights.size, mirror.tables.photos.size]).toEqual([2, 1]);
      await expectEqual(person, mirror);
    });

    it("brings the new window of a collection with each of its members", async () => {
      const { person, device } = await ranger(1);
      const collection_id = await world.collection(device.ref, { start: 1_000, end: 2_000 });
      await world.insights(device.ref, [{ collection_id }, { collection_id }]);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      await world.db.write((transaction) =>
        transaction
          .updateTable("collections")
          .set({ window_end: 9_000 })
          .where("collection_id", "=", collection_id)
          .execute(),
      );
      const [page] = await pull(person, mirror);
      expect(page?.tables.insights?.rows).toBe(2);
      await expectEqual(person, mirror);
    });

    it("takes away a single insight, a single photo and a single Sentinel that is deleted", async () => {
      const { person, device, ids } = await ranger(3);
      const { key } = await world.photo(ids[1] ?? "", Buffer.from("to be deleted"));
      await world.photo(ids[0] ?? "", Buffer.from("goes with its insight"));
      const mirror = new MirrorModel();
      await pull(person, mirror);
      await world.db.write(async (transaction) => {
        await transaction.deleteFrom("insights").where("insight_id", "=", Number(ids[0])).execute();
        await transaction.deleteFrom("photos").where("photo_id", "=", Number(key)).execute();
      });
      await pull(person, mirror);
      expect([mirror.tables.insights.size, mirror.tables.photos.size]).toEqual([2, 0]);
      await world.db.write((transaction) =>
        transaction.deleteFrom("devices").where("device_ref", "=", device.ref).execute(),
      );
      await pull(person, mirror);
      expect([mirror.tables.insights.size, mirror.tables.devices.size]).toEqual([0, 0]);
    });

    it("tells a client that holds photos with their insights only which are gone", async () => {
      const { person, device, ids } = await ranger(3);
      const kept = await world.photo(ids[0] ?? "", Buffer.from("stays at first"));
      const mirror = new MirrorModel();
      const asked = "limit=2&photos=gone";
      const photosOf = (pages: readonly SyncPage[]) => pages.flatMap(({ tables }) => tables.photos ?? []);
      expect(photosOf(await pull(person, mirror, asked))).toEqual([]);
      const { key } = await world.photo(ids[1] ?? "", Buffer.from("came and went"));
      expect(photosOf(await pull(person, mirror, asked))).toEqual([]);
      expect(mirror.insights()).toEqual(await world.message<Insight[]>(person, "/api/insights/paginated"));
      await world.db.write((transaction) =>
        transaction.deleteFrom("photos").where("photo_id", "=", Number(key)).execute(),
      );
      expect(photosOf(await pull(person, mirror, asked))).toEqual([{ rows: 0, gone: [key], columns: {} }]);
      await world.setAside(device.ref);
      expect(photosOf(await pull(person, mirror, asked)).flatMap(({ gone }) => gone)).toEqual([kept.key]);
    });

    it("takes away what is set aside, with its photos", async () => {
      const { person, device, ids } = await ranger(3);
      await world.photo(ids[0] ?? "", Buffer.from("to be set aside"));
      const mirror = new MirrorModel();
      await pull(person, mirror);
      expect(mirror.tables.photos.size).toBe(1);
      await world.setAside(device.ref);
      await pull(person, mirror);
      expect([mirror.tables.insights.size, mirror.tables.photos.size]).toEqual([0, 0]);
    });
  });

  describe("access", () => {
    it("when lost takes a Sentinel away with all that hangs on it, when granted brings it whole", async () => {
      const { person, ids } = await ranger(2);
      const other = await world.device();
      const theirs = await world.insights(other.ref, new Array(12).fill({}));
      await world.photo(theirs[0] ?? "", Buffer.from("an older photo"));
      const mirror = new MirrorModel();
      await pull(person, mirror);
      expect(mirror.tables.insights.size).toBe(2);

      await world.grant(other.ref, person);
      const pages = await pull(person, mirror, "limit=5");
      expect(pages.length).toBeGreaterThan(2);
      expect(mirror.tables.insights.size).toBe(14);
      await expectEqual(person, mirror);

      await world.revoke(other.ref, person);
      const [page] = await pull(person, mirror);
      expect(page?.tables.devices?.gone).toEqual([other.id]);
      expect([...mirror.tables.insights.keys()].sort()).toEqual([...ids].sort());
      await expectEqual(person, mirror);
    });

    it("revoked, granted and regranted takes the rows, brings them, brings them whole, and forbids what was queued (fault 15)", async () => {
      const { person, device, ids } = await ranger(5);
      const [queued = ""] = ids;
      await world.photo(queued, Buffer.from("the photo of a queued one"));
      const group = await world.group(person, "Ridge", [device.ref]);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      const item = { insightId: queued, deviceId: device.id, insightStatus: "archive", base: "none" };

      await world.revoke(device.ref, person);
      const { bulkId } = (await world.postUpdates(person, [item])).json().message;
      await world.runner.runOnce();
      await pull(person, mirror);
      expect([mirror.tables.insights.size, mirror.tables.photos.size]).toEqual([0, 0]);
      expect(mirror.tables.updates.get(bulkId)?.items).toMatchObject([
        { insightId: queued, outcome: "forbidden" },
      ]);
      expect(mirror.tables.groups.get(String(group))?.devices).toEqual([]);

      await world.grant(device.ref, person);
      await pull(person, mirror, "limit=2");
      expect([...mirror.tables.insights.keys()].sort()).toEqual([...ids].sort());
      expect(mirror.tables.groups.get(String(group))?.devices).toEqual([]);
      await expectEqual(person, mirror);

      await world.revoke(device.ref, person);
      await world.insights(device.ref, [{}]);
      await world.grant(device.ref, person);
      await pull(person, mirror, "limit=2");
      expect(mirror.tables.insights.size).toBe(6);
      expect(mirror.tables.insights.get(queued)?.insight_status).toBe("none");
      await expectEqual(person, mirror);
    });

    it("revoked and granted again between two pulls resets the Sentinel, without what came before", async () => {
      const { person, device, ids } = await ranger(6);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      await world.revoke(device.ref, person);
      await world.grant(device.ref, person, Number(ids[3]));
      await pull(person, mirror);
      expect(mirror.insights().map(({ id }) => id)).toEqual(ids.slice(4).toReversed());
      await expectEqual(person, mirror);
    });

    it("narrowed in place resets the Sentinel too", async () => {
      const { person, device, ids } = await ranger(4);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      await world.db.write((transaction) =>
        transaction
          .updateTable("device_users")
          .set({ after_insight_id: Number(ids[1]) })
          .where("device_ref", "=", device.ref)
          .execute(),
      );
      await pull(person, mirror);
      expect(mirror.tables.insights.size).toBe(2);
      await expectEqual(person, mirror);
    });

    it("granted in the middle of a round leaves nothing behind of what the round had sent too soon", async () => {
      const { person, device } = await ranger();
      const other = await world.device();
      const mirror = new MirrorModel();
      await pull(person, mirror);
      await world.insights(device.ref, [{}, {}, {}]);
      const [early = ""] = await world.insights(other.ref, [{}]);
      mirror.apply(await world.sync(person, mirror.cursor, "limit=2"));
      await world.grant(other.ref, person);
      mirror.apply(await world.sync(person, mirror.cursor, "limit=2"));
      expect(mirror.tables.insights.has(early)).toBe(true);
      await world.setAside(other.ref);
      await pull(person, mirror);
      expect(mirror.tables.insights.has(early)).toBe(false);
      await expectEqual(person, mirror);
    });

    it("is never read from the cursor: another user's cursor brings one's own rows alone", async () => {
      const { person } = await ranger(4);
      const stranger = await ranger(1);
      const first = await world.sync(person, null, "limit=2");
      const theirs = await world.sync(stranger.person, first.cursor, "limit=100");
      const shown =
        theirs.tables.insights === undefined ? [] : decodeTable(theirs.tables.insights).insight_id;
      expect((shown ?? []).every((id) => stranger.ids.includes(String(id)))).toBe(true);
    });

    it("ends for all users of a Sentinel that is deleted", async () => {
      const { person, device } = await ranger(3);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      await world.db.write(async (transaction) => {
        await transaction.deleteFrom("devices").where("device_ref", "=", device.ref).execute();
      });
      await pull(person, mirror);
      expect([mirror.tables.devices.size, mirror.tables.insights.size]).toEqual([0, 0]);
    });
  });

  describe("what is kept on a device", () => {
    /** Insights of 1, 10 and 100 days, each with a photo. */
    async function kept() {
      const person = await world.person();
      const device = await world.device(person);
      const now = world.clock.now();
      const ids = await world.insights(
        device.ref,
        [1, 10, 100].map((age) => ({ time_stamp: now - age * DAY_MS })),
      );
      for (const id of ids) await world.photo(id, Buffer.from(`photo of ${id}`));
      return { person, device, ids };
    }
    const sizes = ({ tables }: MirrorModel) => [
      tables.insights.size,
      tables.photos.size,
      tables.devices.size,
    ];

    it("stays in the cursor until a call names another; a wider window brings only what is new", async () => {
      const { person, ids } = await kept();
      const mirror = new MirrorModel();
      const [first] = await pull(person, mirror, "days=30");
      expect(first?.kept).toMatchObject({ days: 30, groups: null });
      expect(sizes(mirror)).toEqual([2, 2, 1]);
      const [idle] = await pull(person, mirror, "");
      expect([idle?.kept, idle?.tables]).toEqual([first?.kept, {}]);
      const wider = await pull(person, mirror, "days=all");
      expect(wider.map(({ tables }) => tables.insights?.rows)).toEqual([1]);
      expect(wider[0]).not.toHaveProperty("kept");
      expect(decodeTable(wider[0]?.tables.insights ?? { rows: 0, columns: {} }).insight_id).toEqual([ids[2]]);
      await expectEqual(person, mirror);
      const narrower = await pull(person, mirror, "days=5");
      expect(narrower.map(({ tables }) => tables)).toEqual([{}]);
      expect(sizes(mirror)).toEqual([1, 1, 1]);
    });

    it("never gets half of an insight that is too old, nor of one whose time is corrected", async () => {
      const { person, device, ids } = await kept();
      const mirror = new MirrorModel();
      await pull(person, mirror, "days=30");
      await world.postUpdates(person, [
        { insightId: ids[2], deviceId: device.id, insightStatus: "archive", base: "none" },
      ]);
      await world.runner.runOnce();
      await pull(person, mirror);
      expect(sizes(mirror)).toEqual([2, 2, 1]);
      const setTime = (id: string | undefined, age: number) =>
        world.db.write((transaction) =>
          transaction
            .updateTable("insights")
            .set({ time_stamp: world.clock.now() - age * DAY_MS })
            .where("insight_id", "=", Number(id))
            .execute(),
        );
      await setTime(ids[2], 2);
      await setTime(ids[0], 50);
      await pull(person, mirror);
      expect([...mirror.tables.insights.keys()].sort()).toEqual([ids[1], ids[2]].sort());
      expect([...mirror.tables.photos.values()].map(({ insightId }) => insightId).sort()).toEqual(
        [ids[1], ids[2]].sort(),
      );
      expect(mirror.tables.insights.get(ids[2] ?? "")?.insight_status).toBe("archive");
    });

    it("follows a Sentinel that comes into a chosen group, leaves it, or whose group is deleted", async () => {
      const { person, device } = await kept();
      const other = await world.device(person);
      const [elsewhere = ""] = await world.insights(other.ref, [{}]);
      const group = await world.group(person, "Retention", [device.ref]);
      const mirror = new MirrorModel();
      await pull(person, mirror, `groups=${group}`);
      expect(sizes(mirror)).toEqual([3, 3, 2]);
      const place = { user_id: person.userId, device_ref: other.ref, group_id: group };
      await world.db.write((transaction) => transaction.insertInto("group_devices").values(place).execute());
      await pull(person, mirror, "limit=2");
      expect(mirror.tables.insights.has(elsewhere)).toBe(true);
      expect(sizes(mirror)).toEqual([4, 3, 2]);
      await world.db.write((transaction) =>
        transaction.deleteFrom("group_devices").where("device_ref", "=", device.ref).execute(),
      );
      await pull(person, mirror);
      expect(sizes(mirror)).toEqual([1, 0, 2]);
      await world.db.write((transaction) =>
        transaction.deleteFrom("groups").where("group_id", "=", group).execute(),
      );
      await pull(person, mirror);
      expect(sizes(mirror)).toEqual([0, 0, 2]);
      await pull(person, mirror, "groups=none");
      await expectEqual(person, mirror);
    });

    it("costs an idle client at most 250 bytes, and at most 350 where days and groups are chosen", async () => {
      const { person, device } = await kept();
      const group = await world.group(person, "Idle", [device.ref]);
      const mirror = new MirrorModel();
      await pull(person, mirror, `days=30&groups=${group}`);
      const { body } = await world.get(person, `/api/sync?cursor=${mirror.cursor}`);
      const plain = new MirrorModel();
      await pull(person, plain);
      const { body: whole } = await world.get(person, `/api/sync?cursor=${plain.cursor}`);
      console.info(`idle (${kind.name}): ${whole.length} bytes, ${body.length} with a choice`);
      expect(whole.length).toBeLessThanOrEqual(250);
      expect(body.length).toBeLessThanOrEqual(350);
    });
  });

  describe("a cursor", () => {
    it.each([
      ["no base64", "%24%24"],
      ["empty", ""],
      ["no JSON", Buffer.from("cursor").toString("base64url")],
      ["a list", Buffer.from("[1]").toString("base64url")],
      ["without a generation", Buffer.from('{"v":1,"b":"5","d":5}').toString("base64url")],
    ])("that is malformed (%s) is a 400 that names it", async (_, cursor) => {
      const { person } = await ranger();
      const answer = await world.get(person, `/api/sync?cursor=${cursor}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: "invalid", errors: { cursor: expect.any(String) } });
    });

    it("of this server whose fields were tampered with is a 400", async () => {
      const { person } = await ranger(4);
      const { cursor } = await world.sync(person, null, "limit=3");
      const changes = [
        { t: "'; drop table insights" },
        { t: 5 },
        { e: "soon" },
        { s: 99 },
        { s: -1 },
        { s: undefined },
        { a: [1] },
        { a: ["x", 1] },
        { a: [1, -1] },
        { b: "nowhere", d: START_MS },
        { v: "1" },
      ];
      for (const change of changes) {
        const answer = await world.get(
          person,
          `/api/sync?cursor=${withFields(cursor, (fields) => ({ ...fields, ...change }))}`,
        );
        expect([change, answer.statusCode]).toEqual([change, 400]);
      }
    });

    it("of another history, of another version, ahead of the server or older than 120 days is a 410 resync", async () => {
      const { person } = await ranger(1);
      const { cursor } = await world.sync(person, null);
      const ahead = isPostgres(world.db) ? "99999999:99999999:" : "99999999";
      for (const change of [
        { g: "elsewhere", b: "of any form" },
        { v: 99 },
        { b: ahead },
        { d: START_MS - 121 * DAY_MS },
      ]) {
        const answer = await world.get(
          person,
          `/api/sync?cursor=${withFields(cursor, (fields) => ({ ...fields, ...change }))}`,
        );
        expect([change, answer.statusCode]).toEqual([change, 410]);
        expect(answer.json()).toMatchObject({ code: "resync", errors: { general: expect.any(String) } });
      }
    });

    it("stays good for as long as its client asks now and then", async () => {
      const { person } = await ranger(1);
      const mirror = new MirrorModel();
      await pull(person, mirror);
      for (let month = 0; month < 3; month += 1) {
        world.clock.advance(100 * DAY_MS);
        await pull(person, mirror);
      }
      world.clock.advance(121 * DAY_MS);
      expect((await world.get(person, `/api/sync?cursor=${mirror.cursor}`)).statusCode).toBe(410);
    });
  });

  it("keeps what was deleted for as long as a cursor is good, and no longer", async () => {
    const { person } = await ranger();
    const nowMs = world.clock.now();
    const ages = { kept: 120 * DAY_MS, forgotten: 122 * DAY_MS };
    for (const [row_key, age] of Object.entries(ages)) {
      await world.db.write((transaction) =>
        transaction
          .insertInto("tombstones")
          .values({
            feed_table: "groups",
            row_key,
            user_id: person.userId,
            device_ref: null,
            created_at: nowMs - age,
          })
          .execute(),
      );
    }
    await world.runner.sweep();
    const left = await world.db.reader
      .selectFrom("tombstones")
      .select("row_key")
      .where("user_id", "=", person.userId)
      .execute();
    expect(left).toEqual([{ row_key: "kept" }]);
  });

  it.each([
    ...["limit=0", "limit=10001", "limit=x", "days=0", "days=-1", "days=week", "days=99999", "days="],
    ...["groups=", "groups=1,", "groups=x", "groups=1,all", "estimate=perhaps"],
  ])("refuses %s and names the field", async (query) => {
    const { person } = await ranger();
    const answer = await world.get(person, `/api/sync?${query}`);
    const [field = ""] = query.split("=");
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field, "general"]]);
  });

  it("ignores what a later version may ask", async () => {
    const { person } = await ranger(2);
    const page = await world.sync(person, null, "colour=blue");
    expect(page.tables.insights?.rows).toBe(2);
  });

  it("tells where in a photo the animals are and what people noted, and nothing of an insight without", async () => {
    const { person, device } = await ranger(2);
    const plain = await world.sync(person, null);
    expect(Object.keys(plain.tables.insights?.columns ?? {})).not.toContain("boxes");
    expect(Object.keys(plain.tables.insights?.columns ?? {})).not.toContain("observation");
    const box = [0.41234, 0.305, 0.12, 0.088] as const;
    const observation = { count: 3, sex: "female", comments: "line one\nline “two”" };
    await world.insights(device.ref, [
      {
        class_name: "lynx",
        observation,
        boxes: [
          { className: "lynx", confidence: 0.934, box },
          { className: "human", confidence: 0.5, box: [0, 0, 1, 1] },
          { className: "lynx", confidence: 0.05, box: [0.5, 0.5, 0.1, 0.1] },
        ],
      },
    ]);
    const page = await world.sync(person, plain.cursor);
    expect(decodeColumn("boxes", page.tables.insights?.columns.boxes, 1)).toEqual([
      "412,305,120,88,93;0,0,1000,1000,50,human",
    ]);
    const [text] = decodeColumn("observation", page.tables.insights?.columns.observation, 1);
    expect(parseObservation(String(text))).toEqual(observation);
    // The other calls return all known rows.
    const { message } = (await world.get(person, "/api/insights/paginated?limit=1")).json();
    expect(message[0].observation).toEqual(observation);
    expect(message[0].boxes).toHaveLength(3);
    expect(message[0].boxes[0]).toEqual({ className: "lynx", confidence: 0.934, box });
  });

  it.each(["without boxes", "with boxes"])(
    "encodes 10000 insights %s into at most 200 kB, in little time",
    async (kindOfRows) => {
      const person = await world.person();
      const sentinels = await Promise.all(Array.from({ length: 12 }, () => world.device(person)));
      const classes = ["empty", "lynx", "red fox", "roe deer", "wild boar", "badger", "human", "vehicle"];
      let seed = 7;
      const random = () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        return seed / 2 ** 31;
      };
      // Of its own, and of a longer period: the other one would begin anew within these rows.
      const chance = mulberry32(11);
      let time = START_MS;
      const seeds = Array.from({ length: 10_000 }, (_, row) => {
        const class_name = classes[Math.floor(random() ** 2 * classes.length)] ?? "empty";
        const confidence = Math.round((0.4 + random() * 0.6) * 1000) / 1000;
        time += Math.floor(random() * 600_000);
        return {
          source_id: `IMG_${String(row).padStart(5, "0")}`,
          class_name,
          class_id: classes.indexOf(class_name),
          class_list: [{ className: class_name, averageConfidence: confidence }],
          confidence,
          time_stamp: time,
          file_ctime: time - Math.floor(random() * 90_000),
          latitude: 46.5,
          longitude: 8.25,
          ...(kindOfRows === "without boxes" ? {} : { boxes: boxesOf(class_name, chance) }),
        };
      });
      for (const [index, sentinel] of sentinels.entries()) {
        await world.insights(
          sentinel.ref,
          seeds.filter((_, row) => row % sentinels.length === index),
        );
      }
      const page = await world.sync(person, null, "limit=10000");
      expect(page.tables.insights?.rows).toBeGreaterThan(9_900);
      expect(overWire(page)).toBeLessThanOrEqual(200_000);
      console.info(`10,000 insights (${kindOfRows}, ${kind.name}): ${overWire(page)} bytes`);
    },
  );
});

/** As MegaDetector finds them: five in four pictures with high confidence, and as many with low confidence. */
function boxesOf(class_name: string, random: () => number): DetectionBox[] {
  const side = () => Math.round(random() * 5_000) / 10_000;
  const found = (className: string, least: number, most: number): DetectionBox => ({
    className,
    confidence: Math.round((least + random() * (most - least)) * 1000) / 1000,
    box: [side(), side(), side(), side()],
  });
  if (class_name === "empty") return [];
  return [
    found(class_name, 0.6, 0.98),
    ...(random() < 0.25 ? [found(random() < 0.2 ? "human" : class_name, 0.2, 0.9)] : []),
    found(class_name, 0.005, 0.19),
  ];
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
