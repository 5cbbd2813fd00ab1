import { type DigestDay, dueDigest } from "../../../src/domain/notification/digest-day.ts";
import { rulesIn } from "../../../src/domain/notification/notification-rules.ts";
import { HOUR_MS } from "../../../src/domain/time.ts";
import type { Dependencies } from "../../dependencies.ts";
import { enqueueDelivery, type NewDelivery } from "../delivery-repository.ts";
import { type DigestReaderRow, findDigestReaders } from "./digest-plan-repository.ts";

/** A digest that could not be sent for this long is given up: the next one is near. */
const GIVE_UP_AFTER_MS = 12 * HOUR_MS;

/** Decides on the digests of each day. Several servers may do so at once: one message a day and address is stored. */
export class DigestPlanner {
  readonly #deps: Pick<Dependencies, "db" | "clock">;
  /** By address, the day of the last digest that this process knows to be stored, so that it asks once a day. */
  readonly #plannedOf = new Map<number, string>();

  constructor(deps: Pick<Dependencies, "db" | "clock">) {
    this.#deps = deps;
  }

  /** Stores the digests that are due. @returns how many were new */
  async plan(): Promise<number> {
    const { db, clock } = this.#deps;
    const nowMs = clock.now();
    let planned = 0;
    for (const reader of await findDigestReaders(db.reader)) {
      const digest = digestFor(reader, nowMs);
      if (digest === null || this.#plannedOf.get(reader.target_id) === digest.dedupeKey) continue;
      const stored = await db.write((transaction) => enqueueDelivery(transaction, digest, nowMs));
      this.#plannedOf.set(reader.target_id, digest.dedupeKey);
      if (stored !== null) planned += 1;
    }
    return planned;
  }
}

/** The newest digest whose hour has come; null where it is too late for it, or where it was not asked for then. */
function digestFor(reader: DigestReaderRow, nowMs: number): NewDelivery | null {
  const { timeZone, digestHour } = rulesIn(reader.rules);
  const due = dueDigest(nowMs, timeZone, digestHour);
  // A person who turns digests on in the afternoon did not ask for the one of the morning.
  if (nowMs >= due.toMs + GIVE_UP_AFTER_MS || reader.updated_at > due.toMs) return null;
  return digestDelivery(reader, due, timeZone);
}

function digestDelivery(
  { user_id, target_id, address }: DigestReaderRow,
  { day, fromMs, toMs }: DigestDay,
  timeZone: string,
): NewDelivery {
  return {
    userId: user_id,
    platform: "email",
    target: address,
    kind: "digest",
    dedupeKey: `digest:${user_id}:${target_id}:${day}`,
    subject: { kind: "digest", fromMs, toMs, timeZone, day, why: { by: "digest" } },
    notBeforeMs: toMs,
    giveUpAtMs: toMs + GIVE_UP_AFTER_MS,
  };
}
