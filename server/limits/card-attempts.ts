import type { Clock } from "../../src/domain/clock.ts";
import { throttled } from "../http/api-error.ts";
import { TokenBuckets } from "./token-bucket.ts";

const ATTEMPTS_AT_ONCE = 10;
const AN_ATTEMPT_EVERY_MS = 5 * 60_000;

/** Limits how often a user sets a card, so that an account cannot be used to find out which stolen cards work. */
export class CardAttempts {
  readonly #attempts: TokenBuckets;

  constructor(clock: Clock) {
    this.#attempts = new TokenBuckets(clock, ATTEMPTS_AT_ONCE, AN_ATTEMPT_EVERY_MS);
  }

  /** @throws ApiError throttled */
  begin(userId: number): void {
    const key = String(userId);
    const waitS = this.#attempts.waitS(key);
    if (waitS > 0) throw throttled(waitS);
    this.#attempts.take(key);
  }
}
