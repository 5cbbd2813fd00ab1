import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { whenReady } from "../../../src/app/when-ready.ts";
import type { User } from "../../../src/protocol/shapes.ts";
import type { SessionState, SessionStore } from "../../../src/state/session-store.ts";

const user = { userIdSql: 7 } as User;
const nothing = async () => {};
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
    void whenReady(session, Promise.resolve(), nothing).then(drawn);
    await vi.advanceTimersByTimeAsync(10);
    expect(drawn).not.toHaveBeenCalled();
    session.setState({ session: { phase: "signedOut", reason: "none" } });
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn).toHaveBeenCalledOnce();
  });

  it("waits for nothing where it is known, and not for long where it stays unknown", async () => {
    const known = vi.fn();
    void whenReady(sessionIn({ phase: "signedOut", reason: "none" }), Promise.resolve(), nothing).then(known);
    const unknown = vi.fn();
    void whenReady(sessionIn({ phase: "starting" }), Promise.resolve(), nothing).then(unknown);
    await vi.advanceTimersByTimeAsync(0);
    expect(known).toHaveBeenCalledOnce();
    expect(unknown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
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
    void whenReady(session, screen, nothing).then(here);
    void whenReady(session, new Promise(() => {}), nothing).then(missing);
    await vi.advanceTimersByTimeAsync(10);
    expect(here).not.toHaveBeenCalled();
    come();
    await vi.advanceTimersByTimeAsync(0);
    expect(here).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(missing).toHaveBeenCalledOnce();
  });

  it("waits for what the screen of who is signed in shows first, but not for what stays out or fails", async () => {
    const session = sessionIn({ phase: "signedIn", user, fresh: false });
    const asked: User[] = [];
    let come = () => {};
    const prepared = new Promise<void>((resolve) => {
      come = resolve;
    });
    const [here, late, failed] = [vi.fn(), vi.fn(), vi.fn()];
    void whenReady(session, Promise.resolve(), (who) => {
      asked.push(who);
      return prepared;
    }).then(here);
    void whenReady(session, Promise.resolve(), () => new Promise(() => {})).then(late);
    void whenReady(session, Promise.resolve(), async () => {
      throw new Error("closed");
    }).then(failed);
    await vi.advanceTimersByTimeAsync(10);
    expect(asked).toEqual([user]);
    expect(here).not.toHaveBeenCalled();
    expect(failed).toHaveBeenCalledOnce();
    come();
    await vi.advanceTimersByTimeAsync(0);
    expect(here).toHaveBeenCalledOnce();
    expect(late).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(late).toHaveBeenCalledOnce();
  });
});
