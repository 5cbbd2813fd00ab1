import { DAY_MS } from "./time.ts";

/** How many insights one bulk update may change, and how many unsaved actions a list may hold. */
export const BULK_UPDATE_CAP = 1000;

/** The numeric states of a bulk update on the wire. 2 and 4 are final; 4 means that nothing was applied. */
export const BULK_STATUS = { processing: 1, completed: 2, waiting: 3, blocked: 4 } as const;
export type BulkStatus = (typeof BULK_STATUS)[keyof typeof BULK_STATUS];

export function isFinalBulkStatus(status: BulkStatus): boolean {
  return status === BULK_STATUS.completed || status === BULK_STATUS.blocked;
}

/** What became of one item of a bulk update that was completed. */
export const ITEM_OUTCOMES = ["noop", "overrode", "superseded", "gone", "forbidden"] as const;
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

/** Why the server refused a whole call for good and made nothing of it: the account may not, or the call was wrong. */
export type BatchRefusal = "notAllowed" | "notAccepted";

/** A bulk update that others keep from its Sentinels for this long ends as blocked. */
export const BLOCKED_AFTER_MS = 60_000;
/** An idempotency key is bound to its first answer for at least this long. */
export const KEY_RETENTION_MS = 120 * DAY_MS;
