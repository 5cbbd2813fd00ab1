/** The words for data of this site that was removed on this device: by the browser, or by a person in its settings. */
export const EVICTED = {
  /** Found at the start of a page. */
  before: (count: number) =>
    `The browser has removed what this site kept on this device, with ${
      count === 1 ? "1 action" : `${count.toLocaleString("en")} actions`
    } not yet sent. Do ${count === 1 ? "it" : "them"} again, and install the app so that it is kept.`,
  restored: (count: number) =>
    count === 1
      ? "Unsent work stored on this device was deleted. This page still had it: your 1 unsent action is stored again."
      : `Unsent work stored on this device was deleted. This page still had it: your ${count.toLocaleString("en")} unsent actions are stored again.`,
  notRestored: (count: number) =>
    count === 1
      ? "Unsent work stored on this device was deleted and cannot be stored again yet. Your 1 unsent action is in this open page alone: do not close it."
      : `Unsent work stored on this device was deleted and cannot be stored again yet. Your ${count.toLocaleString("en")} unsent actions are in this open page alone: do not close it.`,
  mirror: "The data stored on this device was deleted. It is downloaded again when you are online.",
  pictures: (names: readonly string[]) =>
    `Photos that you saved for offline were deleted on this device: ${names.join(", ")}. They are downloaded again when you are online.`,
  offlineSets: (names: readonly string[]) =>
    `The data stored on this device was deleted, with what you saved for offline: ${names.join(", ")}. Save ${
      names.length === 1 ? "it" : "them"
    } again before you leave.`,
} as const;
