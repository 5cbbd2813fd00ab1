import { useSyncStatus } from "../../../client/use-sync.ts";
import { PHOTO } from "../../../messages/insights/photo.ts";

/** Says that a photo is not on this device, and whether the connection or the next sign-in loads it. */
export function AwayWords() {
  return useAwayWords().whole;
}

/** The same of the whole photo, where its preview shows. */
export function AwayPreviewWords() {
  return useAwayWords().preview;
}

export function useAwayWords(): { whole: string; preview: string } {
  const { phase } = useSyncStatus();
  return phase === "signedOut" ? PHOTO.signedOut : PHOTO.offline;
}
