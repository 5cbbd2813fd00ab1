// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { SignedIn } from "../../../src/app/app.tsx";
import { type BootParts, boot, whenReady } from "../../../src/app/boot.ts";
import { createPrefetched } from "../../../src/app/composition/prefetched.ts";
import { preloadScreen } from "../../../src/app/navigation/screens.ts";
import { LOCAL_KEYS } from "../../../src/platform/stored-values.ts";
import type { User } from "../../../src/protocol/shapes.ts";
import type { SessionState, SessionStore } from "../../../src/state/session-store.ts";
import { updateStore } from "../../../src/state/update-store.ts";

const preloadLaterParts = vi.hoisted(() => vi.fn());
vi.mock("../../../src/ui/later-part.tsx", async (original) => ({
  ...(await original<object>()),
  preloadLaterParts,
}));
// Nothing of it is opened here, and to load it all takes seconds.
vi.mock("../../../src/app/composition/person.ts", () => ({ SignedIn: () => null }));

const user = { userIdSql: 7, role: "member" } as User;
const nothing = async () => {};
const sessionIn = (session: SessionState) => createStore(() => ({ session }) as SessionStore);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  updateStore.setState({ tooOld: false, dataIsNewer: false });
  preloadLaterParts.mockClear();
});

/** Start-up with everything that is opened and closed noted; the session is known once `start` has run. */
function bootWith({
  token = "Bearer t",
  found = { phase: "signedIn", user, fresh: false } as SessionState,
  pathname = "/",
  search = "?tab=groups",
  keepsCode = true,
} = {}) {
  const events: string[] = [];
  const noted = (name: string) =>
    createPrefetched<unknown, { stop(): void }>({
      open() {
        events.push(`open ${name}`);
        return { stop: () => void events.push(`close ${name}`) };
      },
      close: ({ stop }) => stop(),
      isSame: () => true,
    });
  const session = createStore<SessionStore>(
    (set) =>
      ({
        session: { phase: "starting" },
        start: async () => set({ session: found }),
      }) as unknown as SessionStore,
  );
  const storages = noted("storages") as unknown as BootParts["world"]["storages"];
  const services = noted("services") as unknown as BootParts["services"];
  const parts: BootParts = {
    world: {
      local: {
        get: (key) => (key === LOCAL_KEYS.token ? token || null : key === LOCAL_KEYS.userId ? "7" : null),
        set: () => {},
        remove: () => {},
      },
      insightWorkers: {
        prefetch: (first) =>
          void events.push(first === null ? "worker" : `worker reads ${first.prefetch} of ${first.userId}`),
        drop: () => void events.push("drop worker"),
        start: () => {
          throw new Error("no query is asked here");
        },
      },
      storages,
    },
    session,
    services,
    location: { pathname, search },
    keepsCode,
    render: () => void events.push("render"),
    firstScreenShown: () => void events.push("shown"),
  };
  const become = (now: SessionState) => session.setState({ session: now });
  return { events, parts, services, storages, become, done: boot(parts) };
}

describe("start-up", () => {
  beforeEach(async () => {
    vi.useRealTimers();
    // Its code is loaded before, so that no test waits for it.
    await preloadScreen("?tab=groups");
    await SignedIn.preload();
    vi.useFakeTimers();
  });

  it("prefetches worker and storages, then the services of who is signed in, and renders", async () => {
    const { events, done } = bootWith();
    await done;
    expect(events).toEqual(["worker", "open storages", "open services", "render", "shown"]);
  });

  it("lets the worker read ahead for the person only where the screen begins with insights", async () => {
    await preloadScreen("?tab=insights");
    for (const [search, worker] of [
      ["?tab=insights", "worker reads newest of 7"],
      ["?tab=insights&q=fox", "worker reads all of 7"],
      ["?tab=devices", "worker"],
    ] as const) {
      const { events, done } = bootWith({ search, pathname: "/landing" });
      await done;
      expect(events[0], search).toBe(worker);
    }
  });

  it("prefetches nothing where this device remembers no session, and off the signed-in screens no services", async () => {
    const signedOut = bootWith({ token: "", found: { phase: "signedOut", reason: "none" } });
    await vi.advanceTimersByTimeAsync(1_000);
    await signedOut.done;
    expect(signedOut.events).toEqual(["drop worker", "render", "shown"]);
    const elsewhere = bootWith({ pathname: "/landing" });
    await elsewhere.done;
    expect(elsewhere.events).toEqual(["worker", "open storages", "render", "shown"]);
  });

  it("loads code that is seldom used early only where nothing keeps it", async () => {
    await bootWith({ keepsCode: false }).done;
    expect(preloadLaterParts.mock.calls).toEqual([[["often", "seldom"]]]);
    preloadLaterParts.mockClear();
    await bootWith().done;
    expect(preloadLaterParts.mock.calls).toEqual([[["often"]]]);
  });

  it("opens no services where the app is too old", async () => {
    updateStore.setState({ tooOld: true });
    const { events, done } = bootWith();
    await done;
    expect(events).not.toContain("open services");
  });

  it("drops what was not taken when the app turns out to be too old, or its data newer", async () => {
    for (const why of ["tooOld", "dataIsNewer"] as const) {
      updateStore.setState({ tooOld: false, dataIsNewer: false });
      const { events, done } = bootWith();
      await done;
      updateStore.setState({ [why]: true });
      expect(events.slice(5), why).toEqual(["close services", "close storages", "drop worker"]);
    }
  });

  it("drops what was not taken with the session", async () => {
    const { events, done, become } = bootWith();
    await done;
    become({ phase: "signedIn", user, fresh: true });
    expect(events).not.toContain("close services");
    become({ phase: "signedOut", reason: "refused" });
    expect(events.slice(5)).toEqual(["close services", "close storages", "drop worker"]);
  });

  it("drops what was not taken within ten seconds, and leaves alone what was", async () => {
    const { events, done, services } = bootWith();
    await done;
    services.take(user);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(events).not.toContain("close storages");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events.slice(5)).toEqual(["close storages", "drop worker"]);
  });
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
    await vi.advanceTimersByTimeAsync(1_500);
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
    await vi.advanceTimersByTimeAsync(1_500);
    expect(missing).toHaveBeenCalledOnce();
  });

  it("waits for what the screen of who is signed in shows first, but not for what stays out or fails", async () => {
    const session = sessionIn({ phase: "signedIn", user, fresh: false });
    const asked: User[] = [];
    let come = () => {};
    const prefetched = new Promise<void>((resolve) => {
      come = resolve;
    });
    const [here, late, failed] = [vi.fn(), vi.fn(), vi.fn()];
    void whenReady(session, Promise.resolve(), (who) => {
      asked.push(who);
      return prefetched;
    }).then(here);
    let signal = new AbortController().signal;
    void whenReady(session, Promise.resolve(), (_, isLate) => {
      signal = isLate;
      return new Promise(() => {});
    }).then(late);
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
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(late).toHaveBeenCalledOnce();
    expect(signal.aborted).toBe(true);
  });
});
