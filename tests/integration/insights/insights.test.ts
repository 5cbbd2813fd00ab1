import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InsightList, OverviewAnswer } from "../../../src/protocol/insights-answers.ts";
import type { Insight } from "../../../src/protocol/shapes.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person, START_MS } from "../../support/server/insight-world.ts";

const insightList = Compile(InsightList);
const overviewAnswer = Compile(OverviewAnswer);
const idsOf = (insights: readonly Insight[]) => insights.map(({ insight_id }) => insight_id);

describe.each(DATABASE_KINDS)("insights over $name", (kind) => {
  let world: InsightWorld;
  let ada: Person;
  let ben: Person;
  let shared: { ref: number; id: string };
  let own: { ref: number; id: string };
  let ids: string[];

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
    ada = await world.person();
    ben = await world.person("restricted");
    shared = await world.device(ada, ben);
    own = await world.device(ada);
    const strange = await world.device();
    await world.insights(strange.ref, [{}, {}]);
    const minute = (count: number) => START_MS + count * 60_000;
    const first = await world.insights(shared.ref, [
      { time_stamp: minute(3), insight_status: "archive", class_name: "fox" },
      { time_stamp: minute(1), file_ctime: minute(0), latitude: 46.5, longitude: 8.25, class_id: 4 },
      { time_stamp: minute(5), is_from_lora: 1, group_confidence: 0.75, confidence: null },
    ]);
    const second = await world.insights(own.ref, [{ time_stamp: minute(5) }, { time_stamp: minute(4) }]);
    ids = [...first, ...second];
  });
  afterAll(() => world.close());

  it("counts those of the caller's Sentinels, archived ones too [INS-48]", async () => {
    expect(await world.message(ada, "/api/insights/count")).toEqual({ count: 5 });
    expect(await world.message(ben, "/api/insights/count")).toEqual({ count: 3 });
  });

  it("pages them newest first, ties the newer id first, in the shape of the wire contract [INS-49]", async () => {
    const answer = await world.get(ada, "/api/insights/paginated");
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(insightList.Check(answer.json())).toBe(true);
    const all: Insight[] = answer.json().message;
    const [archived, plain, lora, tied, other] = ids;
    expect(idsOf(all)).toEqual([tied, lora, other, archived, plain]);
    expect(all[4]).toEqual({
      id: plain,
      insight_id: plain,
      source_id: all[4]?.source_id,
      device_id: shared.id,
      device_name: `Camera ${shared.id}`,
      display_name: `Camera ${shared.id}`,
      alg_id: null,
      class_name: "lynx",
      class_id: 4,
      class_list: [{ className: "lynx", averageConfidence: 0.5 }],
      confidence: 0.5,
      group_confidence: null,
      is_from_lora: false,
      time_stamp: "2026-03-01T00:01:00.000Z",
      file_ctime: "2026-03-01T00:00:00.000Z",
      comms_source: null,
      latitude: 46.5,
      longitude: 8.25,
      photoUrl: null,
      photoCreatedAt: null,
      insight_status: "none",
      userConfirmed: false,
      collection: false,
      collection_id: null,
      insights: [],
      window_start: null,
      window_end: null,
      table: "insights",
      boxes: null,
      observation: null,
    });
    expect(all[1]).toMatchObject({ is_from_lora: true, group_confidence: 0.75, confidence: null });
  });

  it("cuts pages by limit and offset and answers an empty list past the end [INS-49]", async () => {
    const all = await world.message<Insight[]>(ada, "/api/insights/paginated");
    expect(await world.message(ada, "/api/insights/paginated?limit=2&offset=1")).toEqual(all.slice(1, 3));
    expect(await world.message(ada, "/api/insights/paginated/?limit=2&offset=4")).toEqual(all.slice(4));
    expect(await world.message(ada, "/api/insights/paginated?offset=5")).toEqual([]);
    expect(await world.message(ada, "/api/insights/paginated?offset=900000000")).toEqual([]);
  });

  it.each(["limit=0", "limit=10001", "limit=ten", "limit=1.5", "offset=-1", "offset=x"])(
    "refuses %s and names the field [INS-60]",
    async (query) => {
      for (const path of ["/api/insights/paginated", "/api/collections/paginated"]) {
        const answer = await world.get(ada, `${path}?${query}`);
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject({ code: "invalid", errors: { general: expect.any(String) } });
        expect(Object.keys(answer.json().errors)).toContain(query.split("=")[0]);
      }
    },
  );

  it("takes a page of 10000 [INS-60]", async () => {
    expect((await world.get(ada, "/api/insights/paginated?limit=10000")).statusCode).toBe(200);
  });

  it("counts by status, class and Sentinel, those of classes and Sentinels without archived ones [INS-54]", async () => {
    const answer = await world.get(ada, "/api/insights/overview");
    expect(overviewAnswer.Check(answer.json())).toBe(true);
    expect(answer.json().message).toEqual({
      count: 5,
      archived: 1,
      statuses: { acknowledge: 0, favorite: 0, archive: 1, none: 4 },
      classes: [{ class_name: "lynx", count: 4 }],
      devices: [shared, own].map(({ id }) => ({
        device_id: id,
        device_name: `Camera ${id}`,
        count: 2,
        most_recent: { class_name: "lynx", time_stamp: "2026-03-01T00:05:00.000Z" },
      })),
    });
  });

  it("leaves out what is set aside and what a renewed grant leaves out", async () => {
    const cleo = await world.person();
    const device = await world.device();
    const [before = "", after = ""] = await world.insights(device.ref, [{}, {}]);
    await world.grant(device.ref, cleo, Number(before));
    expect(idsOf(await world.message(cleo, "/api/insights/paginated"))).toEqual([after]);
    expect(await world.message(cleo, "/api/insights/count")).toEqual({ count: 1 });
    await world.setAside(device.ref);
    expect(await world.message(cleo, "/api/insights/paginated")).toEqual([]);
    expect(await world.message(cleo, "/api/insights/count")).toEqual({ count: 0 });
    expect(await world.message(cleo, "/api/insights/overview")).toMatchObject({
      count: 0,
      devices: [{ device_id: device.id, count: 0, most_recent: null }],
    });
  });

  it("shows a preferred name as display_name, else the Sentinel's own, else 'Unnamed'", async () => {
    const dora = await world.person();
    const device = await world.device(dora);
    await world.insights(device.ref, [{}]);
    const shown = async (names: { preferred_name: string | null; device_name: string | null }) => {
      await world.db.write((transaction) =>
        transaction.updateTable("devices").set(names).where("device_ref", "=", device.ref).execute(),
      );
      return (await world.message<Insight[]>(dora, "/api/insights/paginated"))[0]?.display_name;
    };
    expect(await shown({ preferred_name: "Old oak", device_name: "A7" })).toBe("Old oak");
    expect(await shown({ preferred_name: null, device_name: "A7" })).toBe("A7");
    expect(await shown({ preferred_name: "", device_name: null })).toBe("Unnamed");
  });

  it("reads a page far down from the list's end and finds the same rows", async () => {
    const eve = await world.person();
    const device = await world.device(eve);
    const count = 25_000;
    await world.insights(
      device.ref,
      Array.from({ length: count }, (_, row) => ({ time_stamp: START_MS + Math.floor(row / 3) * 1000 })),
    );
    const whole = [
      ...(await world.message<Insight[]>(eve, "/api/insights/paginated?offset=0")),
      ...(await world.message<Insight[]>(eve, "/api/insights/paginated?offset=10000")),
    ];
    const below = await world.message<Insight[]>(eve, "/api/insights/paginated?offset=19000&limit=3000");
    const deep = await world.message<Insight[]>(eve, "/api/insights/paginated?offset=20000");
    expect(deep).toHaveLength(5_000);
    expect(idsOf(whole.slice(19_000))).toEqual(idsOf(below.slice(0, 1_000)));
    expect(idsOf(deep.slice(0, 2_000))).toEqual(idsOf(below.slice(1_000)));
    expect(new Set(idsOf([...whole, ...deep])).size).toBe(count);
    expect(idsOf(await world.message(eve, "/api/insights/paginated?offset=24998&limit=10"))).toEqual(
      idsOf(deep.slice(-2)),
    );
    expect(await world.message(eve, "/api/insights/paginated?offset=25000")).toEqual([]);
  });
});
