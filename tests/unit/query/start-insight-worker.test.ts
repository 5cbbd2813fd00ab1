import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browserInsightWorkers } from "../../../src/query/worker/start-insight-worker.ts";
import type { FromWorker } from "../../../src/query/worker/worker-protocol.ts";

/** The workers that were started, in order; none runs anything. */
let started: FakeWorker[];

class FakeWorker {
  onmessage: (event: { data: FromWorker }) => void = () => {};
  onerror: () => void = () => {};
  onmessageerror: () => void = () => {};
  readonly posted: unknown[] = [];
  ended = false;

  constructor() {
    started.push(this);
  }
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
}

beforeEach(() => {
  started = [];
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const OF_SEVEN = { userId: 7, prefetch: "newest" } as const;

/** As public/first-parts.js leaves it. */
function startFirst(message: FromWorker | "broken" = { kind: "alive" }) {
  const first = new FakeWorker();
  vi.stubGlobal("firstWorker", { worker: first, name: "insights-first", messages: [message] });
  return first;
}

describe("the browser's query worker", () => {
  it("is the one that was started beforehand, and what it said meanwhile is heard", async () => {
    const workers = browserInsightWorkers();
    workers.prefetch(OF_SEVEN);
    started[0]?.onmessage({ data: { kind: "alive" } });
    const heard: FromWorker[] = [];
    const worker = workers.start({ onMessage: (message) => heard.push(message), onBroken: () => {} });
    expect(heard).toEqual([]);
    await Promise.resolve();
    started[0]?.onmessage({ data: { kind: "changed" } });
    expect(heard).toEqual([{ kind: "alive" }, { kind: "changed" }]);
    worker.post({ kind: "close" });
    worker.stop();
    expect(started).toHaveLength(1);
    expect(started[0]).toMatchObject({
      posted: [{ kind: "open", userId: 7 }, { kind: "close" }],
      ended: true,
    });
  });

  it("is another one at the next start, and one that broke before it was taken is known as broken", async () => {
    const workers = browserInsightWorkers();
    workers.prefetch(null);
    expect(started[0]?.posted).toEqual([]);
    started[0]?.onerror();
    const broken = vi.fn();
    workers.start({ onMessage: () => {}, onBroken: broken });
    await Promise.resolve();
    expect(broken).toHaveBeenCalledOnce();
    workers.start({ onMessage: () => {}, onBroken: () => {} });
    expect(started).toHaveLength(2);
  });

  it("ends with the data that it read where it is not taken, and is left alone where it is", () => {
    const workers = browserInsightWorkers();
    workers.prefetch(OF_SEVEN);
    workers.drop();
    expect(started[0]?.ended).toBe(true);
    workers.prefetch(OF_SEVEN);
    workers.start({ onMessage: () => {}, onBroken: () => {} });
    workers.drop();
    expect(started[1]?.ended).toBe(false);
    expect(started).toHaveLength(2);
  });

  it("is the one that the page started before its scripts were here, once, and what it said is heard", async () => {
    const first = startFirst();
    const workers = browserInsightWorkers();
    workers.prefetch(OF_SEVEN);
    const heard: FromWorker[] = [];
    workers.start({ onMessage: (message) => heard.push(message), onBroken: () => {} });
    await Promise.resolve();
    expect(heard).toEqual([{ kind: "alive" }]);
    expect(started).toEqual([first]);
    expect(first.posted).toEqual([{ kind: "open", userId: 7, prefetch: "newest" }]);
    workers.prefetch(OF_SEVEN);
    expect(started).toHaveLength(2);
  });

  it("is known as broken where it broke before the app's scripts were here", async () => {
    startFirst("broken");
    const broken = vi.fn();
    browserInsightWorkers().start({ onMessage: () => {}, onBroken: broken });
    await Promise.resolve();
    expect(broken).toHaveBeenCalledOnce();
    expect(started).toHaveLength(1);
  });

  it("ends with the data that it read where the page started it and nobody takes it", () => {
    const first = startFirst();
    browserInsightWorkers().drop();
    expect(first.ended).toBe(true);
  });

  it("says where there are no workers only to the one who wants one", () => {
    vi.stubGlobal("Worker", undefined);
    const workers = browserInsightWorkers();
    workers.prefetch(OF_SEVEN);
    expect(() => workers.start({ onMessage: () => {}, onBroken: () => {} })).toThrow();
  });
});
