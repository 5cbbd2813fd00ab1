import type { PersonDecision, ReplacedDecision } from "../../src/domain/replaced-decision.ts";
import type { Database, WriteTransaction } from "../db/database.ts";

/** What one decision about one insight replaced. */
export interface ReplacedOfInsight extends ReplacedDecision {
  readonly insightId: number;
  readonly deviceRef: number;
}

/** The newest entry in the history of each of these insights. */
export async function findNewestDecisions(transaction: WriteTransaction, insightIds: readonly number[]) {
  if (insightIds.length === 0) return [];
  return transaction
    .selectFrom("insight_history as h")
    .where("h.history_id", "in", (newest) =>
      newest
        .selectFrom("insight_history")
        .where("insight_id", "in", insightIds)
        .groupBy("insight_id")
        .select(({ fn }) => fn.max("history_id").as("history_id")),
    )
    .select(["h.insight_id", "h.user_id", "h.made_from", "h.made_to", "h.arrived_at"])
    .execute();
}

export async function findConfirmedDecisions(transaction: WriteTransaction, insightIds: readonly number[]) {
  if (insightIds.length === 0) return [];
  // On most servers people never confirm each other, and a look at 1,000 insights would tell only that.
  const any = await transaction.selectFrom("confirmed_decisions").select("insight_id").limit(1).execute();
  if (any.length === 0) return [];
  return transaction
    .selectFrom("confirmed_decisions")
    .where("insight_id", "in", insightIds)
    .select(["insight_id", "user_id", "made_from", "made_to", "arrived_at"])
    .execute();
}

/** A person who confirms a status a second time keeps the first entry. */
export async function insertConfirmedDecisions(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  confirmed: readonly (PersonDecision & { readonly insightId: number })[],
): Promise<void> {
  const rows = confirmed.map(({ insightId, userId, made, arrivedAtMs }) => ({
    insight_id: insightId,
    user_id: userId,
    made_from: made.fromMs,
    made_to: made.toMs,
    arrived_at: arrivedAtMs,
  }));
  await dialect.insertMany(transaction, "confirmed_decisions", rows, ["insight_id", "user_id"]);
}

export async function deleteConfirmedDecisions(
  transaction: WriteTransaction,
  insightIds: readonly number[],
): Promise<void> {
  if (insightIds.length === 0) return;
  await transaction.deleteFrom("confirmed_decisions").where("insight_id", "in", insightIds).execute();
}

/** Deletes what a person was told about these insights: they have decided anew. */
export async function deleteReplacedDecisions(
  transaction: WriteTransaction,
  userId: number,
  insightIds: readonly number[],
): Promise<void> {
  if (insightIds.length === 0) return;
  // Who was told of nothing has nothing to forget; the search for 1,000 insights would cost as much as their update.
  const any = await transaction
    .selectFrom("replaced_decisions")
    .select("replaced_id")
    .where("user_id", "=", userId)
    .limit(1)
    .execute();
  if (any.length === 0) return;
  await transaction
    .deleteFrom("replaced_decisions")
    .where("user_id", "=", userId)
    .where("insight_id", "in", insightIds)
    .execute();
}

export async function insertReplacedDecisions(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  replaced: readonly ReplacedOfInsight[],
  nowMs: number,
): Promise<void> {
  const rows = replaced.map(
    ({ insightId, deviceRef, userId, status, made, arrivedAtMs, by, madeEarlier }) => ({
      user_id: userId,
      insight_id: insightId,
      device_ref: deviceRef,
      status,
      made_from: made.fromMs,
      made_to: made.toMs,
      arrived_at: arrivedAtMs,
      by_user_id: by.userId,
      by_status: by.status,
      by_made_from: by.made.fromMs,
      by_made_to: by.made.toMs,
      by_arrived_at: by.arrivedAtMs,
      made_earlier: madeEarlier ? 1 : 0,
      replaced_at: nowMs,
    }),
  );
  await dialect.insertMany(transaction, "replaced_decisions", rows);
}

/** Which of these users have an account still. */
export async function findUsers(
  transaction: WriteTransaction,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await transaction
    .selectFrom("users")
    .where("user_id", "in", userIds)
    .select("user_id")
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
