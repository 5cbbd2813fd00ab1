import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useServices } from "../../client/services.tsx";
import { opensOverlay } from "../../client/use-address-part.ts";
import { useOutboxState } from "../../client/use-sync.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { serverErrorWait } from "../../parts/unsent-work.ts";
import { dismissToast, showToast } from "../../state/toast-store.ts";
import { subscribeToModals, topmostModal } from "../../ui/layout/open-modals.ts";

/**
 * Shows on every screen how background work ended, offers to install after the first save, and writes the number of
 * unsent actions on the app's icon.
 *
 * @param onInstallSteps shows the steps by hand; the same function each time
 * @param search of the address
 */
export function useOutboxNotices(onInstallSteps: () => void, search: string): void {
  const { ready, autoSentCount, unsentCount, batches } = useOutboxState();
  const fails = useServerFails();
  const mayOffer = useMayOffer(batches.length > 0, search) && !fails;
  const tab = new URLSearchParams(search).get("tab");

  // biome-ignore lint/correctness/useExhaustiveDependencies: on another tab the person has gone on without it
  useEffect(() => {
    if (!mayOffer) return;
    let isLate = false;
    let putAway = () => {};
    void import("../../features/install/offer-after-save.ts")
      .then((offer) => {
        if (!isLate) putAway = offer.offerAfterSave(onInstallSteps);
      })
      .catch(() => undefined);
    return () => {
      isLate = true;
      putAway();
    };
  }, [mayOffer, onInstallSteps, tab]);

  const sentNotice = useRef<string | null>(null);
  const sayAutoSent = useEffectEvent(() => {
    if (!fails) sentNotice.current = showToast({ message: SYNC.autoSent(autoSentCount) });
  });
  useEffect(() => {
    if (autoSentCount > 0) sayAutoSent();
  }, [autoSentCount]);
  // "Are being sent" would not be true beside the notice that the server does not take them, or has completed them.
  const isSending = autoSentCount > 0 && !fails;
  useEffect(() => {
    if (!isSending && sentNotice.current !== null) dismissToast(sentNotice.current);
  }, [isSending]);

  // Until the stored outbox is read the number is unknown: the icon keeps the one it has.
  useEffect(() => {
    if (ready) setBadge(unsentCount);
  }, [ready, unsentCount]);
  // The number ends with the session: the next person on this phone must not see it.
  useEffect(() => () => setBadge(0), []);
}

/**
 * Whether something was saved, and the person is not in the middle of something else: the offer would lie over the
 * actions of review mode, of a sheet and of the map's card, as it would over the notice that the server does not take a
 * save.
 */
function useMayOffer(hasUnsentSaves: boolean, search: string): boolean {
  const [hasSaved, setHasSaved] = useState(hasUnsentSaves);
  if (hasUnsentSaves && !hasSaved) setHasSaved(true);
  // As a truth value: the whole shell is drawn again where it changes.
  const inDialog = useSyncExternalStore(subscribeToModals, () => topmostModal() !== null);
  return hasSaved && !inDialog && !opensOverlay(search);
}

/** Whether the server answers with errors; as a truth value for the same reason. */
function useServerFails(): boolean {
  const { sync } = useServices();
  return useSyncExternalStore(
    (listener) => sync.subscribe(listener),
    () => serverErrorWait(sync.getStatus()) !== null,
  );
}

function setBadge(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  // A browser may refuse without a reason that matters here.
  const ignore = () => undefined;
  if (count > 0) navigator.setAppBadge(count).catch(ignore);
  else navigator.clearAppBadge().catch(ignore);
}
