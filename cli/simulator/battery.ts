import type { Random } from "../../server/demo/random.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/time.ts";

/** Volts below which a Sentinel sends nothing. */
const DEAD = 2.95;
const FRESH = 4.15;
const VOLTS_A_FRAME = 0.00015;

/** The batteries of one Sentinel: they run down, faster in frost, until they are changed. */
export class Battery {
  readonly #random: Random;
  readonly #voltsADay: number;
  #volts: number;
  #readAtMs: number;
  /** When they will be changed; null while they last. */
  #changedAtMs: number | null = null;

  constructor(start: { volts: number; voltsADay: number; atMs: number }, random: Random) {
    this.#volts = start.volts;
    this.#voltsADay = start.voltsADay;
    this.#readAtMs = start.atMs;
    this.#random = random;
  }

  /** Volts at this moment, a little less by night; null while they are empty. */
  read(atMs: number): number | null {
    this.#volts -= (this.#voltsADay * (atMs - this.#readAtMs)) / DAY_MS;
    this.#readAtMs = atMs;
    if (this.#volts <= DEAD) {
      this.#changedAtMs ??= atMs + Math.round(this.#random.between(36, 200)) * HOUR_MS;
      return null;
    }
    const isNight = ((atMs / HOUR_MS) % 24) - 12 > 8;
    return Math.round((this.#volts - (isNight ? 0.03 : 0) + this.#random.bell() * 0.008) * 1000) / 1000;
  }

  spend(frames: number): void {
    this.#volts -= frames * VOLTS_A_FRAME;
  }

  /** Whether empty ones were just changed; the clock was lost with them. */
  isChanged(atMs: number): boolean {
    if (this.#changedAtMs === null || atMs < this.#changedAtMs) return false;
    this.#changedAtMs = null;
    this.#volts = FRESH;
    this.#readAtMs = atMs;
    return true;
  }
}
