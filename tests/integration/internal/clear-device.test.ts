import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { lockDevices } from "../../../server/features/devices/lock-repository.ts";
import { detachDevice } from "../../../server/features/internal/clearing-repository.ts";
import { JobRunner } from "../../../server/jobs/job-runner.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { drawnPhoto, updateOf } from "../../support/server/access/access-world.ts";
import { DATABASE_KINDS, isPostgres } from "../../support/server/databases.ts";
import { fieldPhoto, speakingDevice } from "../../support/server/ingest-world.ts";
import { lockWaits, signal } from "../../support/server/lock-waits.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const MINUTE_MS = 60_000;

describe.each(DATABASE_KINDS)("a Sentinel that staff clear on $name", (kind) => {
  let test: TestApp;
  let staff: TestUser;
  let ada: TestUser;
  let ben: TestUser;

  beforeAll(async () => {
    test = await makeTestApp({ kind });
    staff = await test.addUser("zoe", "staff");
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
  });
  afterAll(() => test.close());

  const clear = (id: string, as: TestUser = staff) =>
    test.call("DELETE", `/api/internal/devices/${id}`, { as });
  const contents = (id: string) => test.call("GET", `/api/internal/devices/${id}/contents`, { as: staff });

  async function pull(user: TestUser, mirror: MirrorModel): Promise<void> {
    for (let more = true; more; ) {
      const cursor = mirror.cursor === null ? "" : `?cursor=${encodeURIComponent(mirror.cursor)}`;
      const page = (await test.call("GET", `/api/sync${cursor}`, { as: user })).json();
      mirror.apply(page);
      more = page.more;
    }
  }

  async function runJobs(jobs: JobRunner = test.jobs): Promise<number> {
    let rounds = 0;
    while (await jobs.clearDevices()) rounds += 1;
    return rounds;
  }

  async function rowsOf(ref: number): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const table of OF_A_DEVICE) {
      const { count } = await test.db.reader
        .selectFrom(table)
        .where("device_ref", "=", ref)
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
      if (Number(count) > 0) counts[table] = Number(count);
    }
    return counts;
  }

  const storedFiles = async (folder: "photos" | "thumbs") =>
    (await readdir(join(test.dataDir, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  /** Lets the wait of unused files pass, and removes them. */
  async function removeLeftFiles(): Promise<void> {
    for (const file of await storedFiles("photos")) await utimes(file, 0, 0);
    test.clock.advance(11 * MINUTE_MS);
    await runJobs();
  }

  it("is gone with all that hangs on it, for all its users; a second clear finds nothing [INT-07]", async () => {
    const camera = await speakingDevice(test, "DOOMED", [ada, ben]);
    await test.addDevice("SPARED", [ada]);
    const release = await test.addRelease("Spring", [ada]);
    const model = await test.addModel("Birds", [ada], [camera.ref]);
    for (const n of [1, 2, 3]) {
      await camera.send({ source_id: String(n), class_name: "fox", collection_id: "night" });
    }
    await camera.put("1", await fieldPhoto(1));
    await camera.call("POST", "status", { battery_voltage: 3.4, recorded_at: "2024-05-01T05:00:00.000Z" });
    await test.addAlert(ada, camera.ref);
    const group = await test.addGroup(ada, "North", [camera.ref]);
    const alone = await test.call("POST", "/api/devices/update", {
      as: ada,
      body: updateOf("DOOMED", release),
    });
    expect(alone.statusCode).toBe(200);
    const mirrors = { ada: new MirrorModel(), ben: new MirrorModel() };
    await pull(ada, mirrors.ada);
    await pull(ben, mirrors.ben);
    expect(mirrors.ben.tables.insights.size).toBe(3);
    expect((await contents("DOOMED")).json().message).toEqual({
      device_id: "DOOMED",
      display_name: "Unnamed",
      insights: 3,
      photos: 1,
      alerts: 1,
      updates: 1,
      users: ["ada", "ben"],
    });

    const answer = await clear("DOOMED");
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: "ok" });

    // At once, before any job has run.
    for (const user of [ada, ben]) {
      const devices = (await test.call("GET", "/api/getDevicesForUser", { as: user })).json().message;
      expect(devices.map(({ device_id }: { device_id: string }) => device_id)).not.toContain("DOOMED");
      const insights = await test.call("GET", "/api/insights/paginated", { as: user });
      expect(insights.json().message).toEqual([]);
      expect((await test.call("GET", "/api/alerts", { as: user })).json().message).toEqual([]);
      expect((await test.call("GET", "/api/devices/update", { as: user })).json().message).toEqual([]);
      const all = await test.call("GET", "/api/internal/devices", { as: staff });
      expect(all.body).not.toContain("DOOMED");
      expect(all.body).not.toContain("cleared");
    }
    expect(
      (await camera.call("POST", "insights", { insights: [{ source_id: "4", class_name: "fox" }] }))
        .statusCode,
    ).toBe(401);
    expect((await clear("DOOMED")).statusCode).toBe(404);
    expect((await contents("DOOMED")).statusCode).toBe(404);
    await pull(ada, mirrors.ada);
    await pull(ben, mirrors.ben);
    expect([...mirrors.ada.tables.devices.keys()]).toEqual(["SPARED"]);
    expect(mirrors.ada.tables.insights.size + mirrors.ben.tables.insights.size).toBe(0);
    expect(mirrors.ada.tables.alerts.size).toBe(0);
    expect(mirrors.ada.tables.groups.get(group)).toMatchObject({ devices: [] });

    await runJobs();
    expect(await rowsOf(camera.ref)).toEqual({});
    expect((await test.call("GET", `/api/models/${model}/classes`, { as: ada })).statusCode).toBe(200);
    const { message } = (
      await test.call("GET", "/api/internal/audit?action=clear_device", { as: staff })
    ).json();
    expect(message).toMatchObject([
      {
        actor: "zoe",
        targetKind: "device",
        targetId: "DOOMED",
        changes: expect.arrayContaining([
          { fact: "insights", before: "3", after: null },
          { fact: "users", before: "ada, ben", after: null },
        ]),
      },
    ]);
  });

  it("frees its id at once: a new Sentinel with the id has nothing of the old one", async () => {
    const camera = await speakingDevice(test, "REUSED", [ada]);
    await camera.send({ source_id: "1", class_name: "fox" });
    const mirror = new MirrorModel();
    await pull(ada, mirror);
    await clear("REUSED");
    const made = await test.call("POST", "/api/devices", { as: ada, body: { device_id: "REUSED" } });
    expect(made.statusCode).toBe(200);
    await pull(ada, mirror);
    expect(mirror.tables.devices.has("REUSED")).toBe(true);
    expect(mirror.insights().filter(({ device_id }) => device_id === "REUSED")).toEqual([]);
    await runJobs();
    expect(
      (await test.call("GET", "/api/getDevicesForUser?device_id=REUSED", { as: ada })).json().message,
    ).toHaveLength(1);
  });

  it("leaves an update of several Sentinels to the others", async () => {
    await test.addDevice("PAIR-1", [ben]);
    const second = await speakingDevice(test, "PAIR-2", [ben]);
    const release = await test.addRelease("Pair", [ben]);
    const body = { ...updateOf("PAIR-1", release), deviceIds: ["PAIR-1", "PAIR-2"] };
    const asked = await test.call("POST", "/api/devices/update", { as: ben, body });
    const { deviceUpdateId } = asked.json().message;
    await clear("PAIR-1");
    const [update] = (await test.call("GET", "/api/devices/update", { as: ben })).json().message;
    expect(update).toMatchObject({ deviceUpdateId, status: "pending", deviceIds: ["PAIR-2"] });
    await second.call("POST", `update/${deviceUpdateId}`, { status: "success" });
    const [settled] = (await test.call("GET", "/api/devices/update", { as: ben })).json().message;
    expect(settled.status).toBe("success");
    await runJobs();
  });

  it("is cleared by one of two who clear it at once", async () => {
    await test.addDevice("TWICE", [ada, ben]);
    const answers = await Promise.all([clear("TWICE"), clear("TWICE"), clear("TWICE")]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
    await runJobs();
  });

  it("is deleted to the end by the next process where one ends between two slices", async () => {
    const ref = await test.addDevice("LARGE", [ada]);
    await test.db.write((transaction) =>
      test.db.dialect.insertMany(
        transaction,
        "insights",
        Array.from({ length: 600 }, (_, n) => ({ ...INSIGHT, device_ref: ref, source_id: String(n) })),
      ),
    );
    await clear("LARGE");
    const tombstones = async () =>
      Number(
        (
          await test.db.reader
            .selectFrom("tombstones")
            .where("device_ref", "=", ref)
            .where("feed_table", "=", "insights")
            .select(({ fn }) => fn.countAll().as("count"))
            .executeTakeFirstOrThrow()
        ).count,
      );
    expect(await test.jobs.clearDevices()).toBe(true);
    const left = (await rowsOf(ref)).insights ?? 0;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(600);
    const next = new JobRunner(test.deps);
    expect(await runJobs(next)).toBeGreaterThan(1);
    expect(await rowsOf(ref)).toEqual({});
    expect(await tombstones()).toBe(0);
    expect(await next.clearDevices()).toBe(false);
  });

  /** Makes a call whose key or claim was good, while a clear of the Sentinel is about to end. */
  async function besideClear<Answer>(
    deviceRef: number,
    call: () => Promise<Answer>,
    isUnderWay: () => Promise<boolean>,
  ): Promise<Answer> {
    const [held, letGo] = [signal(), signal()];
    const clearing = test.db.write(async (transaction) => {
      await lockDevices(test.db, transaction, [deviceRef]);
      held.give();
      await letGo.given;
      await detachDevice(test.db, transaction, deviceRef, test.clock.now());
    });
    await held.given;
    const answer = call();
    await expect.poll(isUnderWay).toBe(true);
    letGo.give();
    await clearing;
    return answer;
  }
  /** SQLite has one writer, which a call waits for before it does anything. */
  const waits = async () => !isPostgres(test.db) || (await lockWaits(test.db)) > 0;

  it("gets no new key, no new owner and no insight from a call that comes while it is cleared", async () => {
    const camera = await speakingDevice(test, "AT-ONCE", [ada]);
    const renewed = await besideClear(
      camera.ref,
      () => test.call("POST", "/api/devices/AT-ONCE/key", { as: ada }),
      waits,
    );
    expect(renewed.statusCode).toBe(404);
    expect(await rowsOf(camera.ref)).not.toHaveProperty("device_keys");

    const made = await test.call("POST", "/api/devices", {
      as: staff,
      body: { device_id: "AT-ONCE-2", unassigned: true },
    });
    const claim = { device_id: "AT-ONCE-2", claim_code: made.json().claimCode };
    const { device_ref: claimedRef } = await test.db.reader
      .selectFrom("devices")
      .select("device_ref")
      .where("device_id", "=", "AT-ONCE-2")
      .executeTakeFirstOrThrow();
    const claimed = await besideClear(
      claimedRef,
      () => test.call("POST", "/api/devices", { as: ada, body: claim }),
      waits,
    );
    expect(claimed.statusCode).toBe(409);
    expect(await rowsOf(claimedRef)).not.toHaveProperty("device_users");

    const sender = await speakingDevice(test, "AT-ONCE-3", [ada]);
    const insight = { source_id: "late", class_name: "fox", time_stamp: test.clock.now() };
    const sent = await besideClear(
      sender.ref,
      () => sender.call("POST", "insights", { insights: [insight] }),
      waits,
    );
    expect(sent.statusCode).toBe(401);
    expect(await rowsOf(sender.ref)).not.toHaveProperty("insights");
  });

  it("leaves no file of a photograph that was complete while it was cleared", async () => {
    const camera = await speakingDevice(test, "LAST-PHOTO", [ada]);
    await camera.send({ source_id: "a", class_name: "fox" });
    await removeLeftFiles();
    const before = await storedFiles("photos");
    const { photos } = test.deps;
    const putting = vi.spyOn(photos, "put").mockImplementation(async (bytes) => {
      putting.mockRestore();
      const stored = await photos.put(bytes);
      await clear("LAST-PHOTO");
      return stored;
    });
    expect((await camera.put("a", await fieldPhoto(13))).statusCode).toBe(409);
    await runJobs();
    expect(await storedFiles("photos")).toHaveLength(before.length + 1);
    await removeLeftFiles();
    expect(await storedFiles("photos")).toEqual(before);
  });

  it("takes its photographs from the storage, but not those that another Sentinel has too", async () => {
    const [first, second] = [
      await speakingDevice(test, "PHOTO-1", [ada]),
      await speakingDevice(test, "PHOTO-2", [ada]),
    ];
    const [own, shared] = [await fieldPhoto(11), await drawnPhoto()];
    await removeLeftFiles();
    const before = { photos: await storedFiles("photos"), thumbs: await storedFiles("thumbs") };
    for (const [source_id, photo] of [
      ["own", own],
      ["shared", shared],
    ] as const) {
      await first.send({ source_id, class_name: "fox" });
      expect((await first.put(source_id, photo)).statusCode).toBe(200);
    }
    await second.send({ source_id: "shared", class_name: "fox" });
    const stored = await second.put("shared", shared);
    const { path } = stored.json().message;
    expect((await storedFiles("photos")).length).toBe(before.photos.length + 2);

    await clear("PHOTO-1");
    await runJobs();
    // Files wait, because a photograph is stored before the row that names it.
    expect((await storedFiles("photos")).length).toBe(before.photos.length + 2);
    await removeLeftFiles();
    expect((await storedFiles("photos")).length).toBe(before.photos.length + 1);
    expect((await storedFiles("thumbs")).length).toBe(before.thumbs.length + 1);
    const kept = await test.call("GET", `/api/photo?deviceId=PHOTO-2&photoUrl=${path}`, { as: ada });
    expect(kept.statusCode).toBe(200);
  });

  it("keeps a photograph in the storage that is sent again while its file waits for removal", async () => {
    const camera = await speakingDevice(test, "RESENT-1", [ada]);
    const photo = await fieldPhoto(12);
    await camera.send({ source_id: "a", class_name: "fox" });
    await camera.put("a", photo);
    await clear("RESENT-1");
    await runJobs();
    const again = await speakingDevice(test, "RESENT-2", [ada]);
    await again.send({ source_id: "a", class_name: "fox" });
    const { path } = (await again.put("a", photo)).json().message;
    await removeLeftFiles();
    const kept = await test.call("GET", `/api/photo?deviceId=RESENT-2&photoUrl=${path}`, { as: ada });
    expect(kept.statusCode).toBe(200);
  });
});

const OF_A_DEVICE = [
  "devices",
  "device_users",
  "device_keys",
  "device_reports",
  "device_arrivals",
  "device_update_targets",
  "device_clearings",
  "insights",
  "photos",
  "photo_uploads",
  "collections",
  "alerts",
  "deployments",
  "group_devices",
] as const;

const INSIGHT = {
  table_name: "insights",
  alg_id: null,
  class_name: "fox",
  class_id: null,
  class_list: "[]",
  confidence: null,
  group_confidence: null,
  is_from_lora: 0,
  time_stamp: 1_714_540_000_000,
  file_ctime: null,
  comms_source: null,
  latitude: null,
  longitude: null,
  collection_id: null,
  boxes: null,
  origin: "machine",
} as const;
