import { DAY_MS } from "./time.ts";

/** How many insights one bulk update may change, and how many unsaved actions a list may hold. */
export const BULK_UPDATE_CAP = 1000;

/** The numeric states of a bulk update on the wire. 2 and 4 are final; 4 means that nothing was applied. */
export const BULK_STATUS = { processing: 1, completed: 2, waiting: 3, blocked: 4 } as const;
export type BulkStatus = (typeof BULK_STATUS)[keyof typeof BULK_STATUS];

export function isFinalBulkStatus(status: BulkStatus): boolean {
  return status === BULK_STATUS.completed || status === BULK_STATUS.blocked;
}

/**
 * Outcomes of an item of a completed bulk update. "mismatch": the id names another insight than the one that the person
 * saw.
 */
export const ITEM_OUTCOMES = ["noop", "overrode", "superseded", "gone", "forbidden", "mismatch"] as const;
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

/**
 * Why the server refused a whole call for good and applied none of it: the account has no permission, or the call was
 * wrong.
 */
export type BatchRefusal = "notAllowed" | "notAccepted";

/** A bulk update that waits this long for others with the same Sentinels ends as blocked. */
export const BLOCKED_AFTER_MS = 60_000;
/** The server knows an idempotency key for at least this long. */
export const KEY_RETENTION_MS = 120 * DAY_MS;
