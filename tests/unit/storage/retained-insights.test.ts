import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Retention } from "../../../src/domain/offline/retention.ts";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { SyncPage } from "../../../src/protocol/sync-page.ts";
import { createColumnEngine } from "../../../src/query/column-engine.ts";
import { encodePage } from "../../../src/storage/mirror/encode-page.ts";
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

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** Insights whose id is the time at which they were received. */
function pageOf(ids: readonly number[], change: Partial<SyncPage> = {}, gone: string[] = []): SyncPage {
  const columns = {
    insight_id: ids.map(String),
    device_id: ids.map(() => "cam"),
    class_name: ids.map(() => "fox"),
    insight_status: ids.map(() => "none"),
    time_stamp: [...ids],
    table: ids.map(() => "insights"),
  };
  return {
    cursor: "c",
    more: false,
    tables: { insights: encodeTable(columns, ids.length, gone) },
    ...change,
  };
}
const retained = (since: number | null, days: number | null = since === null ? null : 30): Retention => ({
  days,
  since,
  groups: null,
});
const apply = (page: SyncPage) => mirror.applyPage(encodePage(page), { epoch, nowMs: 1 });
const quiet = (change: Partial<SyncPage>) => apply({ cursor: "c", more: false, tables: {}, ...change });

const noWork = {
  overlay: async () => new Map<string, never>(),
  preferredNames: () => new Map<string, never>(),
  subscribe: () => () => {},
};
function openView() {
  const view = createColumnEngine(mirror, noWork);
  const ids = async () => {
    const { rows } = await view.page({
      filter: { showArchived: true },
      sort: { column: "time", descending: false },
      grouped: false,
      offset: 0,
      limit: 20_000,
    });
    return rows.map(({ timeStampMs }) => timeStampMs);
  };
  return { ids, stop: view.stop };
}

describe("what falls out of the window", () => {
  it("goes from chunks and from the delta, and a reader that had loaded it hears of it", async () => {
    await apply(pageOf(range(600, 1_200)));
    await apply(pageOf(range(0, 600)));
    await apply(pageOf([50, 1_300, 1_301]));
    const view = openView();
    expect(await view.ids()).toHaveLength(1_202);
    await quiet({ kept: retained(400) });
    expect(await view.ids()).toEqual([...range(400, 1_200), 1_300, 1_301]);
    await quiet({ kept: retained(1_000) });
    expect(await view.ids()).toEqual([...range(1_000, 1_200), 1_300, 1_301]);
    await quiet({ kept: retained(1_301) });
    expect(await view.ids()).toEqual([1_301]);
    view.stop();
  });

  it("leaves what is newer as it was: replaced rows stay replaced, and removed ones removed", async () => {
    await apply(pageOf(range(0, 600)));
    await apply(pageOf(range(500, 1_100), {}, ["450"]));
    await quiet({ kept: retained(440) });
    const view = openView();
    expect(await view.ids()).toEqual(range(440, 1_100).filter((id) => id !== 450));
    view.stop();
  });

  it("is not read again for while the window stands still", async () => {
    await apply(pageOf(range(0, 600), { kept: retained(0) }));
    const before = await mirror.manifest();
    await quiet({ kept: retained(0) });
    expect(await mirror.manifest()).toEqual(before);
  });

  it("goes again when a wider choice was given up midway", async () => {
    await apply(pageOf(range(500, 1_100), { kept: retained(500, 7) }));
    await apply(pageOf(range(0, 500), { kept: retained(0), more: true }));
    await quiet({ kept: retained(500, 7) });
    const view = openView();
    expect(await view.ids()).toEqual(range(500, 1_100));
    view.stop();
  });
});

describe("what the mirror covers", () => {
  it("is on its way until a wider choice is here whole, and stays whole with a narrower one", async () => {
    const complete = async () => (await mirror.tables.retention()).complete;
    await apply(pageOf(range(500, 510), { kept: retained(500, 7) }));
    expect(await complete()).toBe(true);
    await apply(pageOf(range(400, 500), { kept: retained(0), more: true }));
    expect(await complete()).toBe(false);
    await apply(pageOf(range(0, 400), { kept: retained(0) }));
    expect(await complete()).toBe(true);
    await quiet({ kept: retained(500, 7), more: true });
    expect(await complete()).toBe(true);
    await quiet({ more: true });
    expect(await complete()).toBe(false);
  });

  it("outlives a rebuilt mirror as a choice, not as what is there", async () => {
    await mirror.choose({ days: 30, groups: ["4"], by: "person" });
    await apply(pageOf([1], { kept: { days: 30, since: 0, groups: ["4"] } }));
    await mirror.rebuild({ epoch });
    expect(await mirror.tables.retention()).toEqual({
      choice: { days: 30, groups: ["4"], by: "person" },
      covers: expect.objectContaining({ days: null, groups: null }),
      complete: false,
      trimmed: false,
      heldFromMs: null,
      takesChoice: false,
    });
  });

  it("is all that was received since a moment, which moves up with the days and with what is dropped for room", async () => {
    const heldFromMs = async () => (await mirror.tables.retention()).heldFromMs;
    expect(await heldFromMs()).toBeNull();
    await apply(pageOf(range(500, 1_100), { kept: retained(500, 7) }));
    const since = await heldFromMs();
    expect(since).toBe((await mirror.pullState()).kept?.since);
    await apply(pageOf(range(1_100, 1_700), { kept: retained(500, 7) }));
    const view = openView();
    await mirror.trim(0.5);
    const left = await view.ids();
    view.stop();
    expect(left.length).toBeGreaterThan(0);
    const from = (await heldFromMs()) ?? 0;
    expect(from).toBeGreaterThan(since ?? 0);
    const missing = range(500, 1_700).filter((id) => !left.includes(id));
    expect(missing.length).toBeGreaterThan(0);
    for (const id of missing) expect(id).toBeLessThan(from);
    await quiet({ kept: retained(500, 7) });
    expect(await heldFromMs()).toBe(from);
  });

  it("is filled anew by a choice on a device that had dropped its oldest for want of room", async () => {
    await apply(pageOf(range(600, 1_200)));
    await apply(pageOf(range(0, 600)));
    await mirror.trim(0.5);
    expect((await mirror.tables.retention()).trimmed).toBe(true);
    const { shape } = await mirror.pullState();
    await mirror.choose({ days: 30, groups: null, by: "person" });
    expect((await mirror.pullState()).shape).not.toBe(shape);
  });
});
