// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { OutboxState } from "../../../../src/domain/outbox/projection.ts";
import { SyncChip } from "../../../../src/features/sync-panel/sync-chip.tsx";
import { showSyncPanel } from "../../../../src/state/sync-panel-store.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(cleanup);

const SEALED = {
  batchId: "a",
  position: 1,
  count: 2,
  phase: "sealed",
  bulkId: null,
  status: null,
  sealedAtMs: 0,
} as const;

describe("the sync panel under its chip (promise B4)", () => {
  it.each([
    ["online", false, "Online", "Saved, waiting for the server; the app tries again by itself"],
    ["online", true, "Not refreshed", "Saved, waiting for the server; the app tries again by itself"],
    ["offline", false, "Offline", "Saved, waiting for the connection"],
    ["signedOut", false, "Signed out", "Waiting until you sign in again"],
    ["unknown", false, "Connecting", "Saved, waiting for the connection"],
  ] as const)(
    "says the same where the phase is %s and a refresh failed is %s",
    async (phase, failed, state, waits) => {
      const sync = { phase, failed, freshAtMs: 0, pulling: false, firstSync: null };
      const outbox = { batches: [SEALED], unsentCount: 2 };
      renderScreen(<SyncChip onReview={() => {}} onSignIn={() => {}} />, { sync, outbox }, { address: "/" });
      const chip = screen.getByRole("button");
      expect(within(chip).getByText(state)).toBeTruthy();
      fireEvent.click(chip);
      const panel = within(await screen.findByRole("dialog", { name: state }));
      expect(panel.getByText(waits)).toBeTruthy();
    },
  );

  it("opens from elsewhere too, and not again with the next chip", async () => {
    const chip = <SyncChip onReview={() => {}} onSignIn={() => {}} />;
    renderScreen(chip, {}, { address: "/" });
    act(() => showSyncPanel(true));
    await screen.findByRole("dialog", { name: "Online" });
    cleanup();
    renderScreen(chip, {}, { address: "/" });
    await act(async () => {});
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("counts down to the next try after a server error by the clock that it is given, and tries when asked", async () => {
    const clock = handClock();
    const sync = { phase: "online", queueWait: { why: "serverError", untilMs: 20_000 } } as const;
    const outbox = { batches: [SEALED], unsentCount: 2 };
    const { calls, setSync } = renderScreen(
      <SyncChip onReview={() => {}} onSignIn={() => {}} />,
      { sync, outbox, timers: clock },
      { address: "/" },
    );
    const chip = screen.getByRole("button");
    await waitFor(() =>
      expect(chip.textContent).toContain("2 to sendServer error, trying again in 20\u00a0s"),
    );
    act(() => clock.pass(1_000));
    expect(chip.textContent).toContain("trying again in 19\u00a0s");
    fireEvent.click(chip);
    const panel = within(await screen.findByRole("dialog", { name: "Server error" }));
    expect(panel.getAllByText("Server error, trying again in 19 s.")).toHaveLength(2);
    expect(panel.getByRole("heading", { name: "2 to send" })).toBeTruthy();
    act(() => clock.pass(7_000));
    expect(panel.getAllByText("Server error, trying again in 12 s.")).toHaveLength(2);
    fireEvent.click(panel.getByRole("button", { name: "Try now" }));
    expect(calls).toContain("sendNow");
    act(() => setSync({ queueWait: null }));
    expect(panel.queryByText(/Server error/)).toBeNull();
    expect(panel.getByRole("heading", { name: "Sending 2" })).toBeTruthy();
  });

  it("has one notice where the server takes no save and gives no data", async () => {
    const sync = {
      phase: "online",
      failed: true,
      queueWait: { why: "serverError", untilMs: 20_000 },
    } as const;
    const { setSync } = renderScreen(
      <SyncChip onReview={() => {}} onSignIn={() => {}} />,
      { sync, outbox: { batches: [SEALED], unsentCount: 2 }, timers: handClock() },
      { address: "/" },
    );
    fireEvent.click(screen.getByRole("button"));
    const panel = within(await screen.findByRole("dialog", { name: "Server error" }));
    expect(panel.getByRole("button", { name: "Try now" })).toBeTruthy();
    expect(panel.queryByText(/could not be refreshed/)).toBeNull();
    act(() => setSync({ queueWait: null }));
    expect(panel.getByText(/could not be refreshed/)).toBeTruthy();
  });

  it.each([
    ["online", false, "Save 1", null],
    // Not sealed yet, as while the server answers with errors: it is sent by itself, and Save need not wait for that.
    ["online", true, "Save 1", "the server answers"],
    ["offline", false, "Save 1", null],
    ["offline", true, null, "online"],
  ] as const)("offers Save where it is of use: %s, made offline %s", async (phase, offline, save, sends) => {
    const unsaved = [{ offline, insightStatus: "favorite" }] as unknown as OutboxState["unsaved"];
    renderScreen(
      <SyncChip onReview={() => {}} onSignIn={() => {}} />,
      { sync: { phase }, outbox: { unsaved, unsentCount: 1 } },
      { address: "/" },
    );
    const chip = screen.getByRole("button");
    expect(chip.textContent).toContain(offline ? "1 to send" : "1 to save");
    fireEvent.click(chip);
    const panel = within(await screen.findByRole("dialog"));
    expect(panel.queryByRole("button", { name: /^Save \d/ })?.textContent ?? null).toBe(save);
    expect(panel.queryByText(/Sends when/)?.textContent?.match(/Sends when (.*)\./)?.[1] ?? null).toBe(sends);
  });

  it.each([
    ["busy", "Server busy", "The server is busy"],
    ["serverError", "Server error", "Server error"],
    ["unknown", "Server error", "Server error"],
  ] as const)(
    "says the same reason in its notice and at the batch where the queue waits for '%s'",
    async (why, state, reason) => {
      const sync = { phase: "online", queueWait: { why, untilMs: 20_000 } } as const;
      renderScreen(
        <SyncChip onReview={() => {}} onSignIn={() => {}} />,
        { sync, outbox: { batches: [SEALED], unsentCount: 2 }, timers: handClock() },
        { address: "/" },
      );
      fireEvent.click(screen.getByRole("button"));
      const panel = within(await screen.findByRole("dialog", { name: state }));
      expect(panel.getAllByText(`${reason}, trying again in 20 s.`)).toHaveLength(2);
      expect(panel.getByText(`${reason}. What you saved is safe`, { exact: false })).toBeTruthy();
    },
  );
});

/** Time that passes by hand, a second at a time. */
function handClock() {
  let nowMs = 0;
  const due = new Map<object, { atMs: number; callback(): void }>();
  return {
    elapsedMs: () => nowMs,
    after(delayMs: number, callback: () => void) {
      const key = {};
      due.set(key, { atMs: nowMs + delayMs, callback });
      return () => void due.delete(key);
    },
    pass(ms: number) {
      const endMs = nowMs + ms;
      while (nowMs < endMs) {
        nowMs += 1_000;
        for (const [key, { atMs, callback }] of [...due]) {
          if (atMs > nowMs) continue;
          due.delete(key);
          callback();
        }
      }
    },
  };
}
