import { createStore } from "zustand/vanilla";
import { readZoomBase, type ZoomBase } from "../domain/insight/zoom-base.ts";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

const values = browserLocalValues();

interface PhotoView {
  /** Photos are brightened, for those taken at night; until the app is closed. */
  brightened: boolean;
  /** Review mode and the photo viewer pass over what has no photo; stored on this device. */
  skipsWithoutPhoto: boolean;
  /** How photos lie in review mode; stored on this device. */
  base: ZoomBase;
}

/** How review mode and the photo viewer show photos, as the person chose it. */
export const photoViewStore = createStore<PhotoView>(() => ({
  brightened: false,
  skipsWithoutPhoto: values.get(LOCAL_KEYS.skipsWithoutPhoto) === "on",
  base: readZoomBase(values.get(LOCAL_KEYS.photoBase)),
}));

export function toggleBrightened(): void {
  photoViewStore.setState(({ brightened }) => ({ brightened: !brightened }));
}

export function toggleSkipsWithoutPhoto(): void {
  const skipsWithoutPhoto = !photoViewStore.getState().skipsWithoutPhoto;
  values.set(LOCAL_KEYS.skipsWithoutPhoto, skipsWithoutPhoto ? "on" : "off");
  photoViewStore.setState({ skipsWithoutPhoto });
}

export function choosePhotoBase(base: ZoomBase): void {
  values.set(LOCAL_KEYS.photoBase, base);
  photoViewStore.setState({ base });
}
