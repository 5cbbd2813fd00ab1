import { useSyncStatus } from "../client/use-sync.ts";
import { ONLINE } from "../messages/offline/online.ts";

/** In an empty list whose rows are kept on the device: what brings the first of them. */
export function NotYetWords() {
  const { phase } = useSyncStatus();
  return phase === "signedOut" ? ONLINE.notYetSignedOut : ONLINE.notYet;
}
