import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import { encodePage } from "../../../src/storage/mirror/encode-page.ts";
import {
  type InsightChunk,
  insightAt,
  type MirrorInsight,
} from "../../../src/storage/mirror/insight-chunk.ts";
import { type MirrorStorage, openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";

let mirror: MirrorStorage;
let epoch: number;
beforeEach(async () => {
  mirror = openMirrorStorage(8);
  epoch = await mirror.takeLead();
});
afterEach(async () => {
  mirror.close();
  await Dexie.delete("mirror-8");
});

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** Insights with every kind of column: by dictionary, by number, with gaps, as lines and as plain text. */
function insights(ids: readonly number[], deviceOf: (id: number) => string, className = "fox") {
  return encodeTable(
    {
      insight_id: ids.map(String),
      source_id: ids.map((id) => `s${id}`),
      device_id: ids.map(deviceOf),
      class_name: ids.map((id) => (id % 7 === 0 ? "boar" : className)),
      class_list: ids.map((id) => [{ className, averageConfidence: id / 10_000 }]),
      confidence: ids.map((id) => (id % 3 === 0 ? null : id / 10_000)),
      insight_status: ids.map(() => "none"),
      time_stamp: [...ids],
      photoUrl: ids.map((id) => (id % 2 === 0 ? String(id + 5) : null)),
      collection_id: ids.map((id) => (id % 5 === 0 ? "odd name" : `c${id}`)),
      boxes: ids.map((id) => (id % 4 === 0 ? `${id % 900},1,2,3,90` : null)),
      table: ids.map(() => "insights"),
    },
    ids.length,
  );
}
const apply = (tables: object) =>
  mirror.applyPage(encodePage({ cursor: "c", more: false, tables }), { epoch, nowMs: 1 });
const lose = (...gone: string[]) => apply({ devices: encodeTable({}, 0, gone) });

async function held(): Promise<Map<string, MirrorInsight>> {
  const { chunkIds, delta } = await mirror.manifest();
  const stored = await Promise.all(chunkIds.map((id) => mirror.chunk(id)));
  const all = [...stored, { ...delta, chunkId: 0 }].filter((chunk): chunk is InsightChunk => !!chunk);
  const found = new Map<string, MirrorInsight>();
  for (const chunk of all) {
    for (const id of chunk.gone) found.delete(id);
    for (const row of range(0, chunk.rows)) {
      const insight = insightAt(chunk, row);
      found.set(insight.insightId, insight);
    }
  }
  return found;
}

describe("a Sentinel that is gone", () => {
  const deviceOf = (id: number) => `cam-${id % 3}`;

  it("takes its insights out of every piece, and leaves all others as they were, to the last field", async () => {
    await apply({ insights: insights(range(1, 2_000), deviceOf) });
    await apply({ insights: insights(range(1_500, 3_000), deviceOf, "hare") });
    await apply({ insights: insights([7, 8, 9, 5_000], deviceOf, "lynx") });
    const before = await held();
    await lose("cam-1");
    const after = await held();
    const expected = [...before].filter(([, { deviceId }]) => deviceId !== "cam-1");
    expect(expected.length).toBeGreaterThan(1_900);
    expect(after).toEqual(new Map(expected));
  });

  it("leaves pieces alone that hold nothing of it, and those before the first that does", async () => {
    await apply({ insights: insights(range(1, 700), () => "cam-0") });
    await apply({ insights: insights(range(700, 1_400), () => "cam-1") });
    await apply({ insights: insights(range(1_400, 2_100), () => "cam-2") });
    const [first, second, third] = (await mirror.manifest()).chunkIds;
    await lose("cam-9");
    expect((await mirror.manifest()).chunkIds).toEqual([first, second, third]);
    await lose("cam-1");
    const { chunkIds } = await mirror.manifest();
    expect(chunkIds[0]).toBe(first);
    expect(chunkIds).toHaveLength(2);
    expect(chunkIds).not.toContain(third);
    expect([...(await held()).keys()].map(Number)).toEqual([...range(1, 700), ...range(1_400, 2_100)]);
  });

  it("comes back whole where it is reset in the same page", async () => {
    await apply({ insights: insights(range(1, 1_200), deviceOf) });
    const own = range(1, 1_200).filter((id) => deviceOf(id) === "cam-2");
    await apply({
      devices: encodeTable({ device_id: ["cam-2"], display_name: ["Ford"] }, 1, ["cam-2"]),
      insights: insights(own, deviceOf, "otter"),
    });
    const after = await held();
    expect(after.size).toBe(1_199);
    expect(own.every((id) => after.get(String(id))?.className !== "fox")).toBe(true);
  });
});
