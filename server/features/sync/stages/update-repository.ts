import type { Selectable } from "kysely";
import { BULK_STATUS, KEY_RETENTION_MS } from "../../../../src/domain/bulk-update.ts";
import type { BulkUpdateItem } from "../../../../src/protocol/bulk-updates.ts";
import { UPDATE_FIELDS } from "../../../../src/protocol/records/feed-records.ts";
import { readOutcomes } from "../../../bulk-outcomes.ts";
import type { BulkUpdateTable } from "../../../db/schema/insights.ts";
import { feedColumns } from "../../../record-values.ts";
import { type BoundedRows, bytesOf, rowsWithin } from "./bounded-rows-query.ts";
import { insightsReplacedSince, sizesOfReplaced } from "./insight-repository.ts";
import { behind, byNumber, changed } from "./small-table-repository.ts";
import type { Stage, StageInput } from "./stage.ts";

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
  const most = isLate ? Math.min(input.limit, LOOKED_THROUGH) : input.limit;
  const query = view
    .selectFrom("bulk_updates as b")
    .where("b.user_id", "=", userId)
    .where(changed(input, ["b.xid"]))
    .where("b.created_at", ">=", window === null ? nowMs - KEY_RETENTION_MS : 0)
    .where("b.bulk_id", ">", behind(input))
    .orderBy("b.bulk_id")
    .limit(most)
    .select(["b.bulk_id", "b.status", "b.items", "b.outcomes", "b.idempotency_key"]);
  const size = bytesOf(UPDATE_BYTES, ["items", "outcomes"]);
  const read = await rowsWithin(view, query, { key: "bulk_id", size, bytes: input.bytes });
  const { rows, bytes, insightIds } = isLate
    ? await withReplaced(input, read)
    : { rows: read.rows, bytes: read.bytes, insightIds: [] };
  const isFull = read.isFull || rows.length < read.rows.length;
  const columns = feedColumns(UPDATE_FIELDS, rows, {
    items: (row) => (row.status === BULK_STATUS.completed ? readOutcomes(row) : []),
    key: ({ idempotency_key }) => idempotency_key ?? "",
  });
  const numbers = rows.map(({ bulk_id }) => Number(bulk_id));
  const limit = isFull ? rows.length : most;
  const part = { ...byNumber({ ...input, limit }, "updates", numbers, columns), bytes, isFull };
  return { ...part, tables: [...part.tables, ...(await insightsReplacedSince(input, insightIds))] };
};

/** A bulk update beside its items and outcomes. */
const UPDATE_BYTES = 200;

type Stored = Pick<
  Selectable<BulkUpdateTable>,
  "bulk_id" | "status" | "items" | "outcomes" | "idempotency_key"
>;

/**
 * The first of these bulk updates whose replaced insights have room in the page, at least one, and those insights. A
 * bulk update and its insights come in one page, whatever their size: up to 1,000 insights.
 */
async function withReplaced(input: StageInput, { rows, bytes }: BoundedRows<Stored>) {
  const idsOf = new Map(
    rows
      .filter(({ status }) => status === BULK_STATUS.completed)
      .map((row) => [row.bulk_id, insightIdsOf(row)]),
  );
  const sizes = new Map(
    (await sizesOfReplaced(input, [...new Set([...idsOf.values()].flat())])).map(({ insight_id, size }) => [
      insight_id,
      size,
    ]),
  );
  const taken = new Set<number>();
  let total = bytes;
  let count = 0;
  for (const { bulk_id } of rows) {
    const own = (idsOf.get(bulk_id) ?? []).filter((id) => sizes.has(id) && !taken.has(id));
    const more = own.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
    if (count > 0 && total + more > input.bytes) break;
    total += more;
    for (const id of own) taken.add(id);
    count += 1;
  }
  return { rows: rows.slice(0, count), bytes: total, insightIds: [...taken] };
}

function insightIdsOf({ items }: Stored): number[] {
  const named = JSON.parse(items) as BulkUpdateItem[];
  return [...new Set(named.map(({ insightId }) => Number(insightId)))].filter(Number.isSafeInteger);
}
