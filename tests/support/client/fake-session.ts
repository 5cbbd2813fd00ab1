import { createStore } from "zustand/vanilla";
import type { User } from "../../../src/protocol/shapes.ts";
import type { SessionStore, SessionStoreApi } from "../../../src/state/session-store.ts";

export const ADA: User = {
  userIdSql: 1,
  firstName: "Ada",
  lastName: "Ranger",
  phoneNumber: "7000000001",
  country: "Kenya",
  username: "ada",
  email: "ada@example.org",
  imageUrl: null,
  deletionAt: null,
  role: "member",
};

/** The session of a signed-in person, in memory; `verified` counts the user fetches. */
export function createFakeSession(user: User = ADA): SessionStoreApi & { verified: number } {
  const store = createStore<SessionStore>()((set) => ({
    session: { phase: "signedIn", user, fresh: true },
    userFetch: "success",
    start: async () => undefined,
    lastEmail: () => "",
    login: async () => null,
    signup: async () => null,
    requestReset: async () => ({ message: "" }),
    resetPassword: async () => null,
    logout: async () => set({ session: { phase: "signedOut", reason: "loggedOut" } }),
    verify: async () => {
      fake.verified += 1;
    },
    adopt: async (answered) => set({ session: { phase: "signedIn", user: answered, fresh: true } }),
    portrait: async () => null,
  }));
  const fake = Object.assign(store, { verified: 0 });
  return fake;
}
