import { ApiError } from "../http/api-error.ts";

const RETRY_AFTER_S = 2;

/**
 * Runs `atOnce` pieces of heavy work and queues `waiting` more. It refuses further ones, so that a flood of sign-ins
 * or photographs exhausts neither the memory nor the threads.
 */
export class WorkGate {
  readonly #atOnce: number;
  readonly #waiting: number;
  readonly #queue: Array<() => void> = [];
  #running = 0;

  constructor(atOnce: number, waiting: number) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /** @throws ApiError unavailable where the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#queue.length >= this.#waiting) {
        throw new ApiError(503, "unavailable", {}, { retryAfterS: RETRY_AFTER_S });
      }
      // Finished work hands its place to the next, so the count stays.
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
