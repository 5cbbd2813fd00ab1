import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, expect, it } from "vitest";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { SyncPage } from "../../../src/protocol/sync-page.ts";
import { createColumnEngine } from "../../../src/query/column-engine.ts";
import { encodePage } from "../../../src/storage/mirror/encode-page.ts";
import { type MirrorStorage, openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { watchDatabases } from "../../support/client/evicted-databases.ts";

const browser = watchDatabases();
let mirror: MirrorStorage;

afterEach(async () => {
  mirror.close();
  await Dexie.delete("mirror-7");
});

/** As many insights as make a chunk. */
function pageFrom(first: number): SyncPage {
  const ids = Array.from({ length: 600 }, (_, index) => String(first + index));
  const columns = {
    insight_id: ids,
    device_id: ids.map(() => "cam"),
    class_name: ids.map(() => "fox"),
    insight_status: ids.map(() => "none"),
    time_stamp: ids.map(Number),
    table: ids.map(() => "insights"),
  };
  return { cursor: "c", more: false, tables: { insights: encodeTable(columns, ids.length, []) } };
}

it("takes a mirror that was evicted and filled again for another one, though its versions and chunks bear the same numbers (fault 18) [OFF-15]", async () => {
  mirror = openMirrorStorage(7);
  await mirror.applyPage(encodePage(pageFrom(1)), { epoch: await mirror.takeLead(), nowMs: 1 });
  const view = createColumnEngine(
    // A worker that was not notified of it.
    { ...mirror, watch: () => () => {} },
    { overlay: async () => new Map(), preferredNames: () => new Map(), subscribe: () => () => {} },
  );
  expect(await view.insight("600")).not.toBeNull();
  browser.evict("mirror-7");
  await expect.poll(async () => (await mirror.pullState()).complete).toBe(false);
  await mirror.applyPage(encodePage(pageFrom(10_001)), { epoch: await mirror.takeLead(), nowMs: 2 });
  expect(await view.insight("600")).toBeNull();
  expect(await view.insight("10600")).not.toBeNull();
  view.stop();
});
