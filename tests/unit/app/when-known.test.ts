import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { whenKnown } from "../../../src/app/when-known.ts";
import type { SessionState, SessionStore } from "../../../src/state/session-store.ts";

const sessionIn = (session: SessionState) => createStore(() => ({ session }) as SessionStore);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("drawing the app for the first time", () => {
  it("waits until this device remembers who is signed in", async () => {
    const session = sessionIn({ phase: "starting" });
    const drawn = vi.fn();
    void whenKnown(session).then(drawn);
    await vi.advanceTimersByTimeAsync(10);
    expect(drawn).not.toHaveBeenCalled();
    session.setState({ session: { phase: "signedOut", reason: "none" } });
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn).toHaveBeenCalledOnce();
  });

  it("waits for nothing where it is known, and not for long where it stays unknown", async () => {
    const known = vi.fn();
    void whenKnown(sessionIn({ phase: "signedOut", reason: "none" })).then(known);
    const unknown = vi.fn();
    void whenKnown(sessionIn({ phase: "starting" })).then(unknown);
    await vi.advanceTimersByTimeAsync(0);
    expect(known).toHaveBeenCalledOnce();
    expect(unknown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(unknown).toHaveBeenCalledOnce();
  });
});
