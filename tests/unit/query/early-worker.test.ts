import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { InsightPage, InsightQuery } from "../../../src/query/insight-engine.ts";
import { serveInsights } from "../../../src/query/worker/serve-insights.ts";
import type { FromWorker, ToWorker } from "../../../src/query/worker/worker-protocol.ts";
import { type MirrorStorage, openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { TestClock } from "../../support/time/test-clock.ts";

const NEWEST: InsightQuery = {
  filter: { showArchived: true },
  sort: { column: "time", descending: true },
  grouped: false,
  offset: 0,
  limit: 25,
};
const USERS = [7, 8];

let mirrors: Map<number, MirrorStorage>;
let closed: number[];
/** Whose Sentinels were read, once for each time. */
let namesRead: number[];

beforeEach(() => {
  mirrors = new Map(USERS.map((userId) => [userId, openMirrorStorage(userId)]));
  closed = [];
  namesRead = [];
});
afterEach(async () => {
  for (const [userId, mirror] of mirrors) {
    mirror.close();
    await Dexie.delete(`mirror-${userId}`);
  }
});

const mirrorOf = (userId: number) => mirrors.get(userId) as MirrorStorage;

async function write(userId: number, ids: readonly string[]): Promise<void> {
  const columns = {
    insight_id: [...ids],
    device_id: ids.map(() => "cam"),
    class_name: ids.map(() => "fox"),
    insight_status: ids.map(() => "none"),
    time_stamp: ids.map(Number),
    table: ids.map(() => "insights"),
  };
  const page = { cursor: "c", more: false, tables: { insights: encodeTable(columns, ids.length, []) } };
  const mirror = mirrorOf(userId);
  await mirror.applyPage(page, { epoch: await mirror.takeLead(), nowMs: 1 });
}

/** A worker in this thread that no notice of a write reaches. */
function startWorker() {
  const answers = new Map<number, (page: InsightPage) => void>();
  let hear: (message: ToWorker) => void = () => {};
  const post = (message: FromWorker) => {
    if (message.kind === "answer") answers.get(message.id)?.(message.answer as InsightPage);
  };
  const noNotices = () => () => {};
  const timers = new TestClock().timers();
  serveInsights(
    { post, listen: (next) => (hear = next) },
    {
      openSource: (userId) => ({
        ...mirrorOf(userId),
        names() {
          namesRead.push(userId);
          return mirrorOf(userId).names();
        },
        watch: noNotices,
        onCommit: noNotices,
        close: () => void closed.push(userId),
      }),
      timers,
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    },
  );
  let asked = 0;
  return {
    timers,
    open: (userId: number, ahead = true) => hear({ kind: "open", userId, ahead }),
    close: () => hear({ kind: "close" }),
    async ids(): Promise<string[]> {
      asked += 1;
      const id = asked;
      const answer = new Promise<InsightPage>((resolve) => answers.set(id, resolve));
      hear({ kind: "ask", id, name: "page", asked: [NEWEST] });
      return (await answer).rows.map(({ insightId }) => insightId);
    },
  };
}

describe("a worker that reads insights before its page asks for them", () => {
  it("answers with what was written before the page took it, as where another tab's action was confirmed", async () => {
    await write(7, ["1"]);
    const worker = startWorker();
    worker.open(7);
    expect(await worker.ids()).toEqual(["1"]);
    await write(7, ["2"]);
    worker.open(7);
    expect(await worker.ids()).toEqual(["2", "1"]);
    expect(closed).toEqual([]);
  });

  it("closes the insights of the person remembered where another one takes it", async () => {
    await write(7, ["1"]);
    await write(8, ["5"]);
    const worker = startWorker();
    worker.open(7);
    worker.open(8);
    expect(await worker.ids()).toEqual(["5"]);
    expect(closed).toEqual([7]);
  });

  it("reads nothing unasked for a second where the screen begins with something else", async () => {
    await write(7, ["1"]);
    const worker = startWorker();
    worker.open(7, false);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(namesRead).toEqual([]);
    worker.timers.advance(1_000);
    await expect.poll(() => namesRead).toEqual([7]);
  });

  it("reads at the first question, and nothing once it is closed", async () => {
    await write(7, ["1"]);
    const worker = startWorker();
    worker.open(7, false);
    expect(await worker.ids()).toEqual(["1"]);
    const other = startWorker();
    other.open(8, false);
    other.close();
    other.timers.fireAll();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(namesRead).toEqual([7]);
  });
});
