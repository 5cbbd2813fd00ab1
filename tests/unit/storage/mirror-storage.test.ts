import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { SyncPage } from "../../../src/protocol/sync-page.ts";
import { encodePage } from "../../../src/storage/mirror/encode-page.ts";
import { FencedError } from "../../../src/storage/mirror/fenced-error.ts";
import { type InsightChunk, insightAt } from "../../../src/storage/mirror/insight-chunk.ts";
import { type MirrorStorage, openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";

let mirror: MirrorStorage;
let epoch: number;
beforeEach(async () => {
  mirror = openMirrorStorage(7);
  epoch = await mirror.takeLead();
});
afterEach(async () => {
  mirror.close();
  await Dexie.delete("mirror-7");
});

const range = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => String(from + index));

function pageOf(
  ids: readonly string[],
  status = "none",
  change: Partial<SyncPage> = {},
  gone: string[] = [],
): SyncPage {
  const columns = {
    insight_id: ids,
    device_id: ids.map((id) => `cam-${Number(id) % 2}`),
    class_name: ids.map(() => "fox"),
    insight_status: ids.map(() => status),
    time_stamp: ids.map(Number),
    table: ids.map(() => "insights"),
  };
  return {
    cursor: "c",
    more: false,
    tables: { insights: encodeTable(columns, ids.length, gone) },
    ...change,
  };
}

const apply = (page: SyncPage, nowMs = 1) => mirror.applyPage(encodePage(page), { epoch, nowMs });

/** Each insight's newest state, as a reader of the manifest sees it. */
async function held(): Promise<Map<string, string>> {
  const manifest = await mirror.manifest();
  const chunks: InsightChunk[] = [];
  for (const chunkId of manifest.chunkIds) {
    const chunk = await mirror.chunk(chunkId);
    if (chunk === undefined) throw new Error("a chunk of the manifest is missing");
    chunks.push(chunk);
  }
  const insights = new Map<string, string>();
  for (const chunk of [...chunks, { ...manifest.delta, chunkId: 0 }]) {
    for (const id of chunk.gone) insights.delete(id);
    for (let row = 0; row < chunk.rows; row += 1) {
      const { insightId, status } = insightAt(chunk, row);
      insights.set(insightId, status);
    }
  }
  return insights;
}

describe("the mirror", () => {
  it("keeps rows and cursor together: a page that cannot be stored leaves both as they were", async () => {
    await apply(pageOf(["1", "2"], "none", { cursor: "first" }));
    const broken = pageOf(["3"], "none", {
      cursor: "second",
      tables: { ...pageOf(["3"]).tables, groups: encodeTable({ group_name: ["no key"] }, 1) },
    });
    await expect(apply(broken)).rejects.toThrow();
    expect((await mirror.pullState()).cursor).toBe("first");
    expect([...(await held()).keys()].sort()).toEqual(["1", "2"]);
  });

  it("writes big pages as chunks and small changes into the delta, the newest state winning [OFF-07]", async () => {
    await apply(pageOf(range(600, 1)));
    await apply(pageOf(["5", "6"], "archive"));
    const first = await mirror.manifest();
    expect(first.chunkIds).toHaveLength(1);
    expect(first.delta.rows).toBe(2);
    expect((await held()).get("5")).toBe("archive");
    await apply(pageOf(range(600, 1), "favorite"));
    expect((await mirror.manifest()).delta.rows).toBe(0);
    expect((await held()).get("5")).toBe("favorite");
    expect((await held()).size).toBe(600);
  });

  it("applies what is gone before the rows of the same page", async () => {
    await apply(pageOf(range(600, 1)));
    await apply(pageOf(["2"], "archive", {}, ["1", "2"]));
    const after = await held();
    expect([after.has("1"), after.get("2"), after.size]).toEqual([false, "archive", 599]);
  });

  it("drops the insights and alerts of a Sentinel that is gone, and takes its new ones in the same page", async () => {
    await apply(pageOf(range(600, 1)));
    await apply({
      cursor: "c",
      more: false,
      tables: {
        devices: encodeTable({ device_id: ["cam-0"], display_name: ["Back"] }, 1, ["cam-0"]),
        insights: pageOf(["1000"]).tables.insights ?? encodeTable({}, 0),
      },
    });
    const after = [...(await held()).keys()];
    expect(after).toHaveLength(301);
    expect(after).toContain("1000");
    expect(after.filter((id) => Number(id) % 2 === 0)).toEqual(["1000"]);
    expect(await mirror.tables.devices()).toMatchObject([{ device_id: "cam-0", display_name: "Back" }]);
  });

  it("deletes groups, models, alerts and bulk updates that are gone, and takes new ones in the same page (promise B1)", async () => {
    const tablesOf = (ids: readonly string[], gone: readonly string[]): SyncPage["tables"] => {
      return {
        groups: encodeTable({ group_id: ids, group_name: ids }, ids.length, gone),
        models: encodeTable({ alg_id: ids, alg_name: ids }, ids.length, gone),
        alerts: encodeTable({ id: ids, created_at: ids }, ids.length, gone),
        updates: encodeTable({ bulkId: ids, status: ids.map(() => 2) }, ids.length, gone),
      };
    };
    const heldIds = async () => ({
      groups: (await mirror.tables.groups()).map(({ group_id }) => group_id).sort(),
      models: (await mirror.tables.models()).map(({ alg_id }) => alg_id).sort(),
      alerts: (await mirror.tables.alerts()).map(({ id }) => id).sort(),
      updates: (await Promise.all(["1", "2", "3"].map((id) => mirror.update(id)))).flatMap(
        (update) => update?.bulkId ?? [],
      ),
    });
    await apply({ cursor: "a", more: false, tables: tablesOf(["1", "2"], []) });
    const both = ["1", "2"];
    expect(await heldIds()).toEqual({ groups: both, models: both, alerts: both, updates: both });
    await apply({ cursor: "b", more: false, tables: tablesOf(["3"], ["1"]) });
    const left = ["2", "3"];
    expect(await heldIds()).toEqual({ groups: left, models: left, alerts: left, updates: left });
  });

  it("compacts many small pieces into few, in one step, without changing what they say", async () => {
    for (let part = 0; part < 10; part += 1)
      await apply(pageOf(range(600, part * 400 + 1), part % 2 ? "archive" : "none"));
    await apply(pageOf(["1"], "favorite", {}, ["2"]));
    const before = await held();
    expect((await mirror.manifest()).chunkIds).toHaveLength(10);
    await mirror.compact({ epoch });
    const after = await mirror.manifest();
    expect(after.chunkIds).toHaveLength(1);
    expect(after.delta.rows).toBe(0);
    expect(new Map([...(await held())].sort())).toEqual(new Map([...before].sort()));
  });

  it("leaves large pieces alone while the small ones after them are few, and what those removed stays removed", async () => {
    await apply(pageOf(range(20_000, 1)));
    const [large] = (await mirror.manifest()).chunkIds;
    for (let part = 0; part < 9; part += 1) {
      // So many that they become a piece of their own.
      const gone = part === 4 ? range(2_001, 15_000) : [];
      await apply(pageOf(range(500, part * 100 + 1), part % 2 ? "archive" : "none", {}, gone));
    }
    await apply(pageOf(["19998"], "favorite", {}, ["19997"]));
    const before = await held();
    expect([before.has("15000"), before.has("19997"), before.size]).toEqual([false, false, 17_998]);
    await mirror.compact({ epoch });
    const after = await mirror.manifest();
    expect(after.chunkIds).toHaveLength(2);
    expect(after.chunkIds[0]).toBe(large);
    expect(after.delta.rows).toBe(1);
    expect(new Map([...(await held())].sort())).toEqual(new Map([...before].sort()));
  });

  it("leaves everything as it was where a compaction is cut off", async () => {
    for (let part = 0; part < 10; part += 1) await apply(pageOf(range(600, part * 400 + 1)));
    const before = await mirror.manifest();
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("the disk is full", "QuotaExceededError");
    };
    try {
      await expect(mirror.compact({ epoch })).rejects.toThrow();
    } finally {
      IDBObjectStore.prototype.add = add;
    }
    expect(await mirror.manifest()).toEqual(before);
  });

  it("counts up what it says of names and insights only where those changed", async () => {
    const first = await mirror.state();
    await apply(pageOf(["1"]));
    const second = await mirror.state();
    expect([second.insights > first.insights, second.names === first.names, second.complete]).toEqual([
      true,
      true,
      true,
    ]);
    const groups = encodeTable({ group_id: ["1"], group_name: ["North"] }, 1);
    await apply({ cursor: "c", more: false, tables: { groups } });
    const third = await mirror.state();
    expect([third.insights === second.insights, third.names > second.names]).toEqual([true, true]);
  });

  it("counts a Sentinel's sign of life as no new name, its new name and its going as one [DEV-13]", async () => {
    const told = (display_name: string, last_seen: number) =>
      apply({
        cursor: "c",
        more: false,
        tables: {
          devices: encodeTable({ device_id: ["9"], display_name: [display_name], last_seen: [last_seen] }, 1),
        },
      });
    const counts: number[] = [(await mirror.state()).names];
    for (const step of [
      () => told("Ford", 1),
      () => told("Ford", 2),
      () => told("Old ford", 3),
      () => apply({ cursor: "c", more: false, tables: { devices: encodeTable({}, 0, ["9"]) } }),
    ]) {
      await step();
      counts.push((await mirror.state()).names);
    }
    const grew = counts.slice(1).map((count, at) => count > (counts[at] ?? 0));
    expect(grew).toEqual([true, false, true, true]);
  });

  it("refuses what a tab writes after another one took the lead", async () => {
    await apply(pageOf(["1"]));
    const other = await mirror.takeLead();
    await expect(apply(pageOf(["2"]))).rejects.toBeInstanceOf(FencedError);
    await expect(mirror.rebuild({ epoch })).rejects.toBeInstanceOf(FencedError);
    await mirror.applyPage(encodePage(pageOf(["3"])), { epoch: other, nowMs: 1 });
    expect([...(await held()).keys()].sort()).toEqual(["1", "3"]);
  });

  it("says when it last equalled the server, and whether a whole copy was here", async () => {
    await apply(pageOf(["1"], "none", { more: true }), 10);
    expect(await mirror.pullState()).toMatchObject({ cursor: "c", complete: false, freshAtMs: null });
    await apply(pageOf(["2"]), 20);
    expect(await mirror.pullState()).toMatchObject({ cursor: "c", complete: true, freshAtMs: 20 });
    await apply(pageOf(["3"], "none", { more: true }), 30);
    expect(await mirror.pullState()).toMatchObject({ cursor: "c", complete: true, freshAtMs: 20 });
    await mirror.rebuild({ epoch });
    expect(await mirror.pullState()).toMatchObject({ cursor: null, complete: false, freshAtMs: null });
    expect((await held()).size).toBe(0);
  });

  it("gives alerts newest first with their times as text, counts the new ones, and fills what a page left out [OFF-09]", async () => {
    await apply({
      cursor: "c",
      more: false,
      tables: {
        alerts: encodeTable(
          {
            id: ["1", "2"],
            associated_id: ["cam-1", "cam-1"],
            status: ["new", "resolved"],
            created_at: [1_000, 2_000],
          },
          2,
        ),
        devices: encodeTable({ device_id: ["cam-1"], display_name: ["Gate"] }, 1),
        groups: encodeTable({ group_id: ["3"], group_name: ["North"], devices: [["cam-1"]] }, 1),
      },
    });
    expect((await mirror.tables.alerts()).map(({ id, created_at }) => [id, created_at])).toEqual([
      ["2", "1970-01-01T00:00:02.000Z"],
      ["1", "1970-01-01T00:00:01.000Z"],
    ]);
    expect((await mirror.tables.newestAlerts(1)).map(({ id }) => id)).toEqual(["2"]);
    expect((await mirror.tables.newestAlerts(3)).map(({ id }) => id)).toEqual(["2", "1"]);
    expect((await mirror.tables.openAlerts()).map(({ id }) => id)).toEqual(["1"]);
    expect((await mirror.tables.alert("2"))?.status).toBe("resolved");
    expect(await mirror.tables.alert("3")).toBeUndefined();
    expect(await mirror.tables.countNewAlerts([])).toBe(1);
    expect((await mirror.tables.devices())[0]).toMatchObject({
      group_id: "3",
      alg_ids: [],
      battery_voltage: null,
    });
  });
});
