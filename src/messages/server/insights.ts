import type { BulkStatus } from "../../domain/bulk-update.ts";

/** Insights, photos and bulk updates; texts of the specification are literal. */
export const BULK_STATUS_SENTENCES: Readonly<Record<BulkStatus, string>> = {
  1: "The bulk update is currently processing...",
  2: "The bulk update has successfully completed!",
  3: "The bulk update is waiting to be processed",
  4: "Someone is trying to do a bulk update, try again later",
};

export const BULK_CAP_SENTENCE =
  "You've hit the 1000 insight update limit. Please save your current changes and start another update.";

export const IMAGE_MISSING_SENTENCE = "Image does not exist";

export const INSIGHT_SENTENCES = {
  bulkEmpty: "Send at least one insight to update.",
  bulkNotAList: "Send the insights to update as a list.",
  bulkItemNotAnObject: "An item of the list must name an insight, a Sentinel and a status.",
  bulkItemId: "Give an id of 1 to 200 characters.",
  bulkItemStatus: "The status must be acknowledge, favorite, archive or none.",
  bulkItemTime: "The times of the insight that was seen must be UTC ISO 8601 texts, or null.",
  bulkItemBase: "The status that was seen must be acknowledge, favorite, archive, none or null.",
  bodyNotAnObject: "Send a JSON object.",
  keyTooLong: "An idempotency key has at most 200 characters.",
  keyReused: "This idempotency key was used for another bulk update.",
  bulkUnknown: "There is no such bulk update.",
  cursorMalformed: "The cursor is not one that this server gave out.",
  keptDays: "Give a whole number of days from 1 to 36500, or all.",
  keptGroups: "Give ids of groups, at most 200, with commas between them, or all; none stands for no group.",
  windows: "Give at most 12 numbers of days with commas between them; all stands for any age.",
  box: "Give an area as south,west,north,east in degrees.",
  resync: "This device's copy is out of date; it will be fetched again.",
} as const;
