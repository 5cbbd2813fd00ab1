import { BULK_STATUS, KEY_RETENTION_MS } from "../../../../src/domain/bulk-update.ts";
import type { BulkUpdateItem, ItemResult } from "../../../../src/protocol/bulk-updates.ts";
import { UPDATE_FIELDS } from "../../../../src/protocol/records/feed-records.ts";
import { feedColumns } from "../../../record-values.ts";
import { insightsReplacedSince } from "./insight-repository.ts";
import { behind, byNumber, changed } from "./small-table-repository.ts";
import type { Stage, StageInput, TablePart } from "./stage.ts";

/** Bulk updates, of up to 1,000 items each, that are checked at once for insights that were replaced. */
const LOOKED_THROUGH = 20;

/**
 * The user's own bulk updates; the first sync leaves out those whose keys may have been forgotten.
 *
 * The end of a bulk update must not arrive before its effects, because the client then stops laying its own actions
 * over the mirror. Take an insight that a completed bulk update of this round changed. Its newest version was written
 * later, so not before `base`. If `target` shows that version, an earlier stage sent it. If not, the row was replaced
 * while the round's pages were read and left the round, which may happen in every round. It is therefore sent here,
 * beside the bulk update; the next round sends it again.
 */
export const updates: Stage = async (input) => {
  const { view, userId, window, nowMs } = input;
  const isLate = input.target !== input.now;
  const limit = isLate ? Math.min(input.limit, LOOKED_THROUGH) : input.limit;
  const rows = await view
    .selectFrom("bulk_updates as b")
    .where("b.user_id", "=", userId)
    .where(changed(input, ["b.xid"]))
    .where("b.created_at", ">=", window === null ? nowMs - KEY_RETENTION_MS : 0)
    .where("b.bulk_id", ">", behind(input))
    .orderBy("b.bulk_id")
    .limit(limit)
    .select(["b.bulk_id", "b.status", "b.outcomes", "b.idempotency_key"])
    .execute();
  const columns = feedColumns(UPDATE_FIELDS, rows, {
    items: (row) => (row.status === BULK_STATUS.completed ? (JSON.parse(row.outcomes) as ItemResult[]) : []),
    key: ({ idempotency_key }) => idempotency_key ?? "",
  });
  const part = byNumber(
    { ...input, limit },
    "updates",
    rows.map(({ bulk_id }) => bulk_id),
    columns,
  );
  if (!isLate) return part;
  const completed = rows.filter(({ status }) => status === BULK_STATUS.completed);
  const replaced = await replacedOf(
    input,
    completed.map(({ bulk_id }) => bulk_id),
  );
  return { ...part, tables: [...part.tables, ...replaced] };
};

async function replacedOf(input: StageInput, bulkIds: readonly number[]): Promise<TablePart[]> {
  if (bulkIds.length === 0) return [];
  const rows = await input.view
    .selectFrom("bulk_updates")
    .select("items")
    .where("bulk_id", "in", bulkIds)
    .execute();
  const named = rows.flatMap(({ items }) => JSON.parse(items) as BulkUpdateItem[]);
  const insightIds = new Set(named.map(({ insightId }) => Number(insightId)).filter(Number.isSafeInteger));
  return insightsReplacedSince(input, [...insightIds]);
}
