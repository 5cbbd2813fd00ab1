import { useEffect, useRef } from "react";
import { useOutboxState } from "../features/use-sync.ts";
import { SYNC } from "../messages/sync.ts";
import { showToast } from "../state/toast-store.ts";

/** Tells on every screen what became of work while nobody watched, and writes the unsent number on the app's icon. */
export function useOutboxNotices(): void {
  const { autoSentCount, unsentCount } = useOutboxState();
  const told = useRef(0);

  useEffect(() => {
    if (autoSentCount > 0 && autoSentCount !== told.current) {
      showToast({ message: SYNC.autoSent(autoSentCount) });
    }
    told.current = autoSentCount;
  }, [autoSentCount]);

  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    // A browser may refuse without a reason that matters here.
    const ignore = () => undefined;
    if (unsentCount > 0) navigator.setAppBadge(unsentCount).catch(ignore);
    else navigator.clearAppBadge().catch(ignore);
  }, [unsentCount]);
}
