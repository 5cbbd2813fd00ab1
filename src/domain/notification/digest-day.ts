import { lastLocalHour, localDay } from "./local-time.ts";

/** The hours that one digest tells of. */
export interface DigestDay {
  /** The day on which it is sent, in the zone of its reader: `2026-11-21`. One digest a day. */
  readonly day: string;
  /** From the hour of the digest before, inclusive, epoch ms. */
  readonly fromMs: number;
  /** To its own hour, exclusive, epoch ms. */
  readonly toMs: number;
}

/** The digest that is due at a moment: the newest whose hour has come. */
export function dueDigest(nowMs: number, timeZone: string, digestHour: number): DigestDay {
  const toMs = lastLocalHour(timeZone, digestHour, nowMs);
  return {
    day: localDay(timeZone, toMs),
    fromMs: lastLocalHour(timeZone, digestHour, toMs - 1),
    toMs,
  };
}
