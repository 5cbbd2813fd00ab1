import { MINUTE_MS } from "../../../src/domain/time.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { throttled } from "../../http/api-error.ts";
import { hashSecret } from "../sessions/token.ts";
import {
  deleteLevels,
  findLevels,
  type Level,
  lockLevels,
  shiftLevel,
  storeLevels,
  sweepLevels,
} from "./repository.ts";

/** `capacity` attempts at once, and one more every `refillMs`. */
export interface AttemptRule {
  readonly name: string;
  readonly capacity: number;
  readonly refillMs: number;
}

/** The attempts of one subject under one rule. */
export interface Bucket {
  readonly key: string;
  readonly rule: AttemptRule;
}

/** Buckets of which an attempt takes one each. It is refused where one of them is empty. */
export type Way = readonly Bucket[];

const SWEEP_EVERY_MS = MINUTE_MS;
/** How many buckets that are not full are kept; of more, those that have the least to wait for are forgotten. */
export const MOST_BUCKETS = 100_000;
const KEY_LENGTH = 32;

/**
 * The bucket that a rule has for a subject. Its key is a hash: it has one length whatever was sent, and shows no e-mail
 * and no address.
 */
export function bucketOf(rule: AttemptRule, ...subject: readonly string[]): Bucket {
  return { key: `${rule.name}:${hashSecret(subject.join("\n")).slice(0, KEY_LENGTH)}`, rule };
}

/**
 * Counts attempts in the database, so that neither a restart nor a second server begins anew. A refused attempt takes
 * nothing and writes nothing, so that knocking neither lengthens the wait nor fills the disk.
 *
 * Each row says when its bucket is full again, by the steady clock of this process. After a restart that clock begins
 * with the system's time. If the time was set back meanwhile, a row may name a time further off than its bucket can be
 * empty; it then counts as empty once, from now on.
 */
export class AttemptBuckets {
  readonly #db: Dependencies["db"];
  readonly #clock: Dependencies["steadyClock"];
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor({ db, steadyClock }: Pick<Dependencies, "db" | "steadyClock">) {
    this.#db = db;
    this.#clock = steadyClock;
  }

  /** Takes nothing. @throws ApiError throttled where no way is open now */
  async refuseEmpty(ways: readonly Way[]): Promise<void> {
    const nowMs = this.#clock.now();
    const levels = await findLevels(this.#db.reader, keysOf(ways));
    const tooFar = ways.flat().filter((bucket) => storedOf(bucket, levels, nowMs) > latestOf(bucket, nowMs));
    if (tooFar.length > 0) {
      const ended = tooFar.map((bucket) => ({ bucket_key: bucket.key, full_at: latestOf(bucket, nowMs) }));
      await this.#db.write((transaction) => storeLevels(transaction, ended));
    }
    openWay(ways, levels, nowMs);
  }

  /**
   * Takes one attempt of each bucket of the first way that is open.
   * @returns that way, for `giveBack`
   * @throws ApiError throttled where none is
   */
  async take(ways: readonly Way[]): Promise<Way> {
    await this.#sweep();
    return this.#db.write(async (transaction) => {
      const nowMs = this.#clock.now();
      const levels = await lockLevels(transaction, keysOf(ways), nowMs);
      const way = openWay(ways, levels, nowMs);
      const taken = way.map((bucket) => ({
        bucket_key: bucket.key,
        full_at: fullAt(bucket, levels, nowMs) + bucket.rule.refillMs,
      }));
      await storeLevels(transaction, taken);
      return way;
    });
  }

  /** @throws ApiError throttled */
  async takeOrRefuse(way: Way): Promise<void> {
    await this.refuseEmpty([way]);
    await this.take([way]);
  }

  /** Uncounts an attempt. */
  async giveBack(transaction: WriteTransaction, way: Way): Promise<void> {
    for (const { key, rule } of inOrder(way)) await shiftLevel(transaction, key, -rule.refillMs);
  }

  /** Fills buckets. */
  async refill(transaction: WriteTransaction, buckets: readonly Bucket[]): Promise<void> {
    await deleteLevels(
      transaction,
      buckets.map(({ key }) => key),
    );
  }

  /** Deletes rows that say nothing any more, at most once a minute. */
  async #sweep(): Promise<void> {
    const nowMs = this.#clock.now();
    if (nowMs - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = nowMs;
    await this.#db.write((transaction) => sweepLevels(transaction, nowMs, MOST_BUCKETS));
  }
}

function keysOf(ways: readonly Way[]): string[] {
  return [...new Set(ways.flat().map(({ key }) => key))];
}

function inOrder(way: Way): Bucket[] {
  return [...way].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** @throws ApiError throttled until the first way is open again */
function openWay(ways: readonly Way[], levels: readonly Level[], nowMs: number): Way {
  const waitsMs = ways.map((way) => Math.max(...way.map((bucket) => waitMs(bucket, levels, nowMs))));
  const open = ways[waitsMs.findIndex((wait) => wait <= 0)];
  if (open === undefined) throw throttled(Math.ceil(Math.min(...waitsMs) / 1000));
  return open;
}

/** How long until the bucket holds an attempt; not positive: it does now. */
function waitMs(bucket: Bucket, levels: readonly Level[], nowMs: number): number {
  return fullAt(bucket, levels, nowMs) + bucket.rule.refillMs - latestOf(bucket, nowMs);
}

/** When the bucket is full: now, or as the row says, but not later than one that is empty now. */
function fullAt(bucket: Bucket, levels: readonly Level[], nowMs: number): number {
  return Math.min(Math.max(storedOf(bucket, levels, nowMs), nowMs), latestOf(bucket, nowMs));
}

function storedOf({ key }: Bucket, levels: readonly Level[], nowMs: number): number {
  return levels.find(({ bucket_key }) => bucket_key === key)?.full_at ?? nowMs;
}

/** When a bucket is full that is empty now. */
function latestOf({ rule }: Bucket, nowMs: number): number {
  return nowMs + rule.capacity * rule.refillMs;
}
