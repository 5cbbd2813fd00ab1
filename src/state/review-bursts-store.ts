import { createStore } from "zustand/vanilla";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

const values = browserLocalValues();

/**
 * Whether review mode takes the photographs of a burst as one step where no collections say what belongs together;
 * kept on this device. Off unless it is asked for: nobody acts on more than is seen without having said so.
 */
export const reviewBurstsStore = createStore<{ folded: boolean }>(() => ({
  folded: values.get(LOCAL_KEYS.reviewBursts) === "on",
}));

export function toggleReviewBursts(): void {
  const folded = !reviewBurstsStore.getState().folded;
  values.set(LOCAL_KEYS.reviewBursts, folded ? "on" : "off");
  reviewBurstsStore.setState({ folded });
}
