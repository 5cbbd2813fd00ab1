import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useServices } from "../../client/services.tsx";
import { useOutboxState } from "../../client/use-sync.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { serverErrorWait } from "../../parts/unsent-work.ts";
import { showToast } from "../../state/toast-store.ts";
import { subscribeToModals, topmostModal } from "../../ui/layout/open-modals.ts";

/**
 * Shows on every screen how background work ended, offers to install after the first save, and writes the number of
 * unsent actions on the app's icon.
 *
 * @param onInstallSteps shows the steps by hand; the same function each time
 */
export function useOutboxNotices(onInstallSteps: () => void): void {
  const { ready, autoSentCount, unsentCount, batches } = useOutboxState();
  const shownCount = useRef(0);
  const mayOffer = useMayOffer(batches.length > 0);

  useEffect(() => {
    if (!mayOffer) return;
    let isLate = false;
    void import("../../features/install/offer-after-save.ts")
      .then((offer) => {
        if (!isLate) offer.offerAfterSave(onInstallSteps);
      })
      .catch(() => undefined);
    return () => {
      isLate = true;
    };
  }, [mayOffer, onInstallSteps]);

  useEffect(() => {
    if (autoSentCount > 0 && autoSentCount !== shownCount.current) {
      showToast({ message: SYNC.autoSent(autoSentCount) });
    }
    shownCount.current = autoSentCount;
  }, [autoSentCount]);

  // Until the stored outbox is read the number is unknown: the icon keeps the one it has.
  useEffect(() => {
    if (ready) setBadge(unsentCount);
  }, [ready, unsentCount]);
  // The number ends with the session: the next person on this phone must not see it.
  useEffect(() => () => setBadge(0), []);
}

/**
 * Whether something was saved, and the person is not in the middle of something else: the offer would lie over the
 * actions of review mode, or over the notice that the server does not take a save.
 */
function useMayOffer(hasUnsentSaves: boolean): boolean {
  const [hasSaved, setHasSaved] = useState(hasUnsentSaves);
  if (hasUnsentSaves && !hasSaved) setHasSaved(true);
  const { sync } = useServices();
  // Both as truth values: the whole shell is drawn again where they change.
  const inDialog = useSyncExternalStore(subscribeToModals, () => topmostModal() !== null);
  const fails = useSyncExternalStore(
    (listener) => sync.subscribe(listener),
    () => serverErrorWait(sync.getStatus()) !== null,
  );
  return hasSaved && !inDialog && !fails;
}

function setBadge(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  // A browser may refuse without a reason that matters here.
  const ignore = () => undefined;
  if (count > 0) navigator.setAppBadge(count).catch(ignore);
  else navigator.clearAppBadge().catch(ignore);
}
