import { LOCAL_KEYS } from "../platform/stored-values.ts";
import type { SessionStoreApi } from "../state/session-store.ts";
import type { ClientWorld } from "./compose-services.ts";

/** Starts what takes a while and needs no more than the id of the person whom this device remembers. */
export function warmUp({ local, insightWorkers, storages }: ClientWorld, session: SessionStoreApi): void {
  insightWorkers.warm();
  const userId = Number(local.get(LOCAL_KEYS.userId) ?? Number.NaN);
  if (!Number.isSafeInteger(userId)) return;
  storages.warm(userId);
  const stop = session.subscribe(({ session: { phase } }) => {
    if (phase === "starting") return;
    stop();
    // Nobody's data stays open while nobody is signed in.
    if (phase === "signedOut") storages.cool();
  });
}
