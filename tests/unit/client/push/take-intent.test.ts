import { beforeEach, describe, expect, it } from "vitest";
import { type IntentParts, takeIntent } from "../../../../src/client/push/take-intent.ts";
import { ALERT_STATUS } from "../../../../src/domain/alert/alert-step.ts";
import { DAY_MS } from "../../../../src/domain/time.ts";
import { createTabLocks } from "../../../../src/platform/locks.ts";
import type { PushIntent } from "../../../../src/protocol/push/push-on-device.ts";
import type { Alert } from "../../../../src/protocol/shapes.ts";
import type { InsightRow } from "../../../../src/query/insight-engine.ts";
import type { NewWrite, ReviewOutbox } from "../../../../src/sync/outbox/review-outbox.ts";
import { createFakePushRecords } from "../../../support/client/push-world.ts";
import { fakeAlert } from "../../../support/server/fleet-world.ts";

const ID = "0123456789abcdef";
const ALERT: PushIntent = {
  userId: 7,
  action: "acknowledge",
  subject: { kind: "alert", alertId: "3", deviceId: "cam", createdAt: "2024-05-01T06:00:00.000Z" },
  atMs: 1_000,
};
const INSIGHT: PushIntent = {
  userId: 7,
  action: "archive",
  subject: {
    kind: "insights",
    deviceId: "cam",
    className: "leopard",
    insights: [{ insightId: "9", timeStampMs: 5, fileCtimeMs: null }],
    isPart: false,
  },
  atMs: 1_000,
};

let held: ReturnType<typeof createFakePushRecords>;
let alert: Alert | undefined;
let row: Pick<InsightRow, "status"> | null;
let writes: NewWrite[];
let acts: unknown[];
let takesNothing: boolean;
let parts: IntentParts;

beforeEach(() => {
  held = createFakePushRecords();
  alert = undefined;
  row = null;
  writes = [];
  acts = [];
  takesNothing = false;
  const outbox = {
    getState: () => ({ unsaved: [] }),
    waitingWrites: (kind: string) =>
      new Map(kind === ALERT_STATUS ? writes.map(({ subject, value }) => [subject, value]) : []),
    async enqueueHeld(_kind: string, added: readonly NewWrite[]) {
      if (takesNothing) return null;
      writes.push(...added);
      return "held";
    },
    async takeBack() {
      writes = [];
      return true;
    },
    async act(...action: unknown[]) {
      if (takesNothing) return "failed";
      acts.push(action);
      return "taken";
    },
    undo: async () => ({ insightIds: ["9"], left: 0, inverse: 0 }),
  } as unknown as ReviewOutbox;
  parts = {
    ...{ records: held.records, locks: createTabLocks(), outbox, userId: 7, mayAct: true, now: () => 2_000 },
    mirror: { alert: async () => alert },
    insights: { insight: async () => row as InsightRow | null },
  };
});

const take = (intent: PushIntent, change: Partial<IntentParts> = {}) => {
  held.intents.set(ID, intent);
  return takeIntent({ ...parts, ...change }, ID);
};

describe("an action that was chosen on a notification", () => {
  it("is enqueued with what the message said, where its alert has not come to this device yet", async () => {
    expect(await take(ALERT)).toMatchObject({ kind: "alert" });
    expect(writes).toEqual([
      {
        ...{ subject: "3", deviceId: "cam", value: "acknowledged", base: "new" },
        seen: { created_at: "2024-05-01T06:00:00.000Z" },
      },
    ]);
    expect(held.intents.size).toBe(0);
  });

  it("is enqueued once, however often its address is opened, in one tab or in several", async () => {
    held.intents.set(ID, ALERT);
    const taken = await Promise.all([takeIntent(parts, ID), takeIntent(parts, ID), takeIntent(parts, ID)]);
    expect(taken.map(({ kind }) => kind).sort()).toEqual(["alert", "unknown", "unknown"]);
    expect(writes).toHaveLength(1);
  });

  it("is not enqueued again where the page was killed before the intent was removed", async () => {
    await take(ALERT);
    expect(await take(ALERT)).toEqual({ kind: "nothing" });
    expect(writes).toHaveLength(1);
    row = { status: "archive" };
    expect(await take(INSIGHT)).toEqual({ kind: "nothing" });
    expect(acts).toEqual([]);
  });

  it("does nothing for an address from outside, which names an intent that this device does not hold", async () => {
    for (const id of ["ffffffffffffffff", "", "../x", "javascript:alert(1)", "registration"])
      expect(await takeIntent(parts, id)).toEqual({ kind: "unknown" });
    expect(writes).toEqual([]);
  });

  it("does nothing where another person is signed in, the role may not act, or it is a day old", async () => {
    expect(await take(ALERT, { userId: 8 })).toEqual({ kind: "nothing" });
    expect(await take(ALERT, { mayAct: false })).toEqual({ kind: "nothing" });
    expect(await take(ALERT, { now: () => 1_000 + DAY_MS })).toEqual({ kind: "nothing" });
    expect(writes).toEqual([]);
    expect(held.intents.size).toBe(0);
  });

  it("does nothing to an alert that is acknowledged or resolved already", async () => {
    for (const status of ["acknowledged", "resolved"] as const) {
      alert = fakeAlert({ id: "3", status });
      expect(await take(ALERT)).toEqual({ kind: "nothing" });
    }
    expect(writes).toEqual([]);
  });

  it("is an action of the list of unsaved ones where it is about an insight", async () => {
    row = { status: "favorite" };
    const taken = await take(INSIGHT);
    expect(taken).toMatchObject({ kind: "insights", status: "archive" });
    const seen = { timeStampMs: 5, fileCtimeMs: null, className: "leopard" };
    expect(acts).toEqual([[[{ insightId: "9", deviceId: "cam", base: "favorite", seen }], "archive"]]);
  });

  it("can be taken back", async () => {
    const taken = await take(ALERT);
    expect(taken.kind === "alert" && (await taken.undo())).toBe(true);
    expect(writes).toEqual([]);
    const set = await take(INSIGHT);
    expect(set.kind === "insights" && (await set.undo())).toBe(true);
  });

  it("is kept for another try where the outbox could not store it", async () => {
    takesNothing = true;
    expect(await take(ALERT)).toEqual({ kind: "failed" });
    expect(await take(INSIGHT)).toEqual({ kind: "failed" });
    expect(held.intents.size).toBe(1);
    expect(acts).toEqual([]);
  });
});
