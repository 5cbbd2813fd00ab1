import { createStore } from "zustand/vanilla";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

const values = browserLocalValues();

/**
 * Whether review mode takes the photographs of a burst as one step where no collections say what belongs together;
 * stored on this device. Off by default: an action on more than is seen needs the person's consent.
 */
export const reviewBurstsStore = createStore<{ folded: boolean }>(() => ({
  folded: values.get(LOCAL_KEYS.reviewBursts) === "on",
}));

export function toggleReviewBursts(): void {
  const folded = !reviewBurstsStore.getState().folded;
  values.set(LOCAL_KEYS.reviewBursts, folded ? "on" : "off");
  reviewBurstsStore.setState({ folded });
}
