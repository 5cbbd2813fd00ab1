import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { drawnPhoto, TFLITE_FILE, updateOf } from "../../support/server/access/access-world.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const LISTS = ["modelRelease", "devices", "algs"] as const;

describe.each(DATABASE_KINDS)("what staff see and assign on $name", (kind) => {
  let test: TestApp;
  let staff: TestUser;
  let ada: TestUser;
  let ben: TestUser;
  let photo: Buffer;

  beforeAll(async () => {
    test = await makeTestApp({ kind });
    staff = await test.addUser("zoe", "staff");
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
    photo = await drawnPhoto();
  });
  afterAll(() => test.close());

  const read = async (path: string, as: TestUser = staff) =>
    (await test.call("GET", `/api/internal/${path}`, { as })).json().message;
  const put = (path: string, body: object, as: TestUser = staff) =>
    test.call("PUT", `/api/internal/${path}`, { as, body });
  const devicesOf = async (user: TestUser): Promise<string[]> =>
    (await read(`users/${user.userId}/devices`)).map(({ device_id }: { device_id: string }) => device_id);
  const giveDevices = (user: TestUser, deviceIds: readonly string[]) =>
    put(`users/${user.userId}/devices`, { deviceIds });
  const audit = async (query = "") =>
    (await test.call("GET", `/api/internal/audit${query}`, { as: staff })).json();

  async function pull(user: TestUser, mirror: MirrorModel): Promise<void> {
    for (let more = true; more; ) {
      const cursor = mirror.cursor === null ? "" : `?cursor=${encodeURIComponent(mirror.cursor)}`;
      const page = (await test.call("GET", `/api/sync${cursor}`, { as: user })).json();
      mirror.apply(page);
      more = page.more;
    }
  }

  it("lists users with exactly the six fields, all to staff and to a member their own row [ADMIN-19] [ADMIN-26]", async () => {
    const ofAda = {
      user_id: ada.userId,
      email: "ada@example.org",
      username: "ada",
      first_name: "ada",
      last_name: "Test",
      phone_number: "7000000000",
    };
    const all = await read("users");
    expect(all.map(({ username }: { username: string }) => username)).toEqual(["ada", "ben", "zoe"]);
    expect(all[0]).toEqual(ofAda);
    expect(await read("users", ada)).toEqual([ofAda]);
  });

  it("lists all Sentinels to staff, whoever has them, and to a member their own [ADMIN-27]", async () => {
    await test.addDevice("LIST-2", [ada]);
    await test.addDevice("LIST-10", [ben]);
    await test.addDevice("LIST-1", []);
    const named = (rows: { device_id: string }[]) =>
      rows.map(({ device_id }) => device_id).filter((id) => id.startsWith("LIST"));
    expect(named(await read("devices")).sort()).toEqual(["LIST-1", "LIST-10", "LIST-2"]);
    expect(named(await read("devices", ada))).toEqual(["LIST-2"]);
    const own = (await test.call("GET", "/api/getDevicesForUser", { as: ada })).json().message;
    expect(await read("devices", ada)).toEqual(own);
  });

  it("lists algorithms with their place and classes, all to staff and to a member those in the account [ADMIN-20] [ADMIN-21] [ADMIN-28]", async () => {
    const alg = await test.addModel("Birds", [ada], [], {
      alg_bucket: "public",
      alg_path: "birds.tflite",
      md5_checksum: "d41d8cd98f00b204e9800998ecf8427e",
    });
    await test.addModel("Fish", [], []);
    const birds = {
      alg_id: alg,
      alg_name: "Birds",
      framework: "YOLOv5",
      date_created: "2024-05-01T06:00:00.000Z",
      alg_bucket: "public",
      alg_path: "birds.tflite",
      md5_checksum: "d41d8cd98f00b204e9800998ecf8427e",
      class_definitions: [{ class_id: 1, label: "fox", original_label: "Vulpes vulpes" }],
    };
    const all = await read("algs");
    expect(all.map(({ alg_name }: { alg_name: string }) => alg_name)).toEqual(["Birds", "Fish"]);
    expect({ ...all[0], date_created: birds.date_created }).toEqual(birds);
    expect(all[1]).toMatchObject({ alg_bucket: null, alg_path: null, md5_checksum: null });
    expect((await read("algs", ada)).map(({ alg_name }: { alg_name: string }) => alg_name)).toEqual([
      "Birds",
    ]);
  });

  it("answers a member about nobody else, and about a user that does not exist to nobody", async () => {
    for (const list of LISTS) {
      const about = (id: number, as: TestUser) =>
        test.call("GET", `/api/internal/users/${id}/${list}`, { as });
      expect((await about(ben.userId, ada)).statusCode).toBe(404);
      expect((await about(ada.userId, ada)).statusCode).toBe(200);
      expect((await about(99_999, staff)).statusCode).toBe(404);
    }
  });

  it("reads and replaces the releases of a user, who may update to them at once [ADMIN-29] [ADMIN-30]", async () => {
    const [spring, autumn] = [await test.addRelease("Spring", [ada]), await test.addRelease("Autumn", [])];
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
    expect(names(await read(`users/${ada.userId}/modelRelease`))).toEqual(["Spring"]);
    const answer = await put(`users/${ada.userId}/modelRelease`, { algReleaseIds: [Number(autumn), spring] });
    expect(names(answer.json().message)).toEqual(["Autumn", "Spring"]);
    expect((await put(`users/${ada.userId}/modelRelease`, { algReleaseIds: [autumn] })).statusCode).toBe(200);
    const approved = await test.call("GET", "/api/modelRelease/approved", { as: ada });
    expect(names(approved.json().message)).toEqual(["Autumn"]);
    const refused = await put(`users/${ada.userId}/modelRelease`, { algReleaseIds: [spring, "999", "x"] });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().errors).sort()).toEqual([
      "algReleaseIds.1",
      "algReleaseIds.2",
      "general",
    ]);
    expect(names(await read(`users/${ada.userId}/modelRelease`))).toEqual(["Autumn"]);
  });

  it("reads and replaces the models of a user, and their mirror follows [ADMIN-33] [ADMIN-34]", async () => {
    const [one, two] = [await test.addModel("One", [ben], []), await test.addModel("Two", [], [])];
    const mirror = new MirrorModel();
    await pull(ben, mirror);
    expect([...mirror.tables.models.keys()]).toEqual([one]);
    const ids = (rows: { alg_id: string }[]) => rows.map(({ alg_id }) => alg_id);
    expect(ids(await read(`users/${ben.userId}/algs`))).toEqual([one]);
    const answer = await put(`users/${ben.userId}/algs`, { algIds: [two] });
    expect(ids(answer.json().message)).toEqual([two]);
    await pull(ben, mirror);
    expect([...mirror.tables.models.keys()]).toEqual([two]);
    const refused = await put(`users/${ben.userId}/algs`, { algIds: ["0", two] });
    expect(refused.json().errors).toMatchObject({ "algIds.0": "There is no such model." });
    expect(ids(await read(`users/${ben.userId}/algs`))).toEqual([two]);
  });

  it("reads and replaces the Sentinels of a user, and their mirror gains and loses them at once [ADMIN-31] [ADMIN-32]", async () => {
    const refs = {
      kept: await test.addDevice("KEPT", [ben]),
      lost: await test.addDevice("LOST", [ben]),
      gained: await test.addDevice("GAINED", [ada]),
    };
    for (const ref of Object.values(refs)) await test.addInsight(ref, photo);
    const mirror = new MirrorModel();
    await pull(ben, mirror);
    const held = () => [...mirror.tables.insights.values()].map(({ device_id }) => device_id).sort();
    const before = await devicesOf(ben);
    expect(before).toEqual(expect.arrayContaining(["KEPT", "LOST"]));
    const rest = before.filter((id) => id !== "LOST");

    const answer = await giveDevices(ben, [...rest, "GAINED", "GAINED"]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().message).toEqual(await read(`users/${ben.userId}/devices`));
    expect(await devicesOf(ben)).toEqual(expect.arrayContaining(["GAINED", "KEPT"]));
    expect(await devicesOf(ben)).not.toContain("LOST");
    expect(await devicesOf(ada)).toContain("GAINED");
    await pull(ben, mirror);
    expect(mirror.tables.devices.has("LOST")).toBe(false);
    expect(held()).toEqual(["GAINED", "KEPT"]);

    const refused = await giveDevices(ben, ["KEPT", "nowhere"]);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: "invalid",
      errors: { "deviceIds.1": "There is no such Sentinel." },
    });
    expect(await devicesOf(ben)).toContain("GAINED");
  });

  it("gives a Sentinel again without what it sent before it was taken, also where its user gave it up", async () => {
    const ref = await test.addDevice("AGAIN", [ada]);
    const insightsOf = async () =>
      (await test.call("GET", "/api/insights/paginated", { as: ada }))
        .json()
        .message.filter(({ device_id }: { device_id: string }) => device_id === "AGAIN")
        .map(({ id }: { id: string }) => id);
    const first = await test.addInsight(ref, photo);
    expect(await insightsOf()).toEqual([first.insightId]);
    const others = (await devicesOf(ada)).filter((id) => id !== "AGAIN");
    await giveDevices(ada, others);
    const between = await test.addInsight(ref, photo);
    await giveDevices(ada, [...others, "AGAIN"]);
    expect(await insightsOf()).toEqual([between.insightId]);

    const gaveUp = await test.call("DELETE", "/api/dataClearing/AGAIN?ownership=true", { as: ada });
    expect(gaveUp.statusCode).toBe(200);
    await giveDevices(ada, [...others, "AGAIN"]);
    expect(await insightsOf()).toEqual([]);
    const later = await test.addInsight(ref, photo);
    expect(await insightsOf()).toEqual([later.insightId]);
  });

  it("drops the updates that a user asked of a Sentinel that is taken away", async () => {
    await test.addDevice("UPDATED", [ben]);
    const release = await test.addRelease("For the update", [ben]);
    const asked = await test.call("POST", "/api/devices/update", {
      as: ben,
      body: updateOf("UPDATED", release),
    });
    expect(asked.json().message.status).toBe("pending");
    await giveDevices(
      ben,
      (await devicesOf(ben)).filter((id) => id !== "UPDATED"),
    );
    const status = await test.db.reader
      .selectFrom("device_updates")
      .where("device_update_id", "=", Number(asked.json().message.deviceUpdateId))
      .select("status")
      .executeTakeFirst();
    expect(status).toEqual({ status: "dropped" });
  });

  it("carries out assignments that come at once one after the other, each as a whole", async () => {
    const cleo = await test.addUser("cleo");
    const ids = Array.from({ length: 6 }, (_, n) => `ONCE-${n}`);
    for (const id of ids) await test.addDevice(id, []);
    const wanted = [ids.slice(0, 3), ids.slice(2, 5), ids.slice(1), ids.slice(0, 1), ids.slice(3)];
    const answers = await Promise.all(wanted.map((list) => giveDevices(cleo, list)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(wanted.map(() => 200));
    const last = await devicesOf(cleo);
    expect(wanted).toContainEqual(last);
    const { message } = await audit("?action=assign_devices&limit=200");
    const ofCleo = message.filter(({ target }: { target: string }) => target === "cleo");
    const counts = ofCleo.map(({ changes }: { changes: { before: string; after: string }[] }) => changes[0]);
    // Each entry begins where the one before it ended.
    for (let at = 0; at + 1 < counts.length; at += 1) expect(counts[at].before).toBe(counts[at + 1].after);
    expect(counts[0].after).toBe(String(last.length));
  });

  it("records an assignment with what came and went, and one that changes nothing not at all", async () => {
    const dora = await test.addUser("dora");
    await test.addDevice("REC-1", []);
    await test.addDevice("REC-2", [dora]);
    const { total } = await audit();
    await giveDevices(dora, ["REC-1"]);
    await giveDevices(dora, ["REC-1"]);
    const page = await audit("?limit=1");
    expect(page.total).toBe(total + 1);
    expect(page.message).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        actorId: staff.userId,
        actor: "zoe",
        action: "assign_devices",
        targetKind: "user",
        targetId: String(dora.userId),
        target: "dora",
        changes: [
          { fact: "count", before: "1", after: "1" },
          { fact: "added", before: null, after: "REC-1" },
          { fact: "removed", before: "REC-2", after: null },
        ],
      },
    ]);
  });

  describe("the file of an algorithm", () => {
    const WRONG =
      "Can't update alg metadata. Check that the bucket and path point to the correct tflite file.";

    it("is found in the storage and its checksum taken from it [ADMIN-35]", async () => {
      const alg = await test.addModel("Placed", [], []);
      const { alg_bucket: bucket, alg_path: path } = await test.storeModelFile(TFLITE_FILE);
      const answer = await put(`algs/${alg}`, { bucket, path });
      expect(answer.statusCode).toBe(200);
      const md5 = createHash("md5").update(TFLITE_FILE).digest("hex");
      expect(answer.json().message).toMatchObject({
        alg_id: alg,
        alg_bucket: bucket,
        alg_path: path,
        md5_checksum: md5,
      });
      const all: { alg_id: string }[] = await read("algs");
      expect(all.find(({ alg_id }) => alg_id === alg)).toEqual(answer.json().message);
      const { message } = await audit("?action=update_model_file");
      expect(message[0]).toMatchObject({
        target: "Placed",
        changes: [{ fact: "bucket", after: bucket }, {}, {}],
      });
    });

    it("needs a bucket and a path", async () => {
      const alg = await test.addModel("Unplaced", [], []);
      for (const body of [{}, { bucket: "published" }, { bucket: " ", path: "a.tflite" }, { path: null }]) {
        const answer = await put(`algs/${alg}`, body);
        expect(answer.statusCode).toBe(400);
        expect(answer.json().errors.general).toBe(
          "Missing information. Check that bucket and path are both set.",
        );
      }
    });

    it("must be a tflite file of the storage: no other file, no folder, nothing outside of it", async () => {
      const alg = await test.addModel("Kept", [], [], { alg_bucket: "old", alg_path: "old.tflite" });
      const other = await test.storeModelFile("just some text, and long enough");
      await mkdir(join(test.dataDir, "models", "published", "folder"), { recursive: true });
      await writeFile(join(test.dataDir, "outside.tflite"), TFLITE_FILE);
      const places = [
        [other.alg_bucket, other.alg_path],
        ["published", "none.tflite"],
        ["published", "folder"],
        ["published", "../../outside.tflite"],
        ["..", "outside.tflite"],
        ["published", "folder/../../../outside.tflite"],
        [".", "x"],
        ["published", join(test.dataDir, "outside.tflite")],
        ["published", "a\0b"],
      ];
      for (const [bucket, path] of places) {
        const answer = await put(`algs/${alg}`, { bucket, path });
        expect([path, answer.statusCode]).toEqual([path, 400]);
        if (!path?.includes("\0")) expect(answer.json().errors.general).toBe(WRONG);
      }
      const all: { alg_id: string }[] = await read("algs");
      expect(all.find(({ alg_id }) => alg_id === alg)).toMatchObject({ alg_bucket: "old" });
      expect((await put("algs/999", { bucket: "a", path: "b" })).statusCode).toBe(404);
    });
  });
});
