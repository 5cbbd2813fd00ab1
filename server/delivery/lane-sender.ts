import { findDueLanes } from "./delivery-repository.ts";
import { PACES } from "./paces.ts";
import { type SendNeeds, type SendOptions, sendLane } from "./send-deliveries.ts";
import type { Platform } from "./sender.ts";

/**
 * Sends from the lanes of users side by side, in turn. A lane whose provider is slow keeps one of the places, and delays
 * no other lane.
 */
export class LaneSender {
  readonly #needs: SendNeeds;
  readonly #platform: Platform;
  readonly #options: SendOptions;
  /** Lanes from which messages are under way. */
  readonly #busy = new Map<string, Promise<void>>();
  /** Lanes that are due and have no place yet, in their order. */
  readonly #waiting = new Set<string>();

  constructor(needs: SendNeeds, platform: Platform, options: SendOptions) {
    this.#needs = needs;
    this.#platform = platform;
    this.#options = options;
  }

  /** Finds lanes that are due and begins with them; does not wait for their providers. */
  async look(): Promise<void> {
    const { db, clock } = this.#needs;
    for (const lane of await findDueLanes(db.reader, this.#platform, clock.now())) {
      if (!this.#busy.has(lane)) this.#waiting.add(lane);
    }
    this.#fill();
  }

  /** Resolves when nothing is under way; nothing more begins after the signal of the options. */
  async ended(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values());
  }

  #fill(): void {
    const { lanes } = (this.#options.paces ?? PACES)[this.#platform];
    for (const lane of this.#waiting) {
      if (this.#busy.size >= lanes || this.#options.signal?.aborted) return;
      this.#waiting.delete(lane);
      this.#busy.set(lane, this.#send(lane));
    }
  }

  async #send(lane: string): Promise<void> {
    const { atOnce, intervalMs } = (this.#options.paces ?? PACES)[this.#platform];
    let claimed = 0;
    try {
      claimed = await sendLane(this.#needs, this.#platform, lane, this.#options);
    } catch (error) {
      this.#options.onError?.(error);
    }
    this.#busy.delete(lane);
    // The lane may hold more; with a pace of its own it is found again when that allows.
    if (claimed === atOnce && intervalMs === 0) this.#waiting.add(lane);
    this.#fill();
  }
}
