import { createStore } from "zustand/vanilla";

/**
 * The state of newer versions of the app.
 * "waiting": one is on this device and takes over when the person agrees.
 * "takenOver": another tab agreed; this one still runs the old version.
 * "partMissing": a part of the old version can no longer be loaded.
 */
export type UpdatePhase = "none" | "waiting" | "takenOver" | "partMissing";

interface UpdateState {
  phase: UpdatePhase;
  /** A newer version of the app has written the data on this device: this one must not touch it. */
  dataIsNewer: boolean;
  /** The server does not serve this version any more: nothing goes on but the update. */
  tooOld: boolean;
  /** Takes the new version: reloads this tab. */
  accept(): void;
}

export const updateStore = createStore<UpdateState>(() => ({
  phase: "none",
  dataIsNewer: false,
  tooOld: false,
  accept: () => window.location.reload(),
}));
