import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import type { InsightPage, InsightQuery } from "../../../src/query/insight-engine.ts";
import { createPageReceiver } from "../../../src/query/worker/repeated-rows.ts";
import { serveInsights } from "../../../src/query/worker/serve-insights.ts";
import type {
  Answer,
  FromWorker,
  Prefetch,
  Question,
  ToWorker,
} from "../../../src/query/worker/worker-protocol.ts";
import { encodePage } from "../../../src/storage/mirror/encode-page.ts";
import { type MirrorStorage, openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { TestClock } from "../../support/time/test-clock.ts";

const NEWEST: InsightQuery = {
  filter: { showArchived: true },
  sort: { column: "time", descending: true },
  grouped: false,
  offset: 0,
  limit: 25,
};
const WHOLE = { filter: { showArchived: true }, grouped: false };
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
  await mirror.applyPage(encodePage(page), { epoch: await mirror.takeLead(), nowMs: 1 });
}

/** A worker in this thread. @param source instead of the mirror, of whose writes no notice comes */
function startWorker(source: (mirror: MirrorStorage) => Partial<MirrorStorage> = () => ({})) {
  const answers = new Map<number, (answer: Answer) => void>();
  const receive = createPageReceiver();
  const posted: FromWorker["kind"][] = [];
  let hear: (message: ToWorker) => void = () => {};
  const post = (message: FromWorker) => {
    posted.push(message.kind);
    if (message.kind === "answer") answers.get(message.id)?.(message.answer);
    if (message.kind === "page") answers.get(message.id)?.(receive(message.page));
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
        ...source(mirrorOf(userId)),
        close: () => void closed.push(userId),
      }),
      timers,
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    },
  );
  let asked = 0;
  const ask = (question: Question) => {
    asked += 1;
    const id = asked;
    const answer = new Promise<Answer>((resolve) => answers.set(id, resolve));
    hear({ kind: "ask", id, ...question });
    return answer;
  };
  return {
    timers,
    posted,
    open: (userId: number, prefetch: Prefetch | null = "all") =>
      hear(prefetch === null ? { kind: "open", userId } : { kind: "open", userId, prefetch }),
    close: () => hear({ kind: "close" }),
    ask,
    async ids(): Promise<string[]> {
      const { rows } = (await ask({ name: "page", asked: [NEWEST] })) as InsightPage;
      return rows.map(({ insightId }) => insightId);
    },
  };
}

const newest = async (worker: ReturnType<typeof startWorker>) =>
  (await worker.ask({ name: "page", asked: [NEWEST] })) as InsightPage;

/** A visit that stores the newest insights for the next start; returns the first page. */
async function visit(): Promise<InsightPage> {
  const worker = startWorker();
  worker.open(7);
  const page = await newest(worker);
  worker.timers.fireAll();
  await expect.poll(async () => await mirrorOf(7).head((await mirrorOf(7).state()).insights)).toBeDefined();
  return page;
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

  it("answers the first page from what the last visit kept though it has read all, and then says that there is more", async () => {
    await write(7, ["1", "2"]);
    const untilRead = async ({ posted }: ReturnType<typeof startWorker>) =>
      await expect.poll(() => posted).toContain("changed");
    const whole = await visit();

    const worker = startWorker();
    worker.open(7);
    await untilRead(worker);
    worker.open(7);
    worker.posted.length = 0;
    expect(await newest(worker)).toEqual({ ...whole, provisional: true });
    await expect.poll(() => worker.posted).toEqual(["page", "changed"]);
    expect(await newest(worker)).toEqual(whole);

    // Another tab has written since, so that the stored insights are not the newest.
    const later = startWorker();
    later.open(7);
    await untilRead(later);
    await write(7, ["3"]);
    later.open(7);
    expect(await newest(later)).toMatchObject({ rows: [{ insightId: "3" }, {}, {}], held: 3 });
  });

  it("answers from what the last visit kept only while the mirror is as it was then", async () => {
    await write(7, ["1", "2"]);
    await visit();

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const worker = startWorker((mirror) => ({
      manifest: () => held.then(() => mirror.manifest()),
    }));
    worker.open(7);
    expect(await worker.ids()).toEqual(["2", "1"]);
    // A decision that was confirmed has left the outbox, and is in the mirror alone.
    await write(7, ["3"]);
    const answer = worker.ids();
    release();
    expect(await answer).toEqual(["3", "2", "1"]);
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
    let calls = 0;
    const worker = startWorker((mirror) => ({
      watch: (listener) =>
        mirror.watch(() => {
          calls += 1;
          listener();
        }),
    }));
    worker.open(7, null);
    await expect.poll(() => calls).toBe(1);
    // Nor where another tab or the first pull writes meanwhile.
    await write(7, ["2"]);
    await expect.poll(() => calls).toBeGreaterThan(1);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(namesRead).toEqual([]);
    worker.timers.advance(1_000);
    await expect.poll(() => namesRead).toEqual([7]);
  });

  it("reads at the first question, and nothing once it is closed", async () => {
    await write(7, ["1"]);
    const worker = startWorker();
    worker.open(7, null);
    expect(await worker.ids()).toEqual(["1"]);
    const other = startWorker();
    other.open(8, null);
    other.close();
    other.timers.fireAll();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(namesRead).toEqual([7]);
  });

  it.each<[when: string, unasked: boolean, go: (worker: ReturnType<typeof startWorker>) => void]>([
    ["the page counts", false, (worker) => void worker.ask({ name: "group", asked: ["status", WHOLE] })],
    ["its answer has rested for a quarter of a second", false, (worker) => worker.timers.advance(250)],
    ["a second has passed without a question", true, (worker) => worker.timers.advance(1_000)],
  ])("reads the newest insights alone, and all once %s", async (_when, unasked, go) => {
    await write(7, ["1", "2"]);
    await visit();
    namesRead = [];
    let manifests = 0;
    let heads = 0;
    const worker = startWorker((mirror) => ({
      watch: mirror.watch,
      head(insights) {
        heads += 1;
        return mirror.head(insights);
      },
      manifest() {
        manifests += 1;
        return mirror.manifest();
      },
    }));
    worker.open(7, "newest");
    if (!unasked) expect(await newest(worker)).toMatchObject({ provisional: true });
    // The first notice of the mirror is none of a change.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect({ heads, manifests, namesRead }).toEqual({ heads: 1, manifests: 0, namesRead: [] });
    expect(worker.posted).not.toContain("changed");
    go(worker);
    await expect.poll(() => worker.posted).toContain("changed");
    expect(manifests).toBe(1);
    const { provisional } = await newest(worker);
    // Without a question before, the first answer is from the newest still.
    expect(provisional).toBe(unasked ? true : undefined);
  });

  it("asks the page anew where the mirror changes before all is read", async () => {
    await write(7, ["1", "2"]);
    await visit();
    const worker = startWorker((mirror) => ({ watch: mirror.watch }));
    worker.open(7, "newest");
    expect(await newest(worker)).toMatchObject({ provisional: true, held: 2 });
    await write(7, ["3"]);
    await expect.poll(() => worker.posted).toContain("changed");
    expect(await newest(worker)).toMatchObject({ rows: [{ insightId: "3" }, {}, {}], held: 3 });
  });

  it("reads no second time after the second where a question has read all", async () => {
    await write(7, ["1"]);
    let heads = 0;
    const worker = startWorker((mirror) => ({
      head(insights) {
        heads += 1;
        return mirror.head(insights);
      },
    }));
    worker.open(7, null);
    expect(await worker.ask({ name: "serverStatuses", asked: [["1"]] })).toEqual(new Map([["1", "none"]]));
    worker.timers.advance(1_000);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // The one read is of the head that is stored for the next start.
    expect({ heads, namesRead }).toEqual({ heads: 1, namesRead: [7] });
  });

  it.each(["all", "newest", null] as const)(
    "answers where the stored head cannot be read, prefetched: %s",
    async (prefetch) => {
      await write(7, ["1"]);
      const worker = startWorker(() => ({ head: () => Promise.reject(new Error("the read failed")) }));
      worker.open(7, prefetch);
      expect(await worker.ids()).toEqual(["1"]);
    },
  );
});
