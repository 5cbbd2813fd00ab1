import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js/index-native.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person, START_MS } from "../../support/server/insight-world.ts";

/** A class that only the insights have that go out of reach. */
const LOST_CLASS = "okapi";

interface Lost {
  readonly device: { ref: number; id: string };
  readonly insightIds: readonly string[];
  readonly photoKeys: readonly string[];
  readonly mirror: MirrorModel;
}

describe.each(DATABASE_KINDS)("insights that go out of reach, over $name", (kind) => {
  let world: InsightWorld;
  beforeAll(async () => {
    world = await InsightWorld.open(kind);
  });
  afterAll(() => world.close());

  /** A person with two Sentinels, the insights of one of which are to go out of reach. */
  async function begin(person: Person): Promise<Lost> {
    const kept = await world.device(person);
    const [keptId = ""] = await world.insights(kept.ref, [{}]);
    await world.photo(keptId, Buffer.from(`kept by ${person.username}`));
    const device = await world.device(person);
    const collection_id = await world.collection(device.ref, { start: START_MS, end: START_MS + 60_000 });
    const lost = { class_name: LOST_CLASS, time_stamp: START_MS };
    const insightIds = await world.insights(device.ref, [
      { ...lost, collection_id },
      { ...lost, collection_id },
      lost,
    ]);
    const photoKeys: string[] = [];
    for (const id of insightIds) photoKeys.push((await world.photo(id, Buffer.from(`lost photo ${id}`))).key);
    const features = await world.message<{ id: string }[]>(person, "/api/features");
    for (const { id } of features) {
      const headers = { authorization: `Bearer ${person.token}` };
      const payload = { enabled: true };
      await world.app.inject({ method: "PUT", url: `/api/features/${id}`, headers, payload });
    }
    const mirror = new MirrorModel();
    await pull(person, mirror);
    expect(mirror.tables.insights.size).toBe(4);
    return { device, insightIds, photoKeys, mirror };
  }

  async function pull(person: Person, mirror: MirrorModel): Promise<void> {
    for (let more = true; more; ) {
      const page = await world.sync(person, mirror.cursor, "limit=2");
      mirror.apply(page);
      more = page.more;
    }
  }

  const clear = (person: Person, { id }: Lost["device"], what: "insights" | "ownership") =>
    world.app.inject({
      method: "DELETE",
      url: `/api/dataClearing/${id}?${what}=true`,
      headers: { authorization: `Bearer ${person.token}` },
    });

  /** Every list that has insights or photographs, in one text. */
  async function allLists(person: Person): Promise<string> {
    const urls = [
      "/api/insights/paginated",
      "/api/insights/paginated?limit=1000&offset=0",
      "/api/insights/photos",
      "/api/insights/photos?limit=1000&offset=0",
      "/api/insights/overview",
      "/api/collections/paginated?limit=1000&offset=0",
      "/api/devices/report-days",
      "/api/alerts",
    ];
    const answers = await Promise.all(urls.map((url) => world.get(person, url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200));
    return answers.map(({ body }) => body).join("\n");
  }

  async function exported(person: Person): Promise<{ names: string[]; text: string }> {
    const answer = await world.get(person, "/api/user/export?photos=true");
    const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(answer.rawPayload)));
    const names: string[] = [];
    let text = "";
    for (const entry of await zip.getEntries()) {
      if (entry.directory) continue;
      names.push(entry.filename);
      if (/^insights\./.test(entry.filename)) text += await entry.getData(new TextWriter());
    }
    return { names, text };
  }

  async function expectOutOfReach(person: Person, { device, insightIds, photoKeys, mirror }: Lost) {
    const lists = await allLists(person);
    expect(lists).not.toContain(LOST_CLASS);
    for (const id of insightIds) expect(lists).not.toMatch(new RegExp(`"(insight)?_?[iI]d":"${id}"`));
    for (const key of photoKeys) {
      for (const size of ["", "&thumbnail=true"]) {
        const answer = await world.get(person, `/api/photo?deviceId=${device.id}&photoUrl=${key}${size}`);
        expect(answer.statusCode).toBe(404);
      }
    }
    expect((await world.message<{ count: number }>(person, "/api/insights/count")).count).toBe(1);
    const { names, text } = await exported(person);
    expect(text).not.toContain(LOST_CLASS);
    expect(names.filter((name) => name.startsWith("photos/"))).toHaveLength(1);
    expect(JSON.stringify(names)).not.toContain(`photos/${device.id}/`);
    // A device that holds them drops them, and a new one does not get them.
    await pull(person, mirror);
    const anew = new MirrorModel();
    await pull(person, anew);
    for (const { tables } of [mirror, anew]) {
      expect([tables.insights.size, tables.photos.size]).toEqual([1, 1]);
    }
    // Actions that name them by their ids change nothing.
    const items = insightIds.map((insightId) => ({
      insightId,
      deviceId: device.id,
      insightStatus: "favorite",
    }));
    const posted = await world.postUpdates(person, items);
    await world.runner.runOnce();
    const { bulkId } = posted.json().message;
    const done = await world.message<{ items: { outcome: string }[] }>(
      person,
      `/api/updates?bulk_id=${bulkId}`,
    );
    expect(done.items.every(({ outcome }) => outcome === "gone" || outcome === "forbidden")).toBe(true);
    expect(done.items).toHaveLength(insightIds.length);
    const statuses = await world.db.reader
      .selectFrom("insights")
      .select("insight_status")
      .where("insight_id", "in", insightIds.map(Number))
      .execute();
    expect(new Set(statuses.map(({ insight_status }) => insight_status))).toEqual(new Set(["none"]));
  }

  it("archived with all of their Sentinel, are in no list, photo, thumbnail, export or page of the feed, for any of its users (promise B6)", async () => {
    const [ada, ben] = [await world.person(), await world.person()];
    const lost = await begin(ada);
    await world.grant(lost.device.ref, ben);
    const keptByBen = await world.device(ben);
    await world.photo((await world.insights(keptByBen.ref, [{}]))[0] ?? "", Buffer.from("kept by Ben"));
    const mirrorOfBen = new MirrorModel();
    await pull(ben, mirrorOfBen);
    expect((await clear(ada, lost.device, "insights")).statusCode).toBe(200);
    await expectOutOfReach(ada, lost);
    await expectOutOfReach(ben, { ...lost, mirror: mirrorOfBen });
  });

  it("revoked with their Sentinel, are out of reach of that person alone, also when the Sentinel is given again (promise B6)", async () => {
    const [ada, ben] = [await world.person(), await world.person()];
    const lost = await begin(ada);
    await world.grant(lost.device.ref, ben);
    expect((await clear(ada, lost.device, "ownership")).statusCode).toBe(200);
    await expectOutOfReach(ada, lost);
    expect(await allLists(ben)).toContain(LOST_CLASS);
    const revoked = await world.db.reader
      .selectFrom("device_revocations")
      .select("after_insight_id")
      .where("user_id", "=", ada.userId)
      .where("device_ref", "=", lost.device.ref)
      .executeTakeFirstOrThrow();
    await world.grant(lost.device.ref, ada, revoked.after_insight_id);
    await expectOutOfReach(ada, lost);
    await world.insights(lost.device.ref, [{ class_name: "genet" }]);
    expect(await allLists(ada)).toContain("genet");
  });
});
