// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { followOtherTabs } from "../../../../src/app/composition/compose-session.ts";
import type { OpenChannel } from "../../../../src/platform/channel.ts";
import type { User } from "../../../../src/protocol/shapes.ts";
import type { SessionStore, SessionStoreApi } from "../../../../src/state/session-store.ts";
import { ADA } from "../../../support/client/fake-session.ts";

/** The channel of one browser: a message reaches all tabs but its sender. */
function createBrowser() {
  const tabs: { name: string; hear(message: unknown): void }[] = [];
  const posted: unknown[] = [];
  const open: OpenChannel = (name, hear) => {
    const tab = { name, hear };
    tabs.push(tab);
    return {
      post(message) {
        posted.push(message);
        for (const other of tabs)
          if (other !== tab && other.name === name) other.hear(structuredClone(message));
      },
      close: () => void tabs.splice(tabs.indexOf(tab), 1),
    };
  };
  return { open, posted };
}

/** A tab in which this person is signed in. */
function createTab(user: User): SessionStoreApi {
  return createStore<SessionStore>()(
    (set) =>
      ({
        session: { phase: "signedIn", user, fresh: true },
        adopt: async (answered: User) => set({ session: { phase: "signedIn", user: answered, fresh: true } }),
      }) as unknown as SessionStore,
  );
}
const userOf = (tab: SessionStoreApi) => {
  const { session } = tab.getState();
  return session.phase === "signedIn" ? session.user : null;
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe("two tabs of one person", () => {
  it("show the same account: one that is kept after all is marked for deletion in neither", async () => {
    const browser = createBrowser();
    const marked = { ...ADA, deletionAt: "2026-12-01T00:00:00.000Z" };
    const [first, second] = [createTab(marked), createTab(marked)];
    closing.push(followOtherTabs(first, browser.open), followOtherTabs(second, browser.open));
    await first.getState().adopt({ ...ADA, deletionAt: null });
    expect(userOf(second)?.deletionAt).toBeNull();
    expect(browser.posted).toHaveLength(1);
    await second.getState().adopt(marked);
    expect(userOf(first)?.deletionAt).toBe(marked.deletionAt);
    expect(browser.posted).toHaveLength(2);
  });

  it("say nothing where the same person was read once more", async () => {
    const browser = createBrowser();
    const tab = createTab(ADA);
    closing.push(followOtherTabs(tab, browser.open));
    await tab.getState().adopt({ ...ADA });
    expect(browser.posted).toEqual([]);
  });
});

describe("a site whose small values the browser clears", () => {
  it("signs out only once its databases are cleared too, while the page can still store unsent work anew", () => {
    vi.useFakeTimers();
    closing.push(() => vi.useRealTimers());
    const tab = createTab(ADA);
    const start = vi.fn(async () => undefined);
    tab.setState({ start } as Partial<SessionStore>);
    closing.push(followOtherTabs(tab, createBrowser().open));
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    vi.advanceTimersByTime(1_900);
    expect(start).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(start).toHaveBeenCalledTimes(1);
  });
});
