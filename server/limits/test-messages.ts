import type { Clock } from "../../src/domain/clock.ts";
import { HOUR_MS } from "../../src/domain/time.ts";
import { throttled } from "../http/api-error.ts";
import { TokenBuckets } from "./token-bucket.ts";

const TESTS_AN_HOUR = 5;

/** Limits how often a user sends a test message. */
export class TestMessages {
  readonly #tests: TokenBuckets;

  constructor(clock: Clock) {
    this.#tests = new TokenBuckets(clock, TESTS_AN_HOUR, HOUR_MS / TESTS_AN_HOUR);
  }

  /** @throws ApiError throttled */
  begin(userId: number): void {
    const key = String(userId);
    const waitS = this.#tests.waitS(key);
    if (waitS > 0) throw throttled(waitS);
    this.#tests.take(key);
  }
}
