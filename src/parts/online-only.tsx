import { type ReactNode, useId } from "react";
import { useSyncStatus } from "../client/use-sync.ts";
import { ONLINE } from "../messages/offline/online.ts";
import { Notice } from "../ui/feedback/notice.tsx";

export interface OnlineOnly {
  /** False only where it is known that a call would not come through. */
  may: boolean;
  /** For every button of the kind, spread on it: while it is disabled it points to the reason. */
  button: { disabled?: true; "aria-describedby"?: string; title?: string };
  /** The reason, to be shown once near those buttons; null while they work. */
  reason: ReactNode;
}

/**
 * What can only be done online, and why it cannot be done now.
 *
 * @param what as the beginning of a sentence: "Changing groups"
 */
export function useOnlineOnly(what: string): OnlineOnly {
  const { phase } = useSyncStatus();
  const id = useId();
  if (phase !== "offline" && phase !== "signedOut") return { may: true, button: {}, reason: null };
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
