import { useEffect, useRef } from "react";
import { useOutboxState } from "../../client/use-sync.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { showToast } from "../../state/toast-store.ts";

/** Tells on every screen what became of work while nobody watched, and writes the unsent number on the app's icon. */
export function useOutboxNotices(): void {
  const { ready, autoSentCount, unsentCount } = useOutboxState();
  const told = useRef(0);

  useEffect(() => {
    if (autoSentCount > 0 && autoSentCount !== told.current) {
      showToast({ message: SYNC.autoSent(autoSentCount) });
    }
    told.current = autoSentCount;
  }, [autoSentCount]);

  // Until the stored outbox is read nobody knows the number, and what the icon says stands.
  useEffect(() => {
    if (ready) setBadge(unsentCount);
  }, [ready, unsentCount]);
  // With the session the number goes too: whoever takes the phone next has no part in it.
  useEffect(() => () => setBadge(0), []);
}

function setBadge(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  // A browser may refuse without a reason that matters here.
  const ignore = () => undefined;
  if (count > 0) navigator.setAppBadge(count).catch(ignore);
  else navigator.clearAppBadge().catch(ignore);
}
