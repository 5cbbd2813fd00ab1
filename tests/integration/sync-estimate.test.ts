import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PackedPhotos, SyncEstimate, SyncEstimates } from "../../src/protocol/sync-estimate.ts";
import { DATABASE_KINDS } from "../support/databases.ts";
import { InsightWorld, type Person } from "../support/insight-world.ts";
import { MirrorModel } from "../support/mirror-model.ts";

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
  const photos = (query = "") => world.message<PackedPhotos["message"]>(ada, `/api/sync/photos?${query}`);

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
  ])("is counted for a set to pack: %s", async (query, rows) => {
    const counted = await estimates(query);
    expect(counted.map(({ total }) => total.rows)).toEqual(rows);
    const window = query.replace("days=7,all", "days=all");
    expect((await photos(window)).photos).toHaveLength(counted.at(-1)?.total.photos.count ?? -1);
  });

  it("lists the photographs of a set in pages, newest insights first, each once and with its size", async () => {
    const seen: PackedPhotos["message"]["photos"] = [];
    let after = "";
    for (let page = 0; page < 10; page += 1) {
      const { photos: some, next } = await photos(`limit=2${after}`);
      seen.push(...some);
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(seen.map(({ path, bytes }) => [path, bytes])).toEqual([
      [keys[1], 500],
      [keys[0], 1_000],
      [keys[2], 300],
      [keys[3], 70],
    ]);
    expect(seen[0]).toMatchObject({ insightId: newest[0], mediaType: "image/jpeg" });
    expect((await photos("days=7")).photos).toHaveLength(3);
    expect((await photos(`groups=${north}&status=favorite`)).photos.map(({ path }) => path)).toEqual([
      keys[2],
    ]);
  });

  it.each([
    ["estimate", "days=0"],
    ["estimate", "days=7,,30"],
    ["estimate", "days=1,2,3,4,5,6,7,8,9,10,11,12,13"],
    ["estimate", "groups=x"],
    ["estimate", "box=1,2,3"],
    ["estimate", "box=10,0,-10,5"],
    ["estimate", "box=0,0,91,5"],
    ["estimate", "status=seen"],
    ["photos", "days=7,30"],
    ["photos", "groups="],
    ["photos", "box=x"],
    ["photos", "status=seen"],
    ["photos", "limit=0"],
    ["photos", "after=yesterday"],
  ])("refuses %s?%s and names the field", async (call, query) => {
    const answer = await world.get(ada, `/api/sync/${call}?${query}`);
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
    expect(await world.message(nobody, "/api/sync/photos")).toEqual({ photos: [], next: null });
  });
});
