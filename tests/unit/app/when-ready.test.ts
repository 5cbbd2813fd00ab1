import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { whenReady } from "../../../src/app/when-ready.ts";
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
    void whenReady(session, Promise.resolve()).then(drawn);
    await vi.advanceTimersByTimeAsync(10);
    expect(drawn).not.toHaveBeenCalled();
    session.setState({ session: { phase: "signedOut", reason: "none" } });
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn).toHaveBeenCalledOnce();
  });

  it("waits for nothing where it is known, and not for long where it stays unknown", async () => {
    const known = vi.fn();
    void whenReady(sessionIn({ phase: "signedOut", reason: "none" }), Promise.resolve()).then(known);
    const unknown = vi.fn();
    void whenReady(sessionIn({ phase: "starting" }), Promise.resolve()).then(unknown);
    await vi.advanceTimersByTimeAsync(0);
    expect(known).toHaveBeenCalledOnce();
    expect(unknown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(300);
    expect(unknown).toHaveBeenCalledOnce();
  });

  it("waits for the screen that is on its way, but not for one that stays out", async () => {
    const session = sessionIn({ phase: "signedOut", reason: "none" });
    let come = () => {};
    const screen = new Promise<void>((resolve) => {
      come = resolve;
    });
    const here = vi.fn();
    const missing = vi.fn();
    void whenReady(session, screen).then(here);
    void whenReady(session, new Promise(() => {})).then(missing);
    await vi.advanceTimersByTimeAsync(10);
    expect(here).not.toHaveBeenCalled();
    come();
    await vi.advanceTimersByTimeAsync(0);
    expect(here).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(300);
    expect(missing).toHaveBeenCalledOnce();
  });
});
