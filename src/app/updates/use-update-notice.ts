import { useEffect } from "react";
import { useStore } from "zustand";
import { SHELL } from "../../messages/shell/shell.ts";
import { dismissToast, showToast } from "../../state/toast-store.ts";
import { type UpdatePhase, updateStore } from "../../state/update-store.ts";

const SENTENCES: Record<Exclude<UpdatePhase, "none">, string> = {
  waiting: `${SHELL.updateReady}. ${SHELL.updateWords}`,
  takenOver: SHELL.otherTabUpdated,
  partMissing: SHELL.partMissing,
};

/** Offers a new version and leaves the moment to the person: the notice stays until it is pressed or put away. */
export function useUpdateNotice(): void {
  const phase = useStore(updateStore, (state) => state.phase);
  useEffect(() => {
    if (phase === "none") return;
    const id = showToast({
      message: SENTENCES[phase],
      action: { label: SHELL.updateNow, run: () => updateStore.getState().accept() },
      durationMs: Number.POSITIVE_INFINITY,
    });
    return () => dismissToast(id);
  }, [phase]);
}
