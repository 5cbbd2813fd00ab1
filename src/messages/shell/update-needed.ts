/** Replaces the app while its version is too old. */
export const UPDATE_NEEDED = {
  title: "Update needed",
  words: "This version of the app is too old for the server. Update to go on.",
  dataIsNewer:
    "A newer version of the app has stored data on this device, so this old one has stopped. Nothing is lost. Update to go on.",
  unsent: (count: number) =>
    count === 1
      ? "Your 1 unsent action is safe on this device. The new version sends it."
      : `Your ${count.toLocaleString("en")} unsent actions are safe on this device. The new version sends them.`,
  update: "Update now",
  unreachable: "The new version could not be fetched. Try again with a better connection.",
  nothingNewer: "The server has no newer version yet. Try again later, or tell its operator.",
  goOn: "Go on without a connection",
} as const;
