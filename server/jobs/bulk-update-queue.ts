import { BLOCKED_AFTER_MS, BULK_STATUS } from "../../src/domain/bulk-update.ts";
import type { Database } from "../db/database.ts";
import {
  type BulkUpdateClaim,
  devicesOf,
  findOpenBulkUpdates,
  isUnlocked,
  lockQueue,
  moveClaim,
  type OpenBulkUpdate,
  readLastServed,
  setBlocked,
  setClaimed,
  setLastServed,
} from "./bulk-update-repository.ts";

/**
 * Claims a bulk update that nothing blocks: one whose claim has expired, or one that waits. Users take turns, so that
 * one who sent many does not hold up all others; of one user, the oldest comes first. Bulk updates of the same
 * Sentinels run one after the other, in the order in which they came, whoever sent them; one that has waited for its
 * Sentinels for over a minute ends as blocked.
 */
export async function claimBulkUpdate(
  db: Database,
  claim: { token: string; nowMs: number; leaseMs: number },
): Promise<BulkUpdateClaim | null> {
  return db.write(async (transaction) => {
    await lockQueue(transaction, claim.token);
    const open = await findOpenBulkUpdates(transaction);
    /** Since when a running bulk update holds each Sentinel. */
    const heldSince = new Map<string, number>();
    for (const update of open.filter(({ status }) => status === BULK_STATUS.processing)) {
      const isExpired = (update.claimed_until ?? 0) <= claim.nowMs;
      if (isExpired && (await isUnlocked(db, transaction, update.bulk_id))) {
        return setClaimed(transaction, update, claim);
      }
      const sinceMs = update.started_at ?? update.created_at;
      for (const device of await devicesOf(transaction, update)) heldSince.set(device, sinceMs);
    }
    const queued = new Set<string>();
    /** Of each user the oldest that could run now. */
    const ready = new Map<number, OpenBulkUpdate>();
    for (const update of open.filter(({ status }) => status === BULK_STATUS.waiting)) {
      const devices = await devicesOf(transaction, update);
      const holds = devices.flatMap((device) => heldSince.get(device) ?? []);
      if (holds.length === 0 && !devices.some((device) => queued.has(device)) && !ready.has(update.user_id)) {
        ready.set(update.user_id, update);
      }
      if (holds.some((sinceMs) => claim.nowMs - Math.max(sinceMs, update.created_at) > BLOCKED_AFTER_MS)) {
        await setBlocked(transaction, update.bulk_id, claim.nowMs);
        continue;
      }
      for (const device of devices) queued.add(device);
    }
    const last = await readLastServed(transaction);
    const users = [...ready.keys()].sort((a, b) => a - b);
    const next = ready.get(users.find((userId) => userId > last) ?? users[0] ?? 0);
    if (next === undefined) return null;
    await setLastServed(transaction, next.user_id);
    return setClaimed(transaction, next, claim);
  });
}

/** Extends a claim. @returns false where it was lost */
export function renewClaim(db: Database, claim: BulkUpdateClaim, claimedUntilMs: number): Promise<boolean> {
  return db.write((transaction) => moveClaim(transaction, claim, claimedUntilMs));
}
