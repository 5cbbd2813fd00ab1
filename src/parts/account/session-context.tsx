import { createContext, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
import type { User } from "../../protocol/shapes.ts";
import type { SessionStoreApi } from "../../state/session-store.ts";

const SessionContext = createContext<SessionStoreApi | null>(null);

export function SessionProvider({ session, children }: { session: SessionStoreApi; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** @throws Error outside of the app */
export function useSession(): SessionStoreApi {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession needs the app around it");
  return session;
}

/** The signed-in person; null while nobody is, for instance in the moment in which a screen closes. */
export function useSignedInUser(): User | null {
  return useStore(useSession(), ({ session }) => (session.phase === "signedIn" ? session.user : null));
}
