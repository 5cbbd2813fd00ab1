import { useSyncStatus } from "../../../client/use-sync.ts";
import { PHOTO } from "../../../messages/insights/photo.ts";

/** Of a photo that is not on this device: what brings it. */
export function AwayWords() {
  return useAwayWords().whole;
}

/** Beside a preview: what brings the whole photo. */
export function AwayPreviewWords() {
  return useAwayWords().preview;
}

export function useAwayWords(): { whole: string; preview: string } {
  const { phase } = useSyncStatus();
  return phase === "signedOut" ? PHOTO.signedOut : PHOTO.offline;
}
