import { type Selectable, sql } from "kysely";
import { DAY_MS } from "../../src/domain/time.ts";
import type { Database, View, WriteTransaction } from "../db/database.ts";
import type { DeliveryTable } from "../db/schema/integrations.ts";
import type { DeliveryKind, DeliveryStatus, DeliverySubject, Platform } from "./sender.ts";

/** A message that has been decided on. */
export interface NewDelivery {
  readonly userId: number;
  readonly platform: Platform;
  /** See `deliveries.target`. */
  readonly target: string | null;
  readonly kind: DeliveryKind;
  /** Unique over all deliveries, so that no decision makes two. */
  readonly dedupeKey: string;
  readonly subject: DeliverySubject;
  /** Not sent before. */
  readonly notBeforeMs: number;
  /** From when on a message that no provider takes is given up. */
  readonly giveUpAtMs: number;
}

/** A delivery that one worker has claimed; no other worker takes it while the claim holds. */
export interface DeliveryClaim extends Selectable<DeliveryTable> {
  readonly claim_token: string;
  readonly claimed_until: number;
}

/** The new state of a claimed delivery. */
export interface DeliveryRecord {
  readonly status: Exclude<DeliveryStatus, "sending">;
  readonly answer: string | null;
  readonly nextAtMs?: number;
  readonly step?: number;
  readonly ref?: string;
  readonly mayRepeat?: boolean;
  /** Replaces the subject, as where it held a secret. */
  readonly subject?: DeliverySubject;
}

/** Platforms of which each user has a lane: the pace of Gundi is that of a key, and push services are the users' own. */
const LANES_OF_USERS: ReadonlySet<Platform> = new Set(["gundi", "push"]);

/** The queue whose pace a message keeps. */
export function laneOf(platform: Platform, userId: number): string {
  return hasLaneOfUser(platform) ? `${platform}:${userId}` : platform;
}

export function hasLaneOfUser(platform: Platform): boolean {
  return LANES_OF_USERS.has(platform);
}

/**
 * From when on a code or a test is due: before all that waits, because a person waits for it with the screen open and it is
 * given up within minutes. A lane is served in the order of these times.
 */
export function aheadOfOthersMs(nowMs: number): number {
  return nowMs - DAY_MS;
}

/** Stores a message in the caller's transaction. @returns its number; null: one with this dedupe key exists */
export async function enqueueDelivery(
  transaction: WriteTransaction,
  delivery: NewDelivery,
  nowMs: number,
): Promise<number | null> {
  const row = await transaction
    .insertInto("deliveries")
    .values({ ...rowOf(delivery, nowMs), status: "waiting", answer: null, ended_at: null })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("delivery_id")
    .executeTakeFirst();
  return row?.delivery_id ?? null;
}

/** Stores many messages; one whose dedupe key exists is left out. */
export async function enqueueDeliveries(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  const rows = deliveries.map((delivery) => ({ ...rowOf(delivery, nowMs), status: "waiting" }));
  await dialect.insertMany(transaction, "deliveries", rows, ["dedupe_key"]);
}

/** Stores a message that is not sent, for the log alone. */
export async function enqueueDropped(
  transaction: WriteTransaction,
  delivery: NewDelivery,
  reason: string,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto("deliveries")
    .values({ ...rowOf(delivery, nowMs), status: "dropped", answer: reason, ended_at: nowMs })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
}

function rowOf(delivery: NewDelivery, nowMs: number) {
  const { userId, platform, target, kind, dedupeKey, subject, notBeforeMs, giveUpAtMs } = delivery;
  return {
    user_id: userId,
    platform,
    target,
    lane: laneOf(platform, userId),
    kind,
    dedupe_key: dedupeKey,
    subject: JSON.stringify(subject),
    step: 0,
    attempts: 0,
    next_at: notBeforeMs,
    give_up_at: giveUpAtMs,
    may_repeat: 0,
    created_at: nowMs,
  };
}

/** Lanes of users whose pace allows a message that is due. */
export async function findDueLanes(view: View, platform: Platform, nowMs: number): Promise<string[]> {
  // Of ASCII the semicolon follows the colon: all lanes of the platform lie between the two.
  const [from, until] = [`${platform}:`, `${platform};`];
  // One step along the index for each lane, however many messages wait in it.
  const { rows } = await sql<{ lane: string }>`
    with recursive lanes(lane) as (
      select min(lane) from deliveries where status = 'waiting' and lane >= ${from} and lane < ${until}
      union all
      select (select min(d.lane) from deliveries d
        where d.status = 'waiting' and d.lane > lanes.lane and d.lane < ${until})
      from lanes where lanes.lane is not null
    )
    select lanes.lane as lane from lanes
    left join provider_paces p on p.pace_key = lanes.lane
    where lanes.lane is not null and coalesce(p.next_at, 0) <= ${nowMs}
    and exists (
      select 1 from deliveries d where d.status = 'waiting' and d.lane = lanes.lane and d.next_at <= ${nowMs})
  `.execute(view);
  return rows.map(({ lane }) => lane);
}

/** Whether a claim could find work in this lane: a read, so that polling writes nothing. */
export async function hasDue(view: View, lane: string, nowMs: number): Promise<boolean> {
  const due = await view
    .selectFrom("deliveries")
    .select("delivery_id")
    .where("status", "=", "waiting")
    .where("lane", "=", lane)
    .where("next_at", "<=", nowMs)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

export interface ClaimRequest {
  readonly lane: string;
  readonly token: string;
  readonly nowMs: number;
  readonly claimedUntilMs: number;
  readonly limit: number;
  /** How long each message keeps the lane from the next one; 0: as fast as it goes. */
  readonly intervalMs: number;
}

/** Claims messages of a lane that are due, the longest due ones first, as many as its pace allows. */
export function claimDeliveries(
  db: Pick<Database, "write" | "locks">,
  { lane, token, nowMs, claimedUntilMs, limit, intervalMs }: ClaimRequest,
): Promise<DeliveryClaim[]> {
  return db.write(async (transaction) => {
    if (intervalMs > 0 && (await lockPace(db, transaction, lane)) > nowMs) return [];
    const due = await db.locks
      .readingUnlocked(
        transaction
          .selectFrom("deliveries")
          .select("delivery_id")
          .where("status", "=", "waiting")
          .where("lane", "=", lane)
          .where("next_at", "<=", nowMs)
          .orderBy("next_at")
          .limit(limit),
      )
      .execute();
    if (due.length === 0) return [];
    const ids = due.map(({ delivery_id }) => delivery_id);
    const claims = await transaction
      .updateTable("deliveries")
      .set((eb) => ({
        status: "sending",
        claim_token: token,
        claimed_until: claimedUntilMs,
        attempts: eb("attempts", "+", 1),
      }))
      .where("delivery_id", "in", ids)
      .returningAll()
      .execute();
    if (intervalMs > 0) await setPace(transaction, lane, nowMs + intervalMs * claims.length);
    return claims as DeliveryClaim[];
  });
}

async function lockPace(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  lane: string,
): Promise<number> {
  await transaction
    .insertInto("provider_paces")
    .values({ pace_key: lane, next_at: 0 })
    .onConflict((conflict) => conflict.column("pace_key").doNothing())
    .execute();
  const row = transaction.selectFrom("provider_paces").select("next_at").where("pace_key", "=", lane);
  return (await locks.reading(row).executeTakeFirstOrThrow()).next_at;
}

async function setPace(transaction: WriteTransaction, lane: string, nextAtMs: number): Promise<void> {
  await transaction
    .updateTable("provider_paces")
    .set({ next_at: nextAtMs })
    .where("pace_key", "=", lane)
    .execute();
}

/** Keeps a whole lane waiting, as its provider has asked. */
export async function slowLane(db: Pick<Database, "write">, lane: string, untilMs: number): Promise<void> {
  await db.write(async (transaction) => {
    await transaction
      .insertInto("provider_paces")
      .values({ pace_key: lane, next_at: untilMs })
      .onConflict((conflict) =>
        conflict
          .column("pace_key")
          .doUpdateSet({ next_at: untilMs })
          .where("provider_paces.next_at", "<", untilMs),
      )
      .execute();
  });
}

/** Records what became of a claimed delivery. @returns false where another worker has taken it */
export function recordDelivery(
  db: Pick<Database, "write">,
  claim: Pick<DeliveryClaim, "delivery_id" | "claim_token">,
  record: DeliveryRecord,
  nowMs: number,
): Promise<boolean> {
  const { status, answer, nextAtMs, step, ref, mayRepeat, subject } = record;
  return db.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("deliveries")
      .set({
        status,
        answer,
        claim_token: null,
        claimed_until: null,
        ended_at: status === "waiting" ? null : nowMs,
        ...(nextAtMs === undefined ? {} : { next_at: nextAtMs }),
        ...(step === undefined ? {} : { step }),
        ...(ref === undefined ? {} : { provider_ref: ref }),
        ...(mayRepeat === true ? { may_repeat: 1 } : {}),
        ...(subject === undefined ? {} : { subject: JSON.stringify(subject) }),
      })
      .where("delivery_id", "=", claim.delivery_id)
      .where("claim_token", "=", claim.claim_token)
      .where("status", "=", "sending")
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/** Frees messages whose worker has ended without a word. They may have been sent, and say so from then on. */
export async function freeExpired(
  db: Pick<Database, "reader" | "write">,
  { nowMs, nextAtMs, answer }: { nowMs: number; nextAtMs: number; answer: string },
): Promise<void> {
  const expired = await db.reader
    .selectFrom("deliveries")
    .select("delivery_id")
    .where("status", "=", "sending")
    .where("claimed_until", "<=", nowMs)
    .limit(1)
    .executeTakeFirst();
  if (expired === undefined) return;
  await db.write(async (transaction) => {
    await transaction
      .updateTable("deliveries")
      .set((eb) => ({
        status: eb.case().when("give_up_at", "<=", nowMs).then("failed").else("waiting").end(),
        ended_at: eb.case().when("give_up_at", "<=", nowMs).then(nowMs).else(null).end(),
        next_at: nextAtMs,
        may_repeat: 1,
        answer,
        claim_token: null,
        claimed_until: null,
      }))
      .where("status", "=", "sending")
      .where("claimed_until", "<=", nowMs)
      .execute();
  });
}
