import { expect, it } from "vitest";
import { RETAIN_EVERYTHING, type RetentionChoice } from "../../../../src/domain/offline/retention.ts";
import type { HttpOutcome } from "../../../../src/platform/http.ts";
import type { EncodedPage } from "../../../../src/storage/mirror/encode-page.ts";
import { MIRROR_SHAPE } from "../../../../src/storage/mirror/pull-state.ts";
import type { ServerCalls } from "../../../../src/sync/connection/server-calls.ts";
import { type PullParts, pullFeed } from "../../../../src/sync/pull/pull-feed.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

type Asked = Parameters<ServerCalls["syncPage"]>[0];

const WEEK: RetentionChoice = { ...RETAIN_EVERYTHING, days: 7 };

interface FeedOptions {
  pages: number;
  complete?: boolean;
  /** How the dropping of pictures ends. */
  drop?: Promise<void>;
}

/** A server of `pages` pages, and a mirror that stores one when the test says so. */
function createFeed({ pages, complete = false, drop = Promise.resolve() }: FeedOptions) {
  const timers = new TestClock().timers();
  const asked: Asked[] = [];
  const stored: (string | null)[] = [];
  const storing: (() => void)[] = [];
  let retention: RetentionChoice | null = null;
  let fails = Number.POSITIVE_INFINITY;
  const syncPage = async (at: Asked): Promise<HttpOutcome<EncodedPage>> => {
    asked.push(at);
    const number = Number(at.cursor ?? 0) + 1;
    if (number >= fails) return { kind: "unreachable" } as HttpOutcome<EncodedPage>;
    const value: EncodedPage = { cursor: String(number), more: number < pages, tables: {}, insights: null };
    return { kind: "answer", protocol: 1, value } as unknown as HttpOutcome<EncodedPage>;
  };
  const mirror = {
    pullState: async () => ({ complete, shape: MIRROR_SHAPE, cursor: complete ? "0" : null }),
    requestedRetention: async () => retention,
    countRows: async () => 0,
    async applyPage(page: EncodedPage) {
      await new Promise<void>((resolve) => void storing.push(resolve));
      stored.push(page.cursor);
    },
  };
  const parts = {
    calls: { syncPage },
    mirror,
    connection: { observe: () => undefined },
    clock: { now: () => 0 },
    timers,
    userId: 1,
    forgetNumbers: async () => true,
    lastCompletedKey: () => null,
    dropGonePictures: () => drop,
  } as unknown as PullParts;
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    asked,
    stored,
    timers,
    pull: () =>
      pullFeed(parts, { epoch: 1, signal: new AbortController().signal, onFirstRows: () => undefined }),
    choose(next: RetentionChoice) {
      retention = next;
    },
    failFrom(page: number) {
      fails = page;
    },
    settle,
    async store() {
      storing.shift()?.();
      await settle();
    },
  };
}

it("has the next page of a first copy on its way while one is stored, once it has one, and each asked for once", async () => {
  const feed = createFeed({ pages: 4 });
  const pulled = feed.pull();
  await feed.settle();
  // A tab that dies now would begin anew: the first page is stored by itself.
  expect([feed.asked.length, feed.stored]).toEqual([1, []]);
  await feed.store();
  expect([feed.asked.length, feed.stored]).toEqual([3, ["1"]]);
  await feed.store();
  expect([feed.asked.length, feed.stored]).toEqual([4, ["1", "2"]]);
  await feed.store();
  await feed.store();
  expect(await pulled).toEqual({ kind: "fresh" });
  expect(feed.asked.map(({ cursor }) => cursor)).toEqual([null, "1", "2", "3"]);
  expect(feed.stored).toEqual(["1", "2", "3", "4"]);
});

it("asks again where another retention was chosen while the next page was on its way", async () => {
  const feed = createFeed({ pages: 3 });
  const pulled = feed.pull();
  await feed.settle();
  await feed.store();
  feed.choose(WEEK);
  await feed.store();
  await feed.store();
  expect(await pulled).toEqual({ kind: "fresh" });
  expect(feed.asked.map(({ cursor, retention }) => [cursor, retention.days])).toEqual([
    [null, RETAIN_EVERYTHING.days],
    ["1", RETAIN_EVERYTHING.days],
    ["2", RETAIN_EVERYTHING.days],
    ["2", 7],
  ]);
});

it("keeps what was stored where the next page fails on its way", async () => {
  const feed = createFeed({ pages: 4 });
  feed.failFrom(3);
  const pulled = feed.pull();
  await feed.settle();
  await feed.store();
  await feed.store();
  expect((await pulled).kind).toBe("failed");
  expect(feed.stored).toEqual(["1", "2"]);
});

it("asks for one page after the other where the mirror is only brought up to date", async () => {
  const feed = createFeed({ pages: 3, complete: true });
  const pulled = feed.pull();
  for (const asked of [1, 2, 3]) {
    await feed.settle();
    expect(feed.asked.length).toBe(asked);
    await feed.store();
  }
  expect(await pulled).toEqual({ kind: "fresh" });
});

it("stores what was pulled where the caches of pictures fail, or never answer", async () => {
  const fails = createFeed({ pages: 1, drop: Promise.reject(new Error("no caches")) });
  const afterFailure = fails.pull();
  await fails.settle();
  await fails.store();
  expect(await afterFailure).toEqual({ kind: "fresh" });

  const hangs = createFeed({ pages: 1, drop: new Promise(() => undefined) });
  const afterSilence = hangs.pull();
  await hangs.settle();
  hangs.timers.fireAll();
  await hangs.settle();
  await hangs.store();
  expect(await afterSilence).toEqual({ kind: "fresh" });
  expect([fails.stored, hangs.stored]).toEqual([["1"], ["1"]]);
});
