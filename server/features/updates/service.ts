import { createHash } from "node:crypto";
import type { StatusIntent } from "../../../src/domain/bulk-outcome.ts";
import { BULK_STATUS, type BulkStatus } from "../../../src/domain/bulk-update.ts";
import { decisionSpan } from "../../../src/domain/decision-time.ts";
import {
  BULK_CAP_SENTENCE,
  BULK_STATUS_SENTENCES,
  INSIGHT_SENTENCES,
} from "../../../src/messages/server/insights.ts";
import type { BulkUpdateState } from "../../../src/protocol/bulk-updates.ts";
import {
  type BulkUpdateFault,
  canonicalBulkUpdate,
  checkBulkUpdate,
} from "../../../src/protocol/bulk-updates-check.ts";
import { readOutcomes } from "../../bulk-outcomes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid, notFound, throttled } from "../../http/api-error.ts";
import { namedFaults } from "../../http/field-errors.ts";
import { deleteReplaced } from "./replaced-repository.ts";
import { findBulkUpdate, insertBulkUpdate, TooManyOpen } from "./repository.ts";

const MAX_KEY_LENGTH = 200;
/** Bulk updates of one user that may wait or run at a time. The app sends one after the other. */
const MOST_OPEN = 20;
const OPEN_RETRY_AFTER_S = 5;
/** How many faults of one call are named. */
const FAULTS_A_CALL = 200;

const FAULT_SENTENCES: Readonly<Record<BulkUpdateFault, string>> = {
  body: INSIGHT_SENTENCES.bodyNotAnObject,
  not_a_list: INSIGHT_SENTENCES.bulkNotAList,
  empty: INSIGHT_SENTENCES.bulkEmpty,
  over_cap: BULK_CAP_SENTENCE,
  item: INSIGHT_SENTENCES.bulkItemNotAnObject,
  item_id: INSIGHT_SENTENCES.bulkItemId,
  item_status: INSIGHT_SENTENCES.bulkItemStatus,
  item_base: INSIGHT_SENTENCES.bulkItemBase,
  item_time: INSIGHT_SENTENCES.bulkItemTime,
};

/**
 * Stores a bulk update and returns its id; a job applies it later. A repeated call with the same key and body returns
 * the same id.
 *
 * @param idempotencyKey of the header; null or empty: none
 * @throws ApiError invalid for a body of the wrong form, key_reused for a key that named another body, throttled where
 * the user has MOST_OPEN that are not finished
 */
export async function startBulkUpdate(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  userId: number,
  idempotencyKey: string | null,
  body: unknown,
): Promise<{ bulkId: string }> {
  const checked = checkBulkUpdate(body);
  if (!checked.ok) {
    const sentences = Array.from(checked.faults, ([field, fault]) => [field, FAULT_SENTENCES[fault]]);
    throw invalid(namedFaults(Object.fromEntries(sentences), FAULTS_A_CALL));
  }
  if (idempotencyKey !== null && idempotencyKey.length > MAX_KEY_LENGTH) {
    throw invalid({ "idempotency-key": INSIGHT_SENTENCES.keyTooLong });
  }
  const bodyHash = createHash("sha256").update(canonicalBulkUpdate(checked.items)).digest("hex");
  const arrivedAtMs = clock.now();
  const items = checked.items.map(({ clock: told, ...item }): StatusIntent => {
    const made = decisionSpan(told ?? null, arrivedAtMs);
    return made.fromMs === null ? item : { ...item, made };
  });
  const update = {
    userId,
    idempotencyKey: idempotencyKey === "" ? null : idempotencyKey,
    bodyHash,
    items: JSON.stringify(items),
    deviceIds: [...new Set(items.map(({ deviceId }) => deviceId))],
    status: BULK_STATUS.waiting,
    createdAtMs: arrivedAtMs,
  };
  const stored = await insertBulkUpdate(db, update, MOST_OPEN).catch((error: unknown) => {
    if (error instanceof TooManyOpen) throw throttled(OPEN_RETRY_AFTER_S);
    throw error;
  });
  if (stored.body_hash !== bodyHash) {
    throw new ApiError(422, "key_reused", { general: INSIGHT_SENTENCES.keyReused });
  }
  return { bulkId: String(stored.bulk_id) };
}

/** Dismisses decisions of this user that others replaced. @returns how many there were */
export function dismissReplaced(
  { db }: Pick<Dependencies, "db">,
  userId: number,
  replacedIds: readonly string[],
): Promise<number> {
  return deleteReplaced(db, userId, replacedIds.map(Number));
}

/** @throws ApiError not_found where this user has no such bulk update */
export async function bulkUpdateStateOf(
  { db }: Pick<Dependencies, "db">,
  userId: number,
  bulkId: string,
): Promise<BulkUpdateState["message"]> {
  const found = /^[1-9]\d{0,14}$/.test(bulkId) ? await findBulkUpdate(db, userId, Number(bulkId)) : null;
  if (found === null) throw notFound(INSIGHT_SENTENCES.bulkUnknown);
  const status = Number(found.status) as BulkStatus;
  return {
    bulkId: String(found.bulk_id),
    message: BULK_STATUS_SENTENCES[status],
    status,
    items: status === BULK_STATUS.completed ? readOutcomes(found) : [],
    key: found.idempotency_key,
  };
}
