import type { Clock } from "../../src/domain/clock.ts";

/** How many keys are remembered; the least recently used are forgotten. */
const MAX_KEYS = 50_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Allows `capacity` attempts at once and one more every `refillMs`, for each key by itself. A refused attempt
 * takes nothing, so that repeated attempts do not lengthen the wait. The counts are in memory, for what is asked too often
 * for a row in the database.
 */
export class TokenBuckets {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #refillMs: number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param clock one that goes on when the system's is set */
  constructor(clock: Clock, capacity: number, refillMs: number) {
    this.#clock = clock;
    this.#capacity = capacity;
    this.#refillMs = refillMs;
  }

  /** Seconds until an attempt is possible; 0: now. */
  waitS(key: string): number {
    const { tokens } = this.#read(key);
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) * this.#refillMs) / 1000));
  }

  /** Takes one token or several. The count may become negative and is then refilled first. */
  take(key: string, attempts = 1): void {
    const bucket = this.#read(key);
    bucket.tokens -= attempts;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MAX_KEYS) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    }
  }

  #read(key: string): Bucket {
    const nowMs = this.#clock.now();
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return { tokens: this.#capacity, atMs: nowMs };
    const refilled = bucket.tokens + (nowMs - bucket.atMs) / this.#refillMs;
    return { tokens: Math.min(this.#capacity, refilled), atMs: nowMs };
  }
}
