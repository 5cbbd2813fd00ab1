import { useId } from "react";
import { useSyncStatus } from "../client/use-sync.ts";
import { ONLINE } from "../messages/offline/online.ts";
import { isAway } from "../sync/sync-status.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import type { OnlineOnly } from "./online-only.ts";

/**
 * Whether an action that needs the server works now.
 *
 * @param what as the beginning of a sentence: "Changing groups"
 */
export function useOnlineOnly(what: string): OnlineOnly {
  const { phase } = useSyncStatus();
  const id = useId();
  if (!isAway(phase)) return { may: true, button: {}, reason: null };
  const words = phase === "offline" ? ONLINE.onlyOnline(what) : ONLINE.onlySignedIn(what);
  return {
    may: false,
    button: { disabled: true, "aria-describedby": id, title: words },
    reason: (
      <Notice tone="info">
        <span id={id}>{words}</span>
      </Notice>
    ),
  };
}
