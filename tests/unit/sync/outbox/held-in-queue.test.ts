import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openOutboxStorage } from "../../../../src/storage/outbox/outbox-storage.ts";
import { createConnection } from "../../../../src/sync/connection/connection.ts";
import { createWakeUp, type WakeUp } from "../../../../src/sync/connection/wake-up.ts";
import type { ActionKind } from "../../../../src/sync/outbox/kinds/action-kind.ts";
import { createPushQueue } from "../../../../src/sync/push/push-queue.ts";
import { SYNC_TIMINGS } from "../../../../src/sync/sync-timings.ts";
import { countingIds, TestClock, type TestTimers } from "../../../support/time/test-clock.ts";
import { openOutbox, type TestOutbox } from "./open-outbox.ts";

const KIND = "alertStatus";

describe("a batch that the queue holds", () => {
  let clock: TestClock;
  let timers: TestTimers;
  let outbox: TestOutbox;
  let wakeUp: WakeUp;
  beforeEach(() => {
    clock = new TestClock();
    timers = clock.timers();
    wakeUp = createWakeUp(timers);
    const parts = { storage: openOutboxStorage(9), clock, ids: countingIds(), maySave: true };
    outbox = openOutbox({ ...parts, isOffline: () => false });
  });
  afterEach(async () => {
    outbox.stop();
    await Dexie.delete("outbox-9");
  });

  function run(send: ActionKind["send"], signal: AbortSignal): Promise<void> {
    const kind: ActionKind = { name: KIND, send, ask: () => Promise.reject(new TypeError("not asked")) };
    const queue = createPushQueue({
      kinds: [kind],
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
    return queue.run(wakeUp, signal);
  }
  const write = { subject: "1", deviceId: "cam", value: "acknowledged", base: "new" };

  it("is forgotten with its timer once it was taken back", async () => {
    const stop = new AbortController();
    const heldId = await outbox.enqueueHeld(KIND, [write]);
    const ended = run(() => Promise.reject(new TypeError("not sent")), stop.signal);
    await vi.waitFor(() => expect(timers.waiting()).toBe(1));
    expect(await outbox.takeBack(heldId ?? "")).toBe(true);
    wakeUp.wake();
    await vi.waitFor(() => expect(timers.waiting()).toBe(0));
    stop.abort();
    wakeUp.wake();
    await ended;
  });

  it("leaves no timer behind where the queue stops by an error", async () => {
    await outbox.enqueue(KIND, [write]);
    await outbox.enqueueHeld(KIND, [{ ...write, subject: "2" }]);
    const ended = run(() => Promise.reject(new Error("broken")), new AbortController().signal);
    await expect(ended).rejects.toThrow("broken");
    expect(timers.waiting()).toBe(0);
  });
});
