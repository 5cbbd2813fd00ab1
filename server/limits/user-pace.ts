import type { Clock } from "../../src/domain/clock.ts";
import { MINUTE_MS } from "../../src/domain/time.ts";
import { throttled } from "../http/api-error.ts";
import { TokenBuckets } from "./token-bucket.ts";

/**
 * The calls of users that cost the server much or leave rows behind for good: how many a user may make at once, and how
 * often one more. A whole fleet can be entered in one go.
 */
const PACES = {
  /** Decodes a picture of up to 100 million pixels. */
  image: { atOnce: 20, everyMs: MINUTE_MS / 2 },
  /** Reads all that an account has. */
  export: { atOnce: 20, everyMs: MINUTE_MS },
  /** Leaves a row, which stays when the Sentinel is given up. */
  device: { atOnce: 10_000, everyMs: MINUTE_MS / 4 },
  /** Leaves rows, which stay when the update is dropped. */
  update: { atOnce: 2_000, everyMs: MINUTE_MS / 4 },
  /** A Sentinel of an update: one row each, which stays too. A large fleet can be updated twenty times in one go. */
  updateTarget: { atOnce: 100_000, everyMs: 1_000 },
} as const;

export type PacedCall = keyof typeof PACES;

/** Limits each user by themselves in calls of one kind. */
export class UserPace {
  readonly #buckets: TokenBuckets;

  constructor(clock: Clock, call: PacedCall) {
    const { atOnce, everyMs } = PACES[call];
    this.#buckets = new TokenBuckets(clock, atOnce, everyMs);
  }

  /** Counts a call of a user, or several at a time. @throws ApiError throttled */
  begin(userId: number, calls = 1): void {
    const key = String(userId);
    const waitS = this.#buckets.waitS(key);
    if (waitS > 0) throw throttled(waitS);
    this.#buckets.take(key, calls);
  }
}
