import { createStore } from "zustand/vanilla";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

const values = browserLocalValues();

/** Whether photos are shown with the boxes in which the animals were seen; kept on this device. */
export const photoBoxesStore = createStore<{ shown: boolean }>(() => ({
  shown: values.get(LOCAL_KEYS.photoBoxes) !== "off",
}));

export function togglePhotoBoxes(): void {
  const shown = !photoBoxesStore.getState().shown;
  values.set(LOCAL_KEYS.photoBoxes, shown ? "on" : "off");
  photoBoxesStore.setState({ shown });
}
