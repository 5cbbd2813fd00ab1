import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, describe, expect, it } from "vitest";
import { isStatusBatch, type StoredBatch } from "../../../../src/domain/outbox/outbox-record.ts";
import type { BulkNews } from "../../../../src/domain/outbox/queue.ts";
import type { HttpOutcome } from "../../../../src/platform/http.ts";
import { openOutboxStorage } from "../../../../src/storage/outbox/outbox-storage.ts";
import { createConnection } from "../../../../src/sync/connection/connection.ts";
import { createWakeUp } from "../../../../src/sync/connection/wake-up.ts";
import type { ActionKind } from "../../../../src/sync/outbox/kinds/action-kind.ts";
import { createPushQueue } from "../../../../src/sync/push/push-queue.ts";
import { SYNC_TIMINGS } from "../../../../src/sync/sync-timings.ts";
import { countingIds, TestClock } from "../../../support/time/test-clock.ts";
import { target } from "../../domain/outbox/outbox-fixtures.ts";
import { openOutbox as openOutboxOver, type TestOutbox } from "./open-outbox.ts";

type Fields = Record<string, string | number | null>;

/** A second kind, as later steps will add some: an endpoint that takes all fields of a Sentinel and answers at once. */
class SentinelEdits implements ActionKind {
  readonly name = "deviceEdit";
  /** The mirror's values at the moment of sending. */
  fresh: Record<string, Fields> = {};
  posted: { key: string; deviceId: string; fields: Fields }[] = [];
  answer: "lost" | "taken" | "forbidden" = "taken";

  async send(batch: StoredBatch): Promise<HttpOutcome<BulkNews>> {
    if (isStatusBatch(batch)) throw new TypeError("not an edit");
    for (const { subject, value } of batch.actions) {
      const fields = { ...this.fresh[subject], ...(value as Fields) };
      this.posted.push({ key: batch.batchId, deviceId: subject, fields });
    }
    if (this.answer === "lost") return { kind: "unreachable", why: "network" };
    const outcomes = batch.actions.map(({ subject, deviceId }) => ({
      insightId: subject,
      deviceId,
      outcome: "forbidden" as const,
      by: null,
      atMs: null,
    }));
    const value: BulkNews = {
      bulkId: `edit-${batch.batchId}`,
      status: 2,
      message: "",
      outcomes: this.answer === "forbidden" ? outcomes : [],
    };
    return { kind: "answer", value, protocol: 1 };
  }

  ask(): Promise<HttpOutcome<BulkNews>> {
    throw new TypeError("it answers at once: there is nothing to ask");
  }
}

const open: TestOutbox[] = [];
function openOutbox(): TestOutbox {
  const outbox = openOutboxOver({
    storage: openOutboxStorage(9),
    clock: new TestClock(),
    ids: countingIds(),
    maySave: true,
    isOffline: () => true,
  });
  open.push(outbox);
  return outbox;
}
afterEach(async () => {
  for (const outbox of open.splice(0)) outbox.stop();
  await Dexie.delete("outbox-9");
});

/** The queue's turns, until it waits. */
async function drain(outbox: TestOutbox, kinds: readonly ActionKind[]): Promise<void> {
  const stop = new AbortController();
  const timers = {
    after: () => {
      stop.abort();
      return () => {};
    },
    elapsedMs: () => 0,
  };
  const queue = createPushQueue({
    kinds,
    outbox,
    connection: createConnection("online"),
    ids: countingIds(),
    random: () => 0.5,
    page: { isVisible: () => true },
    maySave: true,
    timers,
    timings: SYNC_TIMINGS,
    onCompleted: () => {},
    onWait: () => {},
  });
  const wakeUp = createWakeUp(timers);
  const ended = queue.run(wakeUp, stop.signal);
  // A queue at rest waits without a time.
  while (
    outbox.record().batches.some(({ kind, bulk }) => bulk === null && kinds.some(({ name }) => name === kind))
  ) {
    if (stop.signal.aborted) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  stop.abort();
  wakeUp.wake();
  await ended;
}

const edit = (value: Fields, base: Fields) => ({ subject: "cam-1", deviceId: "cam-1", value, base });

describe("the preferred names of devices that wait", () => {
  it("are those of the edits, the last of each device, and the same map while they stay", async () => {
    const outbox = openOutbox();
    expect(outbox.preferredNames()).toEqual(new Map());
    await outbox.enqueue("deviceEdit", [edit({ latitude: 5, display_name: "Ford" }, { latitude: 0 })]);
    await outbox.enqueue("deviceEdit", [edit({ display_name: null }, { display_name: "Ford" })]);
    const names = outbox.preferredNames();
    expect(names).toEqual(new Map([["cam-1", null]]));
    await outbox.enqueue("deviceEdit", [edit({ latitude: 6 }, { latitude: 5 })]);
    expect(outbox.preferredNames()).toBe(names);
    outbox.stop();
  });
});

describe("a second kind of action", () => {
  it("is recorded, kept over a restart, composed with fresh values, sent under its key, retried and confirmed, with nothing changed beneath it", async () => {
    const edits = new SentinelEdits();
    const before = openOutbox();
    expect(await before.enqueue("deviceEdit", [edit({ latitude: 5 }, { latitude: 0 })])).toBe("taken");
    expect(await before.enqueue("deviceEdit", [edit({ name: "Ford" }, { name: "Old" })])).toBe("taken");
    before.stop();

    const outbox = openOutbox();
    await outbox.overlay();
    expect(outbox.getState()).toMatchObject({ unsaved: [], canUndo: false, unsentCount: 2 });
    expect(outbox.waitingWrites("deviceEdit")).toEqual(new Map([["cam-1", { latitude: 5, name: "Ford" }]]));
    expect(await outbox.overlay()).toEqual(new Map());

    edits.fresh["cam-1"] = { latitude: 0, longitude: 3, name: "Old", note: "stale" };
    edits.answer = "lost";
    await drain(outbox, [edits]);
    // Somebody else changes a field meanwhile, and the mirror hears of it.
    edits.fresh["cam-1"] = { latitude: 0, longitude: 3, name: "Old", note: "fresh" };
    edits.answer = "taken";
    await drain(outbox, [edits]);
    const [first, second, third] = edits.posted;
    expect(second).toEqual({
      key: first?.key,
      deviceId: "cam-1",
      fields: { latitude: 5, longitude: 3, name: "Old", note: "fresh" },
    });
    expect(third?.fields).toMatchObject({ name: "Ford" });
    expect(third?.key).not.toBe(first?.key);

    const done = new Set(outbox.record().batches.map(({ bulk }) => bulk?.bulkId ?? ""));
    await outbox.apply("settleRound", done, 2);
    await outbox.apply("settleRound", done, 2);
    expect(outbox.getState()).toMatchObject({ batches: [], unsentCount: 0 });
    expect(outbox.waitingWrites("deviceEdit").size).toBe(0);
    expect(outbox.record().settledKeys).toEqual([first?.key, third?.key]);
  });

  it("keeps what was refused with what was wanted, and takes its turn among batches of statuses", async () => {
    const edits = new SentinelEdits();
    edits.answer = "forbidden";
    const sent: string[] = [];
    const statuses: ActionKind = {
      name: "insightStatus",
      async send({ batchId }) {
        sent.push(`statuses, after ${edits.posted.length} edits`);
        return {
          kind: "answer",
          protocol: 1,
          value: { bulkId: batchId, status: 2, message: "", outcomes: [] },
        };
      },
      ask: edits.ask,
    };
    const outbox = openOutbox();
    await outbox.enqueue("deviceEdit", [edit({ latitude: 5 }, { latitude: 0 })]);
    await outbox.act([target("1")], "archive");
    await outbox.save();
    await drain(outbox, [edits, statuses]);
    expect(sent).toEqual(["statuses, after 1 edits"]);
    const done = new Set(outbox.record().batches.map(({ bulk }) => bulk?.bulkId ?? ""));
    await outbox.apply("settleRound", done, 1);
    expect(outbox.record().refused).toMatchObject([
      { kind: "deviceEdit", insightId: "cam-1", value: { latitude: 5 }, outcome: "forbidden" },
    ]);
  });

  it("waits, and blocks nothing, in a version that does not know it", async () => {
    const outbox = openOutbox();
    await outbox.enqueue("ofTomorrow", [edit({ latitude: 5 }, { latitude: 0 })]);
    const edits = new SentinelEdits();
    await outbox.enqueue("deviceEdit", [edit({ latitude: 6 }, { latitude: 0 })]);
    await drain(outbox, [edits]);
    expect(edits.posted).toHaveLength(1);
    expect(outbox.record().batches.map(({ kind, bulk }) => [kind, bulk?.status ?? null])).toEqual([
      ["ofTomorrow", null],
      ["deviceEdit", 2],
    ]);
  });
});

describe("a batch that the server refuses for good", () => {
  const refusing = (refusal: HttpOutcome<BulkNews>, then: string[]): ActionKind => ({
    name: "insightStatus",
    async send({ batchId }) {
      then.push(batchId);
      if (then.length === 1) return refusal;
      return {
        kind: "answer",
        protocol: 1,
        value: { bulkId: batchId, status: 2, message: "", outcomes: [] },
      };
    },
    async ask() {
      throw new TypeError("nothing to ask");
    },
  });
  const refusal = (status: number, code: string | null, protocol: number | null): HttpOutcome<BulkNews> => ({
    kind: "refusal",
    status,
    protocol,
    refusal: { code, errors: { general: "No." }, message: undefined, retryAfterMs: null },
  });
  const sealTwo = async (outbox: TestOutbox) => {
    await outbox.act([target("1"), target("2")], "archive");
    await outbox.save();
    await outbox.act([target("2", "archive")], "favorite");
    await outbox.save();
  };

  it.each([
    [400, "invalid", "notAccepted"],
    [403, "forbidden", "notAllowed"],
    [413, "too_large", "notAccepted"],
    [422, "damaged", "notAccepted"],
  ])(
    "joins what was refused on %i, without what a later batch supersedes, and the later batch goes on",
    async (status, code, outcome) => {
      const outbox = openOutbox();
      await sealTwo(outbox);
      const sent: string[] = [];
      await drain(outbox, [refusing(refusal(status, code, 1), sent)]);
      expect(sent).toHaveLength(2);
      expect(outbox.getState().refused).toMatchObject([
        { insightId: "1", insightStatus: "archive", outcome, said: "No." },
      ]);
      const [later] = outbox.record().batches;
      expect(later).toMatchObject({ batchId: sent[1], actions: [{ insightId: "2", base: "none" }] });
      expect(outbox.record().settledKeys).toEqual([sent[0]]);
    },
  );

  it.each([
    ["a portal's 403", refusal(403, "forbidden", null)],
    ["a 403 without a code", refusal(403, null, 1)],
    ["408", refusal(408, "invalid", 1)],
    ["426", refusal(426, "invalid", 1)],
    ["429", refusal(429, "throttled", 1)],
    ["503", refusal(503, "unavailable", 1)],
  ])("is none where the answer is %s: it is tried again", async (_, answer) => {
    const outbox = openOutbox();
    await sealTwo(outbox);
    const sent: string[] = [];
    await drain(outbox, [refusing(answer, sent)]);
    expect(sent).toHaveLength(1);
    expect(outbox.getState()).toMatchObject({ refused: [], batches: [{}, {}] });
  });
});
