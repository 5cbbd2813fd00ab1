import { createStore } from "zustand/vanilla";
import { isBrightened, type PhotoLight } from "../domain/insight/brightened.ts";
import { readZoomBase, type ZoomBase } from "../domain/insight/zoom-base.ts";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

const values = browserLocalValues();

interface PhotoView {
  /**
   * The insight at whose photo the person turned brightening on; null while brightening is off. Not stored: brightening
   * is off when the app starts.
   */
  brightenedAt: string | null;
  /** Review mode and the photo viewer pass over what has no photo; stored on this device. */
  skipsWithoutPhoto: boolean;
  /** How photos lie in review mode; stored on this device. */
  base: ZoomBase;
}

/** How review mode and the photo viewer show photos, as the person chose it. */
export const photoViewStore = createStore<PhotoView>(() => ({
  brightenedAt: null,
  skipsWithoutPhoto: values.get(LOCAL_KEYS.skipsWithoutPhoto) === "on",
  base: readZoomBase(values.get(LOCAL_KEYS.photoBase)),
}));

/** Turns it on at a photo that is not brightened, else off for all photos. */
export function toggleBrightened(photo: PhotoLight): void {
  photoViewStore.setState(({ brightenedAt }) => ({
    brightenedAt: isBrightened(brightenedAt, photo) ? null : photo.insightId,
  }));
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
