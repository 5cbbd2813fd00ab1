import { createStore } from "zustand/vanilla";

/**
 * What is known about newer versions of the app.
 * "waiting": one is on this device and takes over when the person agrees.
 * "takenOver": another tab agreed; this one still runs the old version.
 * "partMissing": a part of the old version can no longer be loaded.
 */
export type UpdatePhase = "none" | "waiting" | "takenOver" | "partMissing";

interface UpdateState {
  phase: UpdatePhase;
  /** Takes the new version: reloads this tab. */
  accept(): void;
}

export const updateStore = createStore<UpdateState>(() => ({
  phase: "none",
  accept: () => window.location.reload(),
}));
