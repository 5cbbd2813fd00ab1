import { setMaxListeners } from "node:events";
import { DAY_MS } from "../../src/domain/time.ts";
import type { Dependencies } from "../dependencies.ts";
import { hasLaneOfUser } from "./delivery-repository.ts";
import { DigestPlanner } from "./digest/plan-digests.ts";
import { LaneSender } from "./lane-sender.ts";
import { PACES } from "./paces.ts";
import { planDeliveries } from "./plan-deliveries.ts";
import { freeAbandoned, type SendOptions, sendDue } from "./send-deliveries.ts";
import { PLATFORMS, type Platform } from "./sender.ts";
import { dropAfterRestore, followClock, sweepDeliveries } from "./upkeep.ts";

type Needs = Pick<Dependencies, "db" | "config" | "photos" | "clock" | "steadyClock" | "ids" | "senders">;

export interface DeliveryRunnerOptions extends SendOptions {
  /** How often each queue is polled; other processes fill them too. */
  readonly pollMs?: number;
}

const POLL_MS = 2_000;

/**
 * Plans and sends messages, apart from the jobs of JobRunner: each platform has a loop of its own, so that a slow
 * provider delays no other. Several runners, in one process or in many, share the queues.
 */
export class DeliveryRunner {
  readonly #needs: Needs;
  readonly #options: DeliveryRunnerOptions;
  readonly #ending = new AbortController();
  readonly #sleepers = new Set<() => void>();
  readonly #digests: DigestPlanner;
  #loops: Promise<unknown> | null = null;
  #sweptAtMs: number;

  constructor(needs: Needs, options: DeliveryRunnerOptions = {}) {
    this.#needs = needs;
    // Each message under way listens, and Node takes more than ten listeners for a leak.
    setMaxListeners(0, this.#ending.signal);
    this.#options = { ...options, signal: this.#ending.signal };
    this.#digests = new DigestPlanner(needs);
    // The first sweep comes a day after the start, which is slow enough by itself.
    this.#sweptAtMs = needs.clock.now();
  }

  start(): void {
    if (this.#loops !== null) return;
    const begun = this.#guarded(async () => dropAfterRestore(this.#needs));
    this.#loops = begun.then(() =>
      Promise.all([
        this.#repeat(() => this.plan()),
        ...PLATFORMS.map((platform) =>
          hasLaneOfUser(platform)
            ? this.#sendLanes(platform)
            : this.#repeat(async () => (await this.send(platform)) > 0, this.#turnMs(platform)),
        ),
      ]),
    );
  }

  /** Cuts off messages under way, which are tried again, and ends. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.wake();
    await this.#loops;
  }

  /** Ends the wait for the next poll. Without effect on a runner that was not started. */
  wake(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Decides on messages, and keeps the queues in order. @returns whether there was anything to plan */
  async plan(): Promise<boolean> {
    await followClock(this.#needs);
    await freeAbandoned(this.#needs);
    const planned = await planDeliveries(this.#needs);
    const digests = await this.#digests.plan();
    if (planned || digests > 0) this.wake();
    const nowMs = this.#needs.clock.now();
    if (Math.abs(nowMs - this.#sweptAtMs) >= DAY_MS) {
      this.#sweptAtMs = nowMs;
      await sweepDeliveries(this.#needs);
    }
    return planned || digests > 0;
  }

  /** Sends messages of one platform that are due. @returns how many were taken */
  send(platform: Platform): Promise<number> {
    return sendDue(this.#needs, platform, this.#options);
  }

  /** Plans and sends all that can be now; for tests and commands. */
  async runOnce(): Promise<number> {
    await dropAfterRestore(this.#needs);
    while (await this.plan());
    let sent = 0;
    for (const platform of PLATFORMS) {
      for (;;) {
        const taken = await this.send(platform);
        sent += taken;
        if (taken === 0) break;
      }
    }
    return sent;
  }

  async #sendLanes(platform: Platform): Promise<void> {
    const lanes = new LaneSender(this.#needs, platform, this.#options);
    await this.#repeat(async () => {
      await lanes.look();
      return false;
    });
    await lanes.ended();
  }

  /** How long a full turn keeps a lane of this platform from the next one. */
  #turnMs(platform: Platform): number {
    const { intervalMs, atOnce } = (this.#options.paces ?? PACES)[platform];
    return intervalMs * atOnce;
  }

  /** @param turnMs the first wait after work, where it is shorter than a poll: a lane goes on at its pace */
  async #repeat(work: () => Promise<boolean>, turnMs = Number.POSITIVE_INFINITY): Promise<void> {
    const pollMs = this.#options.pollMs ?? POLL_MS;
    let hasWorked = false;
    while (!this.#ending.signal.aborted) {
      const works = await this.#guarded(work);
      if (!works) await this.#sleep(hasWorked ? Math.min(turnMs, pollMs) : pollMs);
      hasWorked = works;
    }
  }

  async #guarded(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      this.#options.onError?.(error);
      return false;
    }
  }

  #sleep(ms: number): Promise<void> {
    if (this.#ending.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#sleepers.add(wake);
    });
  }
}
