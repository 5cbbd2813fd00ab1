// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Dexie } from "dexie";
import { afterEach, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { EntryPage } from "../../../src/app/entry-page.tsx";
import type { StoredAction } from "../../../src/domain/outbox/outbox-record.ts";
import type { User } from "../../../src/protocol/shapes.ts";
import type { SessionStore, SessionStoreApi } from "../../../src/state/session-store.ts";
import { openOutboxStorage } from "../../../src/storage/outbox/outbox-storage.ts";

afterEach(async () => {
  cleanup();
  await Dexie.delete("outbox-7");
});

const LEAVING = {
  userIdSql: 7,
  username: "wangari",
  role: "member",
  deletionAt: "2026-11-21T00:00:00.000Z",
} as User;
const ACTION: StoredAction = {
  id: "a",
  place: 1,
  insightId: "1",
  deviceId: "cam",
  insightStatus: "archive",
  base: "none",
  atMs: 1,
  offline: false,
  returned: false,
};

it.each([
  ["may be gone", { reason: "refused", leaving: LEAVING }, /was to be deleted on 21 Nov 2026/],
  ["is gone", { reason: "deleted", leaving: { ...LEAVING, deletionAt: null } }, /This account was deleted/],
] as const)(
  "says that the account %s, and lets its unsent work be exported or discarded (promise A8, fault 33)",
  async (_, ended, words) => {
    const storage = openOutboxStorage(7);
    await storage.change((record) => ({ ...record, actions: new Map([["1", ACTION]]) }));
    storage.close();
    const session = createStore<Partial<SessionStore>>(() => ({
      session: { phase: "signedOut", ...ended },
      lastEmail: () => "",
    })) as unknown as SessionStoreApi;
    render(<EntryPage session={session} />);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(/Sign in again/)).toBeNull();
    expect(await screen.findByText("1 unsent action of this account is on this device.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Export to a file" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    fireEvent.click(screen.getByRole("button", { name: "Discard 1 action for good" }));
    await waitFor(() => expect(screen.queryByText(/unsent action of this account/)).toBeNull());
  },
);
