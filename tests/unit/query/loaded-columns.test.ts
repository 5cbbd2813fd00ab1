import { expect, it } from "vitest";
import { createLoadedColumns } from "../../../src/query/loaded-columns.ts";
import { arraysOfRows, encodeChunk } from "../../../src/storage/mirror/insight-chunk.ts";
import type { InsightSource } from "../../../src/storage/mirror/mirror-insight-source.ts";

const STATE = { store: 1, insights: 1, names: 1, complete: true };

/** A mirror without insights, each look at which ends when the test says so. */
function createSource() {
  const looks: (() => void)[] = [];
  const source: InsightSource = {
    state: () => new Promise((resolve) => void looks.push(() => resolve(STATE))),
    names: async () => ({ devices: [], groups: [], offlineSets: [] }),
    namesOf: async () => ({ devices: [], groups: [], offlineSets: [] }),
    storeFirstDevices: async () => undefined,
    manifest: async () => ({
      version: 1,
      complete: true,
      chunkIds: [],
      compacted: null,
      delta: encodeChunk(arraysOfRows([])),
    }),
    chunk: async () => undefined,
    head: async () => undefined,
    storeHead: async () => undefined,
    watch: () => () => {},
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async () => {
    looks.shift()?.();
    await settle();
  };
  return { source, end, looks: () => looks.length };
}

it("has nobody wait for what others ask to be loaded later, however often they ask", async () => {
  const { source, end, looks } = createSource();
  const loaded = createLoadedColumns(source, { onChange: () => {}, onProgress: () => {} });
  const came: string[] = [];
  const ask = (name: string) => void loaded.catchUp().then(() => came.push(name));
  ask("first");
  ask("while the first runs");
  ask("too");
  await end();
  expect(came).toEqual(["first"]);
  ask("while the second runs");
  await end();
  expect(came).toEqual(["first", "while the first runs", "too"]);
  expect(looks(), "one at a time").toBe(1);
  await end();
  expect(came.at(-1)).toBe("while the second runs");
  expect(looks()).toBe(0);
});
