import { DAY_MS, MINUTE_MS } from "../../src/domain/time.ts";
import { DELIVERY_SENTENCES } from "../../src/messages/server/delivery.ts";
import type { Dependencies } from "../dependencies.ts";
import {
  deleteEnded,
  deleteOldVisits,
  dropWaiting,
  readMeta,
  shiftTimes,
  writeMeta,
} from "./upkeep-repository.ts";
import { deleteEndedUses } from "./use-limit-repository.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

const GENERATION_KEY = "delivery_generation";
const CLOCK_KEY = "delivery_clock";
/** How often the clock is noted, and from which difference on it counts as set back. */
const CLOCK_NOTED_EVERY_MS = MINUTE_MS;
const SET_BACK_MS = 5 * MINUTE_MS;
/** How long the log of messages goes back. */
const KEPT_DAYS = 90;
const ROWS_A_SWEEP = 500;

/**
 * After a backup was restored, drops what waits in it: it may have been sent since the backup was made.
 *
 * @returns whether it was restored
 */
export async function dropAfterRestore({ db, clock }: Needs): Promise<boolean> {
  const generation = await db.feed.generation();
  const known = await readMeta(db.reader, GENERATION_KEY);
  if (known === generation) return false;
  return db.write(async (transaction) => {
    // Another server may have been faster.
    const before = await readMeta(transaction, GENERATION_KEY);
    if (before === generation) return false;
    if (before !== null) await dropWaiting(transaction, DELIVERY_SENTENCES.restored, clock.now());
    await writeMeta(transaction, GENERATION_KEY, generation);
    return before !== null;
  });
}

/** After the server's clock was set back, moves the times of what waits with it: it would wait for them again. */
export async function followClock({ db, clock }: Needs): Promise<void> {
  const nowMs = clock.now();
  const noted = Number((await readMeta(db.reader, CLOCK_KEY)) ?? Number.NaN);
  const passedMs = nowMs - noted;
  if (passedMs > -SET_BACK_MS && passedMs < CLOCK_NOTED_EVERY_MS) return;
  await db.write(async (transaction) => {
    const before = Number((await readMeta(transaction, CLOCK_KEY)) ?? nowMs);
    if (nowMs - before <= -SET_BACK_MS) await shiftTimes(transaction, nowMs - before);
    await writeMeta(transaction, CLOCK_KEY, String(nowMs));
  });
}

/** Deletes messages from the log that ended long ago, and visits that are over. */
export async function sweepDeliveries({
  db,
  clock,
  steadyClock,
}: Needs & Pick<Dependencies, "steadyClock">): Promise<void> {
  const beforeMs = clock.now() - KEPT_DAYS * DAY_MS;
  await db.write((transaction) => deleteOldVisits(transaction, clock.now() - DAY_MS));
  await db.write((transaction) => deleteEndedUses(transaction, steadyClock.now()));
  while ((await db.write((transaction) => deleteEnded(transaction, beforeMs, ROWS_A_SWEEP))) > 0);
}
