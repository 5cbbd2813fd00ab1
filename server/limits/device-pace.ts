import type { Clock } from "../../src/domain/clock.ts";
import { throttled } from "../http/api-error.ts";
import { TokenBuckets } from "./token-bucket.ts";

/** Calls that one Sentinel may make at once, and how often one more, so that a backlog of photographs passes. */
const CALLS_AT_ONCE = 600;
const A_CALL_EVERY_MS = 50;
/** The same for insights: twenty full calls at once, then one full call in two seconds. */
const INSIGHTS_AT_ONCE = 20_000;
const AN_INSIGHT_EVERY_MS = 2;
/** Concurrent calls of one Sentinel: each holds its body in memory or a file open. */
const CALLS_UNDER_WAY = 8;

/** Limits each Sentinel by itself, so that one that floods the server does not slow down the others. */
export class DevicePace {
  readonly #calls: TokenBuckets;
  readonly #insights: TokenBuckets;
  readonly #underWay = new Map<number, number>();

  constructor(clock: Clock) {
    this.#calls = new TokenBuckets(clock, CALLS_AT_ONCE, A_CALL_EVERY_MS);
    this.#insights = new TokenBuckets(clock, INSIGHTS_AT_ONCE, AN_INSIGHT_EVERY_MS);
  }

  /**
   * Counts a call before its body is read.
   *
   * @returns a function to call when it has ended
   * @throws ApiError throttled
   */
  begin(deviceRef: number): () => void {
    const key = String(deviceRef);
    const waitS = Math.max(this.#calls.waitS(key), this.#insights.waitS(key));
    if (waitS > 0) throw throttled(waitS);
    const underWay = this.#underWay.get(deviceRef) ?? 0;
    if (underWay >= CALLS_UNDER_WAY) throw throttled(1);
    this.#calls.take(key);
    this.#underWay.set(deviceRef, underWay + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const left = (this.#underWay.get(deviceRef) ?? 1) - 1;
      if (left > 0) this.#underWay.set(deviceRef, left);
      else this.#underWay.delete(deviceRef);
    };
  }

  /**
   * Counts the insights of an accepted call. They may exceed the capacity; then the next call is throttled until it
   * is refilled.
   */
  countInsights(deviceRef: number, insights: number): void {
    this.#insights.take(String(deviceRef), insights);
  }
}
