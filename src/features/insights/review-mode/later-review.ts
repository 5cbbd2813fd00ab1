import { laterPart } from "../../../ui/later-part.tsx";

/** Review mode, in a chunk of its own. */
export const ReviewMode = laterPart(async () => (await import("./review-mode.tsx")).ReviewMode);

const preload = () => void ReviewMode.preload();

/** For a button that opens review mode: its code is on its way from the moment that the button is pressed down. */
export const PRELOADS_REVIEW = { onPointerDown: preload, onFocus: preload };
