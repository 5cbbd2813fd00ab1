import { expect, it } from "vitest";
import type { ComposedSync } from "../../../../src/app/composition/compose-sync.ts";
import { startSyncLater } from "../../../../src/app/composition/later-sync.ts";
import { createConnection } from "../../../../src/sync/connection/connection.ts";
import type { SyncStatus } from "../../../../src/sync/sync-status.ts";

const ONLINE: SyncStatus = { phase: "online", freshAtMs: 5, pulling: false, firstSync: null, failed: false };

function createWorld({ fails = 0, online = true } = {}) {
  const calls: string[] = [];
  const timers: (() => void)[] = [];
  let idle = () => {};
  let failing = fails;
  const composed = (): ComposedSync => {
    calls.push("start");
    return {
      tab: {
        getStatus: () => ONLINE,
        subscribe: () => () => {},
        sendNow: () => {},
        pullNow: async () => void calls.push("pull"),
        pollBulk: async () => void calls.push("poll"),
        stop: async () => void calls.push("stop"),
      },
      calls: {} as ComposedSync["calls"],
      retention: { choose: async () => {}, estimates: async () => null, total: async () => 12 },
    };
  };
  const connection = createConnection("unknown");
  const later = startSyncLater({
    connection,
    page: {
      isVisible: () => true,
      mayBeOnline: () => online,
      hasWorker: () => true,
      subscribe: () => () => {},
    },
    timers: {
      after(_, callback) {
        timers.push(callback);
        return () => void timers.splice(timers.indexOf(callback), 1);
      },
      elapsedMs: () => 0,
    },
    whenIdle: () =>
      new Promise((resolve) => {
        idle = resolve;
      }),
    async load() {
      calls.push("load");
      failing -= 1;
      if (failing >= 0) throw new TypeError("the chunk cannot be fetched");
      return composed;
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { ...later, calls, timers, connection, settle, becomeIdle: () => idle() };
}

it("loads sync when the page is idle, tells who follows, and answers with its status from then on", async () => {
  const { sync, calls, settle, becomeIdle } = createWorld();
  let told = 0;
  sync.subscribe(() => {
    told += 1;
  });
  expect(sync.getStatus()).toEqual({ ...ONLINE, phase: "unknown", freshAtMs: null });
  expect(calls).toEqual([]);
  becomeIdle();
  await settle();
  expect(calls).toEqual(["load", "start"]);
  expect(told).toBe(1);
  expect(sync.getStatus()).toBe(ONLINE);
  await sync.pullNow();
  expect(calls.at(-1)).toBe("pull");
});

it("loads it at once where a pull or a count is asked for, and once for all that ask", async () => {
  const { sync, retention, calls, settle, becomeIdle } = createWorld();
  await sync.pullNow();
  expect(await retention.total(new AbortController().signal)).toBe(12);
  await sync.pollBulk();
  becomeIdle();
  await settle();
  expect(calls).toEqual(["load", "start", "poll"]);
});

it("tries again where the code could not be loaded, and a pull that waits for nothing does not hang", async () => {
  const { sync, calls, timers, settle, becomeIdle } = createWorld({ fails: 2 });
  becomeIdle();
  await settle();
  expect(timers).toHaveLength(1);
  await sync.pullNow();
  await settle();
  expect(calls).toEqual(["load", "load"]);
  timers[0]?.();
  await settle();
  expect(calls).toEqual(["load", "load", "load", "start"]);
});

it("never starts after it was stopped, also where its code is on its way", async () => {
  const { sync, calls, settle, becomeIdle } = createWorld();
  becomeIdle();
  await Promise.resolve();
  await sync.stop();
  await settle();
  expect(calls).toEqual(["load"]);
});

it("knows a network that was lost before it listened", async () => {
  const { connection, settle, becomeIdle } = createWorld({ online: false });
  becomeIdle();
  await settle();
  expect(connection.phase()).toBe("offline");
});
