import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMS_SOURCES, INSIGHT_STATUSES, type InsightStatus } from "../../../src/domain/insight/insight.ts";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { SyncPage } from "../../../src/protocol/sync-page.ts";
import type {
  GroupColumn,
  InsightPage,
  InsightQuery,
  InsightRow,
  InsightSnapshot,
  SortColumn,
} from "../../../src/query/insight-engine.ts";
import type { InThreadEngine } from "../../../src/query/worker/worker-engine.ts";
import { encodePage } from "../../../src/storage/mirror/encode-page.ts";
import { FencedError } from "../../../src/storage/mirror/fenced-error.ts";
import type { MirrorInsight } from "../../../src/storage/mirror/insight-chunk.ts";
import { type MirrorStorage, openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { insight, RECEIVED_MS } from "./insight-fixtures.ts";
import { answerSlowly, binSlowly, groupSlowly, placeSlowly, type SlowRow } from "./slow-insights.ts";
import { openTestView } from "./worker-harness.ts";

const DEVICES = new Map([
  ["cam-0", "Waterhole"],
  ["cam-1", "Gate 2"],
  ["cam-2", "Gate 10"],
]);
const CLASSES = ["fox", "boar", "Fox 2", "fox 10", "grey heron"];
/** The property test runs for so long, and over a longer search's sequences where PROPERTY_RUNS asks for one. */
const SEARCH_MS = 20_000;
const RUNS = process.env.PROPERTY_RUNS;
/** So many insights make a page that becomes a chunk at once. */
const CHUNK = 520;

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

/** An insight as it is after its `turn`-th change: another class, status and score each time. */
function insightAt(id: number, turn: number): MirrorInsight {
  const mixed = Math.imul(id + turn * 7919, 0x9e3779b1) >>> 8;
  return insight(String(id), {
    deviceId: `cam-${id % 3}`,
    className: CLASSES[mixed % CLASSES.length] ?? "",
    classId: null,
    confidence: mixed % 7 === 0 ? null : (mixed % 101) / 100,
    status: INSIGHT_STATUSES[mixed % 5] ?? "none",
    commsSource: COMMS_SOURCES[mixed % 6] ?? null,
    collectionId: id % 4 === 0 ? null : String(Math.floor(id / 5) + 1),
    classList: mixed % 3 === 0 ? [{ className: "lynx", averageConfidence: 0.99 }] : [],
  });
}

function pageOf(insights: readonly MirrorInsight[], gone: readonly string[] = []): SyncPage {
  const columns = {
    insight_id: insights.map((one) => one.insightId),
    device_id: insights.map((one) => one.deviceId),
    class_name: insights.map((one) => one.className),
    class_list: insights.map((one) =>
      one.classList.length === 0 ? null : one.classList.map((score) => ({ ...score })),
    ),
    confidence: insights.map((one) => one.confidence),
    insight_status: insights.map((one) => one.status),
    comms_source: insights.map((one) => one.commsSource),
    time_stamp: insights.map((one) => one.timeStampMs),
    collection_id: insights.map((one) => one.collectionId),
    table: insights.map((one) => one.table),
  };
  return { cursor: "c", more: false, tables: { insights: encodeTable(columns, insights.length, [...gone]) } };
}

/** The mirror, beside the plain map of what it must hold. */
function createWorld() {
  const insights = new Map<string, MirrorInsight>();
  return {
    insights,
    async named() {
      const devices = encodeTable(
        { device_id: [...DEVICES.keys()], display_name: [...DEVICES.values()] },
        DEVICES.size,
      );
      await mirror.applyPage(encodePage({ cursor: "c", more: false, tables: { devices } }), {
        epoch,
        nowMs: 1,
      });
    },
    async put(changed: readonly MirrorInsight[], gone: readonly string[] = []) {
      await mirror.applyPage(encodePage(pageOf(changed, gone)), { epoch, nowMs: 1 });
      for (const id of gone) insights.delete(id);
      for (const one of changed) insights.set(one.insightId, one);
    },
    async drop(deviceId: string) {
      const devices = encodeTable({ device_id: [deviceId], display_name: [DEVICES.get(deviceId) ?? ""] }, 1, [
        deviceId,
      ]);
      await mirror.applyPage(encodePage({ cursor: "c", more: false, tables: { devices } }), {
        epoch,
        nowMs: 1,
      });
      for (const [id, one] of insights) if (one.deviceId === deviceId) insights.delete(id);
    },
  };
}

const range = (from: number, count: number, turn: number) =>
  Array.from({ length: count }, (_, index) => insightAt(from + index, turn));

const NEWEST: InsightQuery = {
  filter: { showArchived: true },
  sort: { column: "time", descending: true },
  grouped: false,
  offset: 0,
  limit: 25,
};

/** Counts are never answered from less than all. */
const untilWhole = (view: InThreadEngine) => view.group("status", NEWEST);

const comparedRows = (rows: readonly InsightRow[]): SlowRow[] => compared({ rows, matched: 0 }).rows;
const compared = ({
  rows,
  matched,
}: Pick<InsightPage, "rows" | "matched">): { rows: SlowRow[]; matched: number } => ({
  rows: rows.map(({ insightId, status, className, confidence, members }) => ({
    insightId,
    status,
    className,
    confidence,
    members: members.map((member) => member.insightId),
  })),
  matched,
});

const anyQuery: fc.Arbitrary<InsightQuery> = fc.record({
  filter: fc.record(
    {
      showArchived: fc.boolean(),
      text: fc.constantFrom("fox", "GATE", "e", "lynx"),
      classNames: fc.subarray([...CLASSES, "lynx"]),
      classText: fc.constantFrom("O", "fox ", "lynx"),
      deviceIds: fc.subarray([...DEVICES.keys()]),
      statuses: fc.subarray([...INSIGHT_STATUSES]),
      sources: fc.subarray([...COMMS_SOURCES]),
      fromMs: fc.integer({ min: 0, max: 600 }).map((id) => RECEIVED_MS + id * 1_000),
      toMs: fc.integer({ min: 0, max: 600 }).map((id) => RECEIVED_MS + id * 1_000),
      minConfidence: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      maxConfidence: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      classList: fc.constantFrom("fox", "OA", "lynx"),
    },
    { requiredKeys: ["showArchived"] },
  ),
  sort: fc.record({
    column: fc.constantFrom<SortColumn>("time", "className", "confidence", "device", "status", "source"),
    descending: fc.boolean(),
  }),
  grouped: fc.boolean(),
  offset: fc.integer({ min: 0, max: 40 }),
  limit: fc.constantFrom(5, 25, 1_000),
});

const GROUP_COLUMNS: readonly GroupColumn[] = ["className", "device", "status", "source", "day"];

/** The questions beside a page: all over the page's filter and order. */
const anyFurther = fc.record({
  by: fc.constantFrom(...GROUP_COLUMNS),
  over: fc.constantFrom("time" as const, "confidence" as const),
  bounds: fc
    .uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 8 })
    .map((bounds) => bounds.sort((a, b) => a - b)),
  ids: fc.array(
    fc.oneof(
      fc.integer({ min: 1, max: 620 }).map(String),
      fc.integer({ min: 1, max: 130 }).map((id) => `collection-${id}`),
    ),
    { minLength: 1, maxLength: 3 },
  ),
  pins: fc.boolean(),
  reads: fc.record({ offset: fc.integer({ min: 0, max: 500 }), limit: fc.constantFrom(1, 40, 1_000) }),
});

const anyId = fc.integer({ min: 1, max: 600 });
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("small" as const),
      ids: fc.uniqueArray(anyId, { maxLength: 20 }),
      gone: fc.uniqueArray(anyId, { maxLength: 5 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("chunk" as const), from: fc.integer({ min: 1, max: 80 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("compact" as const), from: fc.integer({ min: 1, max: 80 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("act" as const),
      ids: fc.uniqueArray(anyId, { maxLength: 30 }),
      status: fc.constantFrom(...INSIGHT_STATUSES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("drop" as const),
      deviceId: fc.constantFrom(...DEVICES.keys()),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("keep" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reload" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("kill" as const) }) },
);

const anySequence = fc.array(
  fc.tuple(anyStep, fc.array(anyQuery, { minLength: 1, maxLength: 3 }), anyFurther),
  { minLength: 1, maxLength: 10 },
);
type Step = typeof anySequence extends fc.Arbitrary<(infer One)[]> ? One : never;

describe("the view whose columns a worker owns", () => {
  it("answers what a slow and obvious reading of all rows answers, through sync pages, compaction, actions, reloads and killed workers [OFF-10]", async () => {
    // A search whose time is up leaves its last run on its way, which must not write into the next test's mirror.
    let running = Promise.resolve();
    let timeIsUp = false;
    const play = async (steps: readonly Step[]) => {
      mirror.close();
      await Dexie.delete("mirror-7");
      mirror = openMirrorStorage(7);
      epoch = await mirror.takeLead();
      const world = createWorld();
      const test = openTestView(mirror);
      await world.named();
      await world.put(range(1, CHUNK, 0));
      let view = test.open();
      let overlay = new Map<string, InsightStatus>();
      let turn = 0;
      /** Those that the present worker keeps. */
      let pinned: { snapshot: InsightSnapshot; expected: SlowRow[] }[] = [];
      for (const [step, queries, further] of steps) {
        if (timeIsUp) break;
        turn += 1;
        if (step.kind === "small") {
          const ids = step.ids.filter((id) => !step.gone.includes(id));
          await world.put(
            ids.map((id) => insightAt(id, turn)),
            step.gone.map(String),
          );
        }
        if (step.kind === "chunk") await world.put(range(step.from, CHUNK, turn));
        if (step.kind === "compact") {
          for (let piece = 0; piece < 9; piece += 1)
            await world.put(range(step.from + piece, 500, turn + piece));
          await view.compact({ epoch });
          expect((await mirror.manifest()).chunkIds.length).toBeLessThan(9);
        }
        if (step.kind === "act") {
          overlay = new Map(overlay);
          for (const id of step.ids) {
            if (overlay.get(String(id)) === step.status) overlay.delete(String(id));
            else overlay.set(String(id), step.status);
          }
          test.outbox.set(overlay);
        }
        if (step.kind === "drop") await world.drop(step.deviceId);
        if (step.kind === "keep") test.workerTimers.fireAll();
        if (step.kind === "reload") {
          view.stop();
          view = test.open();
          pinned = [];
        }
        if (step.kind === "kill") {
          test.workers.kill({ tell: true });
          pinned = [];
        }
        for (const query of queries) {
          const expected = answerSlowly({ insights: world.insights, overlay, names: DEVICES }, query);
          let page = await view.page(query);
          if (page.provisional) {
            expect(compared(page).rows).toEqual(expected.rows);
            if (!page.countsLater) expect(page.matched).toBe(expected.matched);
            await untilWhole(view);
            page = await view.page(query);
          }
          expect(page.provisional).toBeUndefined();
          expect(compared(page)).toEqual(expected);
          expect(page.held).toBe(world.insights.size);
        }
        const [order = NEWEST] = queries;
        const now = { insights: world.insights, overlay, names: DEVICES };
        const { by, over, ids, reads } = further;
        const bounds = further.bounds.map((at) => (over === "time" ? RECEIVED_MS + at * 6_000 : at / 100));
        const counts = await view.group(by, order);
        expect(new Map(counts.map(({ value, count }) => [value, count]))).toEqual(
          groupSlowly(now, by, order),
        );
        expect(await view.histogram(over, bounds, order)).toEqual(binSlowly(now, over, bounds, order));
        expect(await view.placeOf(order, ids)).toBe(placeSlowly(now, order, ids));
        if (further.pins && pinned.length < 4) {
          const whole = { ...order, offset: 0, limit: Number.POSITIVE_INFINITY };
          pinned.push({
            snapshot: await view.snapshot(order),
            expected: answerSlowly(now, whole).rows,
          });
        }
        for (const { snapshot, expected } of pinned) {
          expect(snapshot.matched).toBe(expected.length);
          const { offset, limit } = reads;
          expect(comparedRows(await snapshot.rows(offset, limit))).toEqual(
            expected.slice(offset, offset + limit),
          );
        }
      }
      view.stop();
    };
    await fc.assert(
      fc.asyncProperty(anySequence, (steps) => {
        running = play(steps);
        return running;
      }),
      RUNS === undefined ? { numRuns: 200, interruptAfterTimeLimit: SEARCH_MS } : { numRuns: Number(RUNS) },
    );
    timeIsUp = true;
    await running;
  }, 600_000);

  const filled = async (count = CHUNK) => {
    const world = createWorld();
    await world.named();
    await world.put(range(1, count, 0));
    return { world, test: openTestView(mirror) };
  };
  const settledAnswer = async (view: InThreadEngine, query = NEWEST) => {
    await untilWhole(view);
    return await view.page(query);
  };

  it("shows the newest from what was kept at the last visit before it has read all, and says that it is not all", async () => {
    const { world, test } = await filled(2_000);
    const first = test.open();
    const before = await settledAnswer(first);
    test.workerTimers.fireAll();
    await expect.poll(async () => (await mirror.head((await mirror.state()).insights))?.held).toBe(2_000);
    const sentinels = await mirror.tables.devices();
    expect(await mirror.tables.firstDevices()).toMatchObject({ devices: sentinels, held: sentinels.length });
    first.stop();

    const chunks = mirror.chunk;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = openTestView({
      ...mirror,
      async chunk(chunkId) {
        await held;
        return await chunks(chunkId);
      },
    });
    const view = slow.open();
    const early = await view.page(NEWEST);
    expect(early).toEqual({ ...before, provisional: true });
    expect(early.matched).toBe(2_000);
    // All is read once the page has had the time to draw this.
    slow.workerTimers.fireAll();
    // Where the head has an unsent action's insight, the count includes the action; else the count comes later.
    const newest = before.rows.find(({ status }) => status !== "archive")?.insightId ?? "";
    slow.outbox.set(new Map([[newest, "archive"]]));
    const shown = { ...NEWEST, filter: { showArchived: false } };
    const counted = await view.page(shown);
    const hidden = [...world.insights.values()].filter(({ status }) => status === "archive").length;
    expect([counted.matched, counted.countsLater]).toEqual([2_000 - hidden - 1, undefined]);
    slow.outbox.set(new Map([["1", "archive"]]));
    expect(await view.page(shown)).toMatchObject({ provisional: true, countsLater: true });
    slow.outbox.set(new Map());
    const changed = new Promise<void>((resolve) => view.subscribe(resolve));
    release();
    await changed;
    expect(await view.page(NEWEST)).toEqual(before);
    view.stop();

    await world.put([insightAt(2_001, 0)]);
    expect(await mirror.head((await mirror.state()).insights)).toBeUndefined();
  });

  it("takes in a small page without reading any chunk again, and goes on over compacted ones", async () => {
    const { world } = await filled();
    let reads = 0;
    const test = openTestView({
      ...mirror,
      chunk(chunkId) {
        reads += 1;
        return mirror.chunk(chunkId);
      },
    });
    const view = test.open();
    await settledAnswer(view);
    const before = reads;
    await world.put([insightAt(3, 9)], ["4"]);
    expect((await view.page(NEWEST)).held).toBe(CHUNK - 1);
    expect(reads).toBe(before);
    for (let piece = 0; piece < 9; piece += 1) await world.put(range(1, 500, piece));
    await settledAnswer(view);
    const piecesRead = reads;
    await view.compact({ epoch });
    await world.put([insightAt(5, 50)]);
    const expected = answerSlowly({ insights: world.insights, overlay: new Map(), names: DEVICES }, NEWEST);
    expect(compared(await view.page(NEWEST))).toEqual(expected);
    expect(reads).toBe(piecesRead);
    view.stop();
  });

  /** The versions of the mirror can be read until `hang`, and again after `release`. */
  const createSlowMirror = () => {
    let held = Promise.resolve();
    let release = () => {};
    const slow: MirrorStorage = {
      ...mirror,
      async state() {
        await held;
        return await mirror.state();
      },
    };
    const hang = () => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    };
    return { slow, hang, release: () => release() };
  };

  it("answers pages and counts without reading the mirror while nothing has changed", async () => {
    await filled();
    const { slow, hang, release } = createSlowMirror();
    const view = openTestView(slow).open();
    const before = await settledAnswer(view);
    hang();
    expect(await view.page(NEWEST)).toEqual(before);
    expect((await view.group("status", NEWEST)).length).toBeGreaterThan(0);
    release();
    view.stop();
  });

  it("sees with the next answer what another tab has written, once its page or its worker has heard of it", async () => {
    const { world } = await filled();
    for (const heard of ["page", "worker"] as const) {
      const view = openTestView(mirror, { page: heard === "page", worker: heard === "worker" }).open();
      const { held } = await settledAnswer(view);
      await world.put([insightAt(held + 1, 0)]);
      expect((await view.page(NEWEST)).held, heard).toBe(held + 1);
      view.stop();
    }
  });

  it("sees what another tab has written once that tab's action has left the outbox, though nobody heard of it", async () => {
    const { world } = await filled();
    const deaf = openTestView(mirror, { page: false, worker: false });
    const view = deaf.open();
    const fox = [...world.insights.values()].find(({ status }) => status === "none");
    if (fox === undefined) throw new Error("no insight is without a status");
    deaf.outbox.set(new Map([[fox.insightId, "acknowledge"]]));
    await settledAnswer(view);
    await world.put([{ ...fox, status: "acknowledge" }]);
    deaf.outbox.set(new Map());
    const all = { ...NEWEST, limit: 1_000 };
    const statusOf = async () =>
      (await view.page(all)).rows.find(({ insightId }) => insightId === fox.insightId)?.status;
    expect(await statusOf()).toBe("acknowledge");
    view.stop();
  });

  it("finds out after an answer that it missed a change, where the browser dropped the notice", async () => {
    const { world } = await filled();
    const deaf = openTestView(mirror, { page: false, worker: false });
    const view = deaf.open();
    const { held } = await settledAnswer(view);
    await world.put([insightAt(held + 1, 0)]);
    const changed = new Promise<void>((resolve) => view.subscribe(resolve));
    expect((await view.page(NEWEST)).held, "before the look").toBe(held);
    deaf.workerTimers.fireAll();
    await changed;
    expect((await view.page(NEWEST)).held).toBe(held + 1);
    view.stop();
  });

  it("asks in the same turn once the outbox was read, after what waits to be sent", async () => {
    const { test } = await filled();
    const view = test.open();
    const first = view.page(NEWEST);
    expect(test.workers.posted.map(({ kind }) => kind)).toEqual(["open"]);
    await first;
    test.outbox.set(new Map([["520", "archive"]]));
    test.workers.posted.length = 0;
    const asked = view.page(NEWEST);
    expect(test.workers.posted.map(({ kind }) => kind)).toEqual(["overlay", "ask"]);
    expect((await asked).rows[0]?.status).toBe("archive");
    view.stop();
  });

  it("sends no older state of the outbox after a newer one, where it changes while it is read", async () => {
    const { test } = await filled();
    const view = test.open();
    const early = view.page(NEWEST);
    test.outbox.set(new Map([["520", "archive"]]));
    const late = view.page(NEWEST);
    expect((await early).rows[0]?.status).toBe("archive");
    expect((await late).rows[0]?.status).toBe("archive");
    const overlays = test.workers.posted.filter(({ kind }) => kind === "overlay");
    expect(overlays).toEqual([{ kind: "overlay", changes: [["520", "archive"]] }]);
    view.stop();
  });

  it("gives up a question that is aborted, in the worker too", async () => {
    const { test } = await filled();
    const view = test.open();
    const controller = new AbortController();
    const asked = view.page(NEWEST, controller.signal);
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    await settledAnswer(view);
    expect(test.workers.heard.map(({ kind }) => kind)).toContain("cancel");
    await expect(view.page(NEWEST, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    view.stop();
  });

  it("asks a new worker where one broke or fell silent, with what waits to be sent", async () => {
    const { test } = await filled();
    const view = test.open();
    test.outbox.set(new Map([["520", "archive"]]));
    expect((await settledAnswer(view)).rows[0]?.status).toBe("archive");
    test.workers.kill({ tell: false });
    const asked = view.page(NEWEST);
    await expect.poll(() => test.timers.waiting()).toBe(1);
    test.timers.fireAll();
    expect((await asked).rows[0]?.status).toBe("archive");
    expect(test.workers.started).toBe(2);
    view.stop();
  });

  it("answers in the page's own thread where no worker runs, from the start or after several broke", async () => {
    const { test } = await filled();
    test.workers.refuse = true;
    const without = test.open();
    expect((await without.page(NEWEST)).matched).toBe(CHUNK);
    without.stop();
    test.workers.refuse = false;
    const view = test.open();
    for (let broken = 0; broken < 3; broken += 1) test.workers.kill({ tell: true });
    expect((await view.page(NEWEST)).matched).toBe(CHUNK);
    expect(test.workers.started).toBe(3);
    view.stop();
  });

  it("compacts only as the tab that leads", async () => {
    const { world, test } = await filled();
    for (let piece = 0; piece < 9; piece += 1) await world.put(range(1, 500, piece));
    const view = test.open();
    await expect(view.compact({ epoch: epoch - 1 })).rejects.toBeInstanceOf(FencedError);
    view.stop();
  });

  it("reads a snapshot part by part as it was, though a sync, an action and a compaction come in between [TBL-04]", async () => {
    const { world, test } = await filled();
    const view = test.open();
    for (const grouped of [false, true]) {
      const order = { ...NEWEST, sort: { column: "time" as const, descending: false }, grouped };
      // The newest, which are read last, lie in no chunk yet: such rows give way with every change.
      await world.put(range(2_000, 30, 0));
      const before = comparedRows((await settledAnswer(view, { ...order, limit: 10_000 })).rows);
      const snapshot = await view.snapshot(order);
      const read = comparedRows(await snapshot.rows(0, 100));
      await world.put([...range(CHUNK + 1, 300, 0), insightAt(5, 7)], ["400", "401"]);
      test.outbox.set(new Map([["300", "archive"]]));
      expect((await view.page(order)).held).toBe(world.insights.size);
      read.push(...comparedRows(await snapshot.rows(100, 100)));
      for (let piece = 0; piece < 9; piece += 1) await world.put(range(1, 500, piece));
      await view.compact({ epoch });
      await settledAnswer(view);
      read.push(...comparedRows(await snapshot.rows(200, 10_000)));
      expect(read).toEqual(before);
      expect(await snapshot.rows(before.length, 5)).toEqual([]);
      test.outbox.set(new Map());
    }
    view.stop();
  });

  it("keeps only the snapshots that were read last, none that was released or given up, and none over a new worker", async () => {
    const { test } = await filled();
    const view = test.open();
    await settledAnswer(view);
    const first = await view.snapshot(NEWEST);
    const later = await Promise.all(Array.from({ length: 3 }, () => view.snapshot(NEWEST)));
    expect(await first.rows(0, 1)).toHaveLength(1);
    await view.snapshot(NEWEST);
    expect(await first.rows(0, 1)).toHaveLength(1);
    await expect(later[0]?.rows(0, 1)).rejects.toThrow("not kept");
    first.release();
    await expect(first.rows(0, 1)).rejects.toThrow("not kept");
    await expect(view.snapshot(NEWEST, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    const last = await view.snapshot(NEWEST);
    test.workers.kill({ tell: true });
    await expect(last.rows(0, 1)).rejects.toThrow("not kept");
    const anew = await view.snapshot(NEWEST);
    expect(await anew.rows(0, 1)).toHaveLength(1);
    view.stop();
  });

  it("goes on over a compaction that took in what was changed since, and over the next change after it", async () => {
    const { world, test } = await filled();
    const view = test.open();
    for (let piece = 0; piece < 9; piece += 1) await world.put(range(1, 500, piece));
    // These lie in no chunk yet when all is compacted.
    await world.put(range(2_000, 20, 1), ["510"]);
    await settledAnswer(view);
    await view.compact({ epoch });
    expect(await mirror.manifest()).toMatchObject({ compacted: { withDelta: true }, delta: { rows: 0 } });
    await world.put(range(3_000, 3, 1));
    const all = { ...NEWEST, limit: 10_000 };
    const expected = answerSlowly({ insights: world.insights, overlay: new Map(), names: DEVICES }, all);
    expect(compared(await view.page(all))).toEqual(expected);
    view.stop();
  });

  it("counts by column and by bin in the page's own thread too, and refuses bounds that make no bins", async () => {
    const { world, test } = await filled();
    test.workers.refuse = true;
    const view = test.open();
    const now = { insights: world.insights, overlay: new Map(), names: DEVICES };
    const byDevice = await view.group("device", NEWEST);
    expect(byDevice.map(({ name }) => name).sort()).toEqual([...DEVICES.values()].sort());
    expect(new Map(byDevice.map(({ value, count }) => [value, count]))).toEqual(
      groupSlowly(now, "device", NEWEST),
    );
    const counts = byDevice.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(await view.histogram("confidence", [0, 0.5, 1], NEWEST)).toEqual(
      binSlowly(now, "confidence", [0, 0.5, 1], NEWEST),
    );
    await expect(view.histogram("time", [1], NEWEST)).rejects.toThrow(RangeError);
    await expect(view.histogram("time", [1, 1], NEWEST)).rejects.toThrow(RangeError);
    await expect(view.group("status", NEWEST, AbortSignal.abort())).rejects.toMatchObject({
      name: "AbortError",
    });
    view.stop();
  });
});
