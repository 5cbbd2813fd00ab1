import { describe, expect, it } from "vitest";
import type { BatchState, UnsavedAction } from "../../../src/domain/outbox/projection.ts";
import { batchStep } from "../../../src/features/sync-panel/batch-step.ts";
import { chipWords, syncWords } from "../../../src/parts/sync-state/sync-chip-words.ts";
import type { QueueWait, SyncStatus } from "../../../src/sync/sync-status.ts";

const NOW = Date.UTC(2026, 10, 21, 9, 1);
const status = (changes: Partial<SyncStatus>): SyncStatus => ({
  phase: "online",
  freshAtMs: Date.UTC(2026, 10, 21, 8, 14),
  pulling: false,
  firstSync: null,
  failed: false,
  ...changes,
});

const unsent = (unsentCount: number) => ({ ready: true, unsentCount });

const list = (count: number, offline = false) =>
  Array.from({ length: count }, () => ({ offline }) as UnsavedAction);
const batch = (count: number, phase: BatchState["phase"] = "sealed") => ({ count, phase }) as BatchState;
const waits = (why: QueueWait["why"]) => ({ queueWait: { why, untilMs: 0 } });

describe("what the sync chip says", () => {
  it("is the unsent work, the state and the age of the data", () => {
    expect(chipWords(status({ phase: "offline" }), unsent(1204), NOW)).toEqual({
      state: "Offline",
      work: "send",
      unsent: "1,204 to send",
      count: "1,204",
      more: null,
      data: "data from 08:14 UTC",
      dataShort: "data 08:14 UTC",
      urgent: false,
    });
  });

  it.each([
    ["in the list", {}, { unsaved: list(8), unsentCount: 8 }, "save", "8 to save", null],
    [
      "made offline",
      { phase: "offline" },
      { unsaved: list(8, true), unsentCount: 8 },
      "send",
      "8 to send",
      null,
    ],
    [
      "made offline, where the server is reached and it is not sealed yet",
      {},
      { unsaved: list(8, true), unsentCount: 8 },
      "send",
      "8 to send",
      null,
    ],
    [
      "saved offline",
      { phase: "offline" },
      { batches: [batch(8)], unsentCount: 8 },
      "send",
      "8 to send",
      null,
    ],
    ["on its way", {}, { batches: [batch(8, "sending")], unsentCount: 8 }, "sending", "Sending 8", null],
    [
      "with the server",
      {},
      { batches: [batch(8, "submitted")], unsentCount: 8 },
      "sending",
      "Sending 8",
      null,
    ],
    ["not taken", waits("serverError"), { batches: [batch(8)], unsentCount: 8 }, "error", "8 to send", null],
    [
      "not taken by a busy server",
      waits("busy"),
      { batches: [batch(8)], unsentCount: 8 },
      "error",
      "8 to send",
      null,
    ],
    [
      "tried again after an error",
      waits("serverError"),
      { batches: [batch(8, "sending")], unsentCount: 8 },
      "error",
      "8 to send",
      null,
    ],
    ["not understood", waits("unknown"), { batches: [batch(8)], unsentCount: 8 }, "error", "8 to send", null],
    ["held up", waits("blocked"), { batches: [batch(8)], unsentCount: 8 }, "send", "8 to send", null],
    ["confirmed", {}, { batches: [batch(8, "confirming")], unsentCount: 0 }, null, null, null],
    [
      "in the list and on its way",
      {},
      { unsaved: list(3), batches: [batch(8, "sending")], unsentCount: 11 },
      "save",
      "3 to save",
      "Sending 8",
    ],
    [
      "in the list and not taken",
      waits("serverError"),
      { unsaved: list(3), batches: [batch(8)], unsentCount: 11 },
      "error",
      "8 to send",
      "3 to save",
    ],
  ] as const)("names first the work that is %s", (_, sync, outbox, work, unsent, more) => {
    const words = chipWords(status(sync), { ready: true, ...outbox }, NOW);
    expect(words).toMatchObject({ work, unsent, more });
    const isBusy = "queueWait" in sync && sync.queueWait.why === "busy";
    const error = isBusy ? "Server busy" : "Server error";
    expect(words.state).toBe(work === "error" ? error : "phase" in sync ? "Offline" : "Online");
  });

  it("calls no error what is not the server's: without a connection its last answer does not count", () => {
    const offline = status({ phase: "offline", ...waits("busy") });
    const words = chipWords(offline, { ready: true, batches: [batch(8)], unsentCount: 8 }, NOW);
    expect(words).toMatchObject({ state: "Offline", work: "send", urgent: false });
  });

  it("names no number where nothing is unsent, and the day where the data is older", () => {
    const words = chipWords(status({ freshAtMs: Date.UTC(2026, 10, 19, 23, 59) }), unsent(0), NOW);
    expect(words).toMatchObject({ state: "Online", unsent: null, data: "data from 19 Nov 23:59 UTC" });
  });

  it("counts what was refused where nothing is unsent", () => {
    const refused = [{}, {}];
    expect(chipWords(status({}), { ...unsent(0), refused }, NOW).unsent).toBe("2 to look at");
    expect(chipWords(status({}), { ...unsent(3), refused }, NOW).unsent).toBe("3 to send");
  });

  it("says first what somebody has to act on: work that could not be stored, a session that has ended", () => {
    const full = { ...unsent(3), storageError: true };
    expect(chipWords(status({ phase: "offline" }), full, NOW)).toMatchObject({
      state: "Not stored",
      urgent: true,
    });
    expect(chipWords(status({ phase: "signedOut" }), unsent(3), NOW).urgent).toBe(true);
    expect(chipWords(status({ failed: true }), unsent(3), NOW).urgent).toBe(true);
    expect(chipWords(status({ phase: "offline" }), unsent(3), NOW).urgent).toBe(false);
  });

  it("says that the server is busy where a refresh failed for that, as where a save does", () => {
    const busy = { failed: true, busy: true };
    expect(chipWords(status(busy), unsent(0), NOW)).toMatchObject({ state: "Server busy", urgent: true });
    expect(chipWords(status({ ...busy, phase: "offline" }), unsent(0), NOW).state).toBe("Offline");
  });

  it("does not call unsent what the role may not send (promise A8, fault 33)", () => {
    const kept = chipWords(status({}), { ...unsent(3), maySend: false }, NOW);
    expect(kept).toMatchObject({ unsent: "3 kept, not sent" });
    expect(chipWords(status({}), { ...unsent(3), maySend: true }, NOW)).toMatchObject({
      unsent: "3 to send",
    });
  });

  it("never claims a connection or data that it does not have", () => {
    expect(chipWords(status({ phase: "unknown", freshAtMs: null }), unsent(0), NOW)).toMatchObject({
      state: "Connecting",
      data: "no data yet",
    });
    expect(chipWords(status({}), { ready: false, unsentCount: 0 }, NOW).state).toBe("Connecting");
    expect(chipWords(status({ phase: "signedOut" }), unsent(3), NOW).state).toBe("Signed out");
    expect(chipWords(status({ failed: true }), unsent(0), NOW).state).toBe("Not refreshed");
    expect(chipWords(status({ failed: true, phase: "offline" }), unsent(0), NOW).state).toBe("Offline");
  });
});

describe("the words of the chip and of the panels", () => {
  const phases = ["unknown", "online", "offline", "signedOut"] as const;
  const each = phases.flatMap((phase) =>
    [true, false].flatMap((failed) =>
      [true, false].flatMap((ready) =>
        [true, false].map((storageError) => ({ phase, failed, ready, storageError })),
      ),
    ),
  );

  it.each(each)(
    "come from one function in each state (promise B4): %o",
    ({ phase, failed, ready, storageError }) => {
      const now = status({ phase, failed });
      const outbox = { ready, storageError, unsentCount: 1 };
      const { state, waits } = syncWords(now, outbox);
      expect(chipWords(now, outbox, NOW).state).toBe(state);
      if (storageError) expect(state).toBe("Not stored");
      if (state === "Online" || state === "Not refreshed") expect(waits).toMatch(/^waiting for the server/);
      if (state === "Offline") expect(waits).toBe("waiting for the connection");
      if (state === "Signed out") expect(waits).toBe("waiting until you sign in");
      expect(batchStep({ phase: "sealed", status: null }, { maySend: true, waits }).words).toBe(
        `Saved, ${waits}`,
      );
    },
  );
});

describe("the step at which a batch is", () => {
  const sending = { maySend: true, waits: "waiting for the connection" };

  it("is done only after the server has said so", () => {
    expect(batchStep({ phase: "sealed", status: null }, sending).step).toBe(1);
    expect(batchStep({ phase: "sending", status: null }, sending).step).toBe(1);
    expect(batchStep({ phase: "submitted", status: null }, sending).step).toBe(2);
    expect(batchStep({ phase: "submitted", status: 3 }, sending).step).toBe(2);
    expect(batchStep({ phase: "submitted", status: 1 }, sending).step).toBe(3);
    expect(batchStep({ phase: "confirming", status: 2 }, sending).step).toBe(4);
  });

  it("promises no sending where the role sends nothing [ROLE-04]", () => {
    const sealed = { phase: "sealed", status: null } as const;
    expect(batchStep(sealed, sending).words).toMatch(/waiting for the connection$/);
    expect(batchStep(sealed, { ...sending, maySend: false }).words).toMatch(/^Kept on this device/);
    expect(batchStep({ phase: "confirming", status: 2 }, { ...sending, maySend: false }).step).toBe(4);
  });
});
