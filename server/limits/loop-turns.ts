import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * Lets one piece of work begin in each round of the event loop, and after a long one none for a while. The steps of
 * another call wait for one such piece, and not for all that came in the same moment.
 */
export class LoopTurns {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Resolves in a round of its own, in the order of the calls.
   *
   * @param pauseMs how long the next piece waits after this one
   */
  next(pauseMs: number): Promise<void> {
    const begun = this.#last.then(() => setImmediate());
    this.#last = begun.then(() => (pauseMs < 1 ? null : setTimeout(pauseMs)));
    return begun;
  }
}
