import type { Clock } from "../clock.ts";
import { SECOND_TAP_MS } from "../second-tap.ts";

export interface StepPause {
  /** Whether a step of these alerts may be taken now, which begins their pause. */
  begins(alertIds: readonly string[]): boolean;
  /** Ends the pause of alerts whose step was taken back: their button means that step again. */
  ends(alertIds: readonly string[]): void;
}

/** Lets no alert take two steps within `SECOND_TAP_MS`: after a step its button means the next one. */
export function createStepPause(clock: Clock): StepPause {
  let steps = new Map<string, number>();
  return {
    begins(alertIds) {
      const nowMs = clock.now();
      // A step ahead of now was taken before the device's clock was set back.
      const recent = [...steps].filter(([, atMs]) => nowMs >= atMs && nowMs - atMs < SECOND_TAP_MS);
      steps = new Map(recent);
      if (alertIds.some((id) => steps.has(id))) return false;
      for (const id of alertIds) steps.set(id, nowMs);
      return true;
    },
    ends(alertIds) {
      for (const id of alertIds) steps.delete(id);
    },
  };
}
