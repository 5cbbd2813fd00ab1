import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SyncEstimate, SyncEstimates } from "../../../src/protocol/sync-estimate.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person } from "../../support/server/insight-world.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASE_KINDS)("what a choice would bring over $name", (kind) => {
  let world: InsightWorld;
  let ada: Person;
  let north = 0;
  let keys: string[];
  let newest: string[];

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
    ada = await world.person();
    const [one, two, stranger] = [
      await world.device(ada),
      await world.device(ada),
      await world.device(await world.person()),
    ];
    north = await world.group(ada, "North", [one.ref]);
    await world.group(ada, "Empty", []);
    const now = world.clock.now();
    const at = (days: number, fields = {}) => ({ time_stamp: now - days * DAY_MS, ...fields });
    newest = await world.insights(one.ref, [
      at(0.1, { class_name: "red fox, young", latitude: 46.5, longitude: 179.9 }),
      at(0.2, { insight_status: "favorite", latitude: -10, longitude: -179.9 }),
      at(20),
    ]);
    const others = await world.insights(two.ref, [at(3), at(400)]);
    const hidden = await world.insights(stranger.ref, [at(1)]);
    keys = [];
    for (const [insight = "", size] of [
      [newest[0], 1_000],
      [newest[0], 500],
      [newest[1], 300],
      [others[1], 70],
      [hidden[0], 9_999],
    ] as const) {
      keys.push((await world.photo(insight, Buffer.alloc(size, size))).key);
    }
    const aside = await world.device(ada);
    await world.insights(aside.ref, [at(1)]);
    await world.setAside(aside.ref);
  });
  afterAll(() => world.close());

  const estimates = (query = "") =>
    world.message<SyncEstimates["message"]>(ada, `/api/sync/estimate?${query}`);

  it("is told for every window of days, in all and by group, with photographs and bytes", async () => {
    const all = await estimates();
    expect(all.map(({ days, total }) => [days, total.rows, total.photos.count, total.photos.bytes])).toEqual([
      [7, 3, 3, 1_800],
      [30, 4, 3, 1_800],
      [90, 4, 3, 1_800],
      [365, 4, 3, 1_800],
      [null, 5, 4, 1_870],
    ]);
    expect(all[4]?.groups.map(({ rows }) => rows)).toEqual([3, 0, 2]);
    expect(all[0]?.groups.map(({ group_id, rows }) => [group_id === String(north), rows])).toEqual([
      [true, 2],
      [false, 0],
      [false, 1],
    ]);
    expect(all[4]?.groups.at(-1)?.group_id).toBe("none");
    for (const { total } of all) {
      expect(total.photos.exact).toBe(true);
      expect(total.bytes).toBeGreaterThan(0);
      expect(total.photos.thumbnailBytes).toBeGreaterThan(0);
    }
  });

  it("agrees with what the choice then brings", async () => {
    for (const choice of ["days=7&groups=all", `days=all&groups=${north}`, `days=7&groups=none`]) {
      const estimate = await world.message<SyncEstimate>(ada, `/api/sync?estimate=true&${choice}`);
      const [own] = await estimates(choice);
      expect(own?.total).toEqual(estimate);
      const mirror = new MirrorModel();
      for (let more = true; more; ) {
        const page = await world.sync(ada, mirror.cursor, choice);
        mirror.apply(page);
        more = page.more;
      }
      expect([mirror.tables.insights.size, mirror.tables.photos.size]).toEqual([
        estimate.rows,
        estimate.photos.count,
      ]);
    }
  });

  it.each([
    ["groups=none&days=all", [2]],
    ["class=red%20fox%2C%20young&days=all", [1]],
    ["class=lynx&class=red%20fox%2C%20young&days=7,all", [3, 5]],
    ["status=favorite&status=archive&days=all", [1]],
    ["box=40,179,50,180&days=all", [1]],
    ["box=-90,179,90,-179&days=all", [2]],
    ["box=-90,-180,90,180&status=favorite&class=lynx&days=all", [1]],
    ["class=wolf&days=all", [0]],
  ])("is counted for a new offline set: %s", async (query, rows) => {
    const counted = await estimates(query);
    expect(counted.map(({ total }) => total.rows)).toEqual(rows);
  });

  it.each([
    "days=0",
    "days=7,,30",
    "days=1,2,3,4,5,6,7,8,9,10,11,12,13",
    "groups=x",
    "box=1,2,3",
    "box=10,0,-10,5",
    "box=0,0,91,5",
    "status=seen",
  ])("refuses %s and names the field", async (query) => {
    const answer = await world.get(ada, `/api/sync/estimate?${query}`);
    const [field = ""] = query.split("=");
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field, "general"]]);
  });

  it("is nothing for somebody with no Sentinel", async () => {
    const nobody = await world.person();
    const [estimate] = await world.message<SyncEstimates["message"]>(nobody, "/api/sync/estimate?days=all");
    expect(estimate?.total).toEqual({
      rows: 0,
      bytes: 0,
      photos: { count: 0, bytes: 0, thumbnailBytes: 0, exact: true },
    });
  });
});
