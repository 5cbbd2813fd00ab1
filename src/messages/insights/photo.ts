/** `whole` stands where nothing of the photo shows, `preview` beside its preview. */
export const PHOTO = {
  offline: {
    whole: "Not on this device yet. It loads when you are back online.",
    preview: "Preview only. The whole photo loads when you are back online.",
  },
  signedOut: {
    whole: "Not on this device yet. Sign in again to load it.",
    preview: "Preview only. Sign in again to load the whole photo.",
  },
  failed: "The photo could not be loaded.",
  failedShort: "Not loaded",
} as const;
