import { DAY_MS } from "../../src/domain/time.ts";
import type { Dependencies } from "../dependencies.ts";
import { PartFolder } from "../files/part-folder.ts";
import { evaluateDueAlerts } from "./alert-evaluation.ts";
import { applyBulkUpdate, ClaimLost } from "./apply-bulk-update.ts";
import { claimBulkUpdate, renewClaim } from "./bulk-update-queue.ts";
import { type BulkUpdateClaim, hasOpenBulkUpdates } from "./bulk-update-repository.ts";
import { clearDevicesOnce, removeUnusedFiles } from "./clear-devices.ts";
import { deleteDueAccounts } from "./delete-accounts.ts";
import { sweepAnsweredKeys, sweepBulkUpdates } from "./sweep-answered-keys.ts";
import { sweepAudit } from "./sweep-audit.ts";
import { sweepFeedMarks, sweepReplacedDecisions, sweepTombstones } from "./sweep-tombstones.ts";
import { sweepUploads } from "./sweep-uploads.ts";

export interface JobRunnerOptions {
  /** How often the queue is polled; other processes fill it too. */
  readonly pollMs?: number;
  /** How long a claim holds without a renewal; then another worker may take the job. */
  readonly leaseMs?: number;
  /** The wait before a failed job is tried again. */
  readonly retryMs?: number;
  /** Called with the error of each job that failed; the job is tried again. */
  readonly onError?: (error: unknown) => void;
}

type Needs = Pick<Dependencies, "db" | "clock" | "ids" | "config" | "photos" | "payments">;

const POLL_MS = 5_000;
const LEASE_MS = 15_000;
const RETRY_MS = 1_000;
const SWEEP_EVERY_MS = DAY_MS;

/**
 * Runs the durable jobs of the database, one at a time. Several runners, in one process or in many, share one queue.
 * A job has two steps, `claim` and `apply`; `runOnce` does both, `start` repeats it.
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

  /** Stops after the current job. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endSleep();
    await this.#loop;
    this.#loop = null;
  }

  /** Ends the wait for the next poll. Without effect on a runner that was not started. */
  wake(): void {
    this.#woken = true;
    this.#endSleep();
  }

  /** Claims and applies the next job. @returns whether there was one */
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

  /** Claims the next job. Null: there is none that can be claimed now. */
  async claim(): Promise<BulkUpdateClaim | null> {
    const { db, clock, ids } = this.#deps;
    const nowMs = clock.now();
    if (!(await hasOpenBulkUpdates(db, nowMs))) return null;
    return claimBulkUpdate(db, { token: ids.uuid(), nowMs, leaseMs: this.#leaseMs });
  }

  /** Renews the claim of a job. @returns false where another worker has taken it */
  renew(claim: BulkUpdateClaim): Promise<boolean> {
    const { db, clock } = this.#deps;
    return renewClaim(db, claim, clock.now() + this.#leaseMs);
  }

  /** Applies a claimed job. @throws ClaimLost where another worker has taken it */
  async apply(claim: BulkUpdateClaim): Promise<void> {
    const { db, clock } = this.#deps;
    const nowMs = clock.now();
    await applyBulkUpdate(db, claim, { nowMs, claimedUntilMs: nowMs + this.#leaseMs });
  }

  /** Deletes expired rows and files, once a day. */
  async sweep(): Promise<void> {
    const { db, clock, config } = this.#deps;
    const nowMs = clock.now();
    if (nowMs - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = nowMs;
    await sweepTombstones(db, nowMs);
    await sweepFeedMarks(db, nowMs);
    await sweepReplacedDecisions(db, nowMs);
    await sweepAnsweredKeys(db, nowMs);
    await sweepBulkUpdates(db, nowMs);
    await sweepAudit(db, nowMs, config.auditDays);
    await sweepUploads(db, new PartFolder(config.dataDir), nowMs);
  }

  /** Deletes one slice of what cleared Sentinels have left. @returns whether there was anything */
  async clearDevices(): Promise<boolean> {
    const cleared = await clearDevicesOnce(this.#deps);
    return cleared || (await removeUnusedFiles(this.#deps)) > 0;
  }

  /** Evaluates the alerts of all Sentinels, every few minutes over all runners of the database. */
  evaluateAlerts(): Promise<boolean> {
    const { db, clock } = this.#deps;
    return evaluateDueAlerts(db, clock.now());
  }

  /** Deletes the accounts whose days of grace are over. */
  deleteAccounts(): Promise<number> {
    return deleteDueAccounts(this.#deps, this.#deps.clock.now());
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const failed = (error: unknown) => {
        this.#onError(error);
        return false;
      };
      const applied = await this.runOnce().catch(failed);
      const cleared = await this.clearDevices().catch(failed);
      const worked = applied || cleared;
      // A queue that is never empty must not keep silence from being noticed.
      await this.evaluateAlerts().catch(this.#onError);
      await this.deleteAccounts().catch(this.#onError);
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

  /** Renews the claim while a job waits for the database, one renewal at a time. */
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

  /** A failed job stays claimed for a moment, so that the runner does not retry it in a busy loop. */
  async #tryAgainLater(claim: BulkUpdateClaim): Promise<void> {
    const { db, clock } = this.#deps;
    await renewClaim(db, claim, clock.now() + this.#retryMs).catch(this.#onError);
  }
}
