import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InsightList } from "../../../src/protocol/insights-answers.ts";
import type { Insight } from "../../../src/protocol/shapes.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person, START_MS } from "../../support/server/insight-world.ts";

const insightList = Compile(InsightList);
const minute = (count: number) => START_MS + count * 60_000;
const scores = (...means: [string, number][]) =>
  means.map(([className, averageConfidence]) => ({ className, averageConfidence }));

describe.each(DATABASE_KINDS)("collections over $name", (kind) => {
  let world: InsightWorld;

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
  });
  afterAll(() => world.close());

  async function ranger(withCollections = true) {
    const person = await world.person();
    const device = await world.device(person);
    if (withCollections) await switchOn(person);
    return { person, device };
  }

  async function switchOn(person: Person): Promise<void> {
    const [feature] = await world.message<{ id: string }[]>(person, "/api/features");
    const answer = await world.app.inject({
      method: "PUT",
      url: `/api/features/${feature?.id}`,
      headers: { authorization: `Bearer ${person.token}` },
      payload: { enabled: true },
    });
    expect(answer.statusCode).toBe(200);
  }

  const page = (person: Person, query = "") =>
    world.message<Insight[]>(person, `/api/collections/paginated${query}`);

  it("holds its members newest first and shows mean class, common status and its newest member's rest [INS-27, INS-28, INS-29, INS-50]", async () => {
    const { person, device } = await ranger();
    const collection_id = await world.collection(device.ref, { start: minute(1), end: minute(3) });
    const shared = { collection_id, insight_status: "favorite" };
    const [first = "", second = "", third = ""] = await world.insights(device.ref, [
      { ...shared, time_stamp: minute(1), class_name: "fox", class_id: 2, class_list: scores(["fox", 0.9]) },
      { ...shared, time_stamp: minute(2), class_list: scores(["lynx", 0.96], ["fox", 0.85]) },
      {
        ...shared,
        time_stamp: minute(3),
        class_id: 7,
        class_list: scores(["lynx", 0.7]),
        latitude: 46.5,
        longitude: 8,
      },
    ]);
    const answer = await world.get(person, "/api/collections/paginated");
    expect(insightList.Check(answer.json())).toBe(true);
    const [row, ...others] = answer.json().message as Insight[];
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: String(collection_id),
      insight_id: String(collection_id),
      collection_id: String(collection_id),
      collection: true,
      class_name: "fox",
      class_id: 2,
      confidence: 0.88,
      class_list: scores(["lynx", 0.83], ["fox", 0.88]),
      insight_status: "favorite",
      device_id: device.id,
      display_name: `Camera ${device.id}`,
      time_stamp: new Date(minute(3)).toISOString(),
      latitude: 46.5,
      longitude: 8,
      window_start: new Date(minute(1)).toISOString(),
      window_end: new Date(minute(3)).toISOString(),
    });
    expect(row?.insights.map(({ id }) => id)).toEqual([third, second, first]);
    expect(row?.insights[0]).toMatchObject({
      collection: false,
      collection_id: String(collection_id),
      insights: [],
      window_start: new Date(minute(1)).toISOString(),
    });
  });

  it("has no status where its members differ [INS-30]", async () => {
    const { person, device } = await ranger();
    const collection_id = await world.collection(device.ref, { start: 0, end: 1 });
    await world.insights(device.ref, [{ collection_id, insight_status: "archive" }, { collection_id }]);
    expect((await page(person))[0]?.insight_status).toBeNull();
  });

  it("stands at its newest member's place among insights that are in none, one row in the count of a page [INS-50, INS-60]", async () => {
    const { person, device } = await ranger();
    const early = await world.collection(device.ref, { start: 0, end: 1 });
    const late = await world.collection(device.ref, { start: 0, end: 1 });
    const [, , , , , single1 = "", single2 = ""] = await world.insights(device.ref, [
      { collection_id: early, time_stamp: minute(1) },
      { collection_id: early, time_stamp: minute(20) },
      { collection_id: late, time_stamp: minute(10) },
      { collection_id: late, time_stamp: minute(30) },
      { collection_id: late, time_stamp: minute(2) },
      { time_stamp: minute(25) },
      { time_stamp: minute(5) },
    ]);
    const all = await page(person);
    const names = all.map(({ id, collection }) => `${collection ? "collection" : "single"} ${id}`);
    expect(names).toEqual([
      `collection ${late}`,
      `single ${single1}`,
      `collection ${early}`,
      `single ${single2}`,
    ]);
    expect(all.map(({ insights }) => insights.length)).toEqual([3, 0, 2, 0]);
    expect(await page(person, "?limit=2&offset=1")).toEqual(all.slice(1, 3));
    expect(await page(person, "?limit=1&offset=2")).toEqual(all.slice(2, 3));
    expect(await page(person, "?offset=4")).toEqual([]);
  });

  it("shows single insights only, as /api/insights/paginated does, while COLLECTIONS is off", async () => {
    const { person, device } = await ranger(false);
    const collection_id = await world.collection(device.ref, { start: 0, end: 1 });
    await world.insights(device.ref, [{ collection_id }, { collection_id }, {}]);
    const all = await page(person);
    expect(all.map(({ collection }) => collection)).toEqual([false, false, false]);
    expect(all).toEqual(await world.message(person, "/api/insights/paginated"));
  });

  it("leaves out members that the user does not reach, and is gone with the last", async () => {
    const person = await world.person();
    await switchOn(person);
    const device = await world.device();
    const collection_id = await world.collection(device.ref, { start: 0, end: 1 });
    const [before = "", after = ""] = await world.insights(device.ref, [
      { collection_id, time_stamp: minute(9) },
      { collection_id, time_stamp: minute(1) },
    ]);
    await world.grant(device.ref, person, Number(before));
    const [row] = await page(person);
    expect(row?.insights.map(({ id }) => id)).toEqual([after]);
    expect(row?.time_stamp).toBe(new Date(minute(1)).toISOString());
    await world.setAside(device.ref);
    expect(await page(person)).toEqual([]);
  });
});
