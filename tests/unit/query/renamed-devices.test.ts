import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { InsightQuery } from "../../../src/query/insight-engine.ts";
import { encodePage } from "../../../src/storage/mirror/encode-page.ts";
import { type MirrorStorage, openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { openTestView } from "./worker-harness.ts";

let mirror: MirrorStorage;
beforeEach(async () => {
  mirror = openMirrorStorage(7);
  const epoch = await mirror.takeLead();
  const devices = encodeTable(
    {
      device_id: ["cam-1", "cam-2", "cam-3"],
      device_name: ["Trap 1", "Trap 2", "Trap 3"],
      display_name: ["Waterhole", "Gate", "Meadow"],
    },
    3,
  );
  const insights = encodeTable(
    {
      insight_id: ["i1", "i2", "i3"],
      device_id: ["cam-1", "cam-2", "cam-3"],
      class_name: ["fox", "fox", "fox"],
      insight_status: ["none", "none", "none"],
      time_stamp: [3_000, 2_000, 1_000],
      table: ["insights", "insights", "insights"],
    },
    3,
  );
  await mirror.applyPage(encodePage({ cursor: "c", more: false, tables: { devices, insights } }), {
    epoch,
    nowMs: 1,
  });
});
afterEach(async () => {
  mirror.close();
  await Dexie.delete("mirror-7");
});

const BY_DEVICE: InsightQuery = {
  filter: { showArchived: true },
  sort: { column: "device", descending: false },
  grouped: false,
  offset: 0,
  limit: 25,
};

describe.each(["in a worker", "in the page's thread"])("a Sentinel renamed offline, %s", (where) => {
  const opened = () => {
    const world = openTestView(mirror);
    world.workers.refuse = where !== "in a worker";
    const engine = world.open();
    const namesOf = async (change: Partial<InsightQuery> = {}) =>
      (await engine.page({ ...BY_DEVICE, ...change })).rows.map(({ displayName }) => displayName);
    return { ...world, engine, namesOf };
  };

  it("has its new name in rows, order, filter, search, counts and a single insight, and the old one nowhere", async () => {
    const { engine, outbox, namesOf } = opened();
    expect(await namesOf()).toEqual(["Gate", "Meadow", "Waterhole"]);
    outbox.rename(new Map([["cam-1", "Aspen"]]));
    expect(await namesOf()).toEqual(["Aspen", "Gate", "Meadow"]);
    expect(await namesOf({ filter: { showArchived: true, deviceName: "Aspen" } })).toEqual(["Aspen"]);
    expect(await namesOf({ filter: { showArchived: true, deviceName: "Waterhole" } })).toEqual([]);
    expect(await namesOf({ filter: { showArchived: true, text: "waterh" } })).toEqual([]);
    const counts = await engine.group("device", BY_DEVICE);
    expect(new Map(counts.map(({ value, name }) => [value, name])).get("cam-1")).toBe("Aspen");
    expect((await engine.insight("i1"))?.displayName).toBe("Aspen");
    engine.stop();
  });

  it("falls back to its own name where the preferred one is cleared, and to the server's once the edit is gone", async () => {
    const { engine, outbox, namesOf } = opened();
    outbox.rename(new Map([["cam-1", null]]));
    expect(await namesOf()).toEqual(["Gate", "Meadow", "Trap 1"]);
    outbox.rename(new Map());
    expect(await namesOf()).toEqual(["Gate", "Meadow", "Waterhole"]);
    engine.stop();
  });

  it("is announced, so that what is shown is asked anew", async () => {
    const { engine, outbox, namesOf } = opened();
    await namesOf();
    let announced = 0;
    engine.subscribe(() => {
      announced += 1;
    });
    outbox.rename(new Map([["cam-2", "Ford"]]));
    expect(announced).toBeGreaterThan(0);
    engine.stop();
  });
});
