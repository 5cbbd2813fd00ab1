import { DAY_MS } from "../../src/domain/time.ts";
import type { Dependencies } from "../dependencies.ts";
import { PartFolder } from "../files/part-folder.ts";
import { applyBulkUpdate, ClaimLost } from "./apply-bulk-update.ts";
import { claimBulkUpdate, renewClaim } from "./bulk-update-queue.ts";
import { type BulkUpdateClaim, hasOpenBulkUpdates } from "./bulk-update-repository.ts";
import { sweepAnsweredKeys } from "./sweep-answered-keys.ts";
import { sweepTombstones } from "./sweep-tombstones.ts";
import { sweepUploads } from "./sweep-uploads.ts";

export interface JobRunnerOptions {
  /** How often the queue is looked at when nobody wakes the runner: other processes fill it too. */
  readonly pollMs?: number;
  /** How long a claim holds without a sign of life; then another worker takes the job. */
  readonly leaseMs?: number;
  /** After how long a job that failed is tried again. */
  readonly retryMs?: number;
  /** Told of jobs that failed; they are tried again. */
  readonly onError?: (error: unknown) => void;
}

type Needs = Pick<Dependencies, "db" | "clock" | "ids" | "config">;

const POLL_MS = 5_000;
const LEASE_MS = 15_000;
const RETRY_MS = 1_000;
const SWEEP_EVERY_MS = DAY_MS;

/**
 * Works through the durable jobs of the database, one at a time. Several runners, in one process or in many,
 * share one queue. A job goes through two steps, `claim` and `apply`; `runOnce` does both, `start` does it for
 * as long as there is work.
 */
export class JobRunner {
  readonly #deps: Needs;
  readonly #pollMs: number;
  readonly #leaseMs: number;
  readonly #retryMs: number;
  readonly #onError: (error: unknown) => void;
  #loop: Promise<void> | null = null;
  #stopping = false;
  #woken = false;
  #sweptAtMs = Number.NEGATIVE_INFINITY;
  #endSleep: () => void = () => undefined;

  constructor(deps: Needs, options: JobRunnerOptions = {}) {
    this.#deps = deps;
    this.#pollMs = options.pollMs ?? POLL_MS;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#retryMs = options.retryMs ?? RETRY_MS;
    this.#onError = options.onError ?? (() => undefined);
  }

  start(): void {
    if (this.#loop !== null) return;
    this.#stopping = false;
    this.#loop = this.#run();
  }

  /** Ends after the job in hand. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endSleep();
    await this.#loop;
    this.#loop = null;
  }

  /** Says that there is a new job; a runner that was not started leaves it. */
  wake(): void {
    this.#woken = true;
    this.#endSleep();
  }

  /** Takes the next job and does it. @returns whether there was one */
  async runOnce(): Promise<boolean> {
    const claim = await this.claim();
    if (claim === null) return false;
    const stopRenewing = this.#keepRenewing(claim);
    try {
      await this.apply(claim);
    } catch (error) {
      if (!(error instanceof ClaimLost)) {
        this.#onError(error);
        await this.#tryAgainLater(claim);
      }
    } finally {
      stopRenewing();
    }
    return true;
  }

  /** Takes the next job, which then says that it is being processed. Null: nothing can be taken now. */
  async claim(): Promise<BulkUpdateClaim | null> {
    const { db, clock, ids } = this.#deps;
    const nowMs = clock.now();
    if (!(await hasOpenBulkUpdates(db, nowMs))) return null;
    return claimBulkUpdate(db, { token: ids.uuid(), nowMs, leaseMs: this.#leaseMs });
  }

  /** Gives a sign of life for a job in hand. @returns false where another worker has taken it */
  renew(claim: BulkUpdateClaim): Promise<boolean> {
    const { db, clock } = this.#deps;
    return renewClaim(db, claim, clock.now() + this.#leaseMs);
  }

  /** Does a job in hand. @throws ClaimLost where another worker has taken it */
  async apply(claim: BulkUpdateClaim): Promise<void> {
    const { db, clock } = this.#deps;
    const nowMs = clock.now();
    await applyBulkUpdate(db, claim, { nowMs, claimedUntilMs: nowMs + this.#leaseMs });
  }

  /** Clears away what nobody needs any more, once a day. */
  async sweep(): Promise<void> {
    const { db, clock, config } = this.#deps;
    const nowMs = clock.now();
    if (nowMs - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = nowMs;
    await sweepTombstones(db, nowMs);
    await sweepAnsweredKeys(db, nowMs);
    await sweepUploads(db, new PartFolder(config.dataDir), nowMs);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const worked = await this.runOnce().catch((error: unknown) => {
        this.#onError(error);
        return false;
      });
      if (!worked) await this.sweep().catch(this.#onError);
      if (!worked && !this.#woken && !this.#stopping) await this.#sleep();
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pollMs);
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** While a job waits for the database its claim is kept alive, one renewal at a time. */
  #keepRenewing(claim: BulkUpdateClaim): () => void {
    let isRenewing = false;
    const timer = setInterval(() => {
      if (isRenewing) return;
      isRenewing = true;
      this.renew(claim)
        .catch(() => undefined)
        .finally(() => {
          isRenewing = false;
        });
    }, this.#leaseMs / 3);
    return () => clearInterval(timer);
  }

  /** A job that failed stays claimed for a moment, so that the runner does not spin on it. */
  async #tryAgainLater(claim: BulkUpdateClaim): Promise<void> {
    const { db, clock } = this.#deps;
    await renewClaim(db, claim, clock.now() + this.#retryMs).catch(this.#onError);
  }
}
