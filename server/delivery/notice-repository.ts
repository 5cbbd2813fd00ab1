import type { Database, WriteTransaction } from "../db/database.ts";

/**
 * Notes insights of one Sentinel that arrived, to be told by the job that plans messages, where any of its users is
 * told of anything. Runs in the transaction that stores them.
 */
export async function noticeInsights(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  deviceRef: number,
  insightIds: readonly number[],
  nowMs: number,
): Promise<void> {
  if (insightIds.length === 0 || !(await hasReceiver(transaction, deviceRef))) return;
  const rows = insightIds.map((insight_id) => ({
    kind: "insight",
    insight_id,
    device_ref: deviceRef,
    created_at: nowMs,
  }));
  await dialect.insertMany(transaction, "notices", rows);
}

async function hasReceiver(transaction: WriteTransaction, deviceRef: number): Promise<boolean> {
  const user = await transaction
    .selectFrom("device_users as du")
    .select("du.user_id")
    .where("du.device_ref", "=", deviceRef)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom("integrations as i").select("i.user_id").whereRef("i.user_id", "=", "du.user_id")),
        exists(
          selectFrom("push_subscriptions as p").select("p.user_id").whereRef("p.user_id", "=", "du.user_id"),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

/** The same for alerts that were raised. */
export async function noticeAlerts(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  alerts: readonly {
    readonly alert_id: number;
    readonly user_id: number;
    readonly device_ref: number;
  }[],
  nowMs: number,
): Promise<void> {
  if (alerts.length === 0) return;
  const told = await findReceivers(
    transaction,
    alerts.map(({ user_id }) => user_id),
  );
  const rows = alerts
    .filter(({ user_id }) => told.has(user_id))
    .map(({ alert_id, device_ref }) => ({ kind: "alert", alert_id, device_ref, created_at: nowMs }));
  await dialect.insertMany(transaction, "notices", rows);
}

/** Which of these users are told of anything. */
async function findReceivers(
  transaction: WriteTransaction,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(userIds)];
  const found = new Set<number>();
  for (let at = 0; at < ids.length; at += USERS_A_STATEMENT) {
    const slice = ids.slice(at, at + USERS_A_STATEMENT);
    const integrations = await transaction
      .selectFrom("integrations")
      .select("user_id")
      .where("user_id", "in", slice)
      .execute();
    const subscriptions = await transaction
      .selectFrom("push_subscriptions")
      .select("user_id")
      .where("user_id", "in", slice)
      .execute();
    for (const { user_id } of [...integrations, ...subscriptions]) found.add(user_id);
  }
  return found;
}

const USERS_A_STATEMENT = 500;
