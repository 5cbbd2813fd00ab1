import { throttled } from "../http/api-error.ts";

const RETRY_AFTER_S = 2;
/**
 * Answers of one caller that are under way may hold so much memory before the next call begins: the receiver decides
 * how long that takes.
 */
const MOST_HELD_BYTES = 32 * 1024 * 1024;

/** How many calls of one caller are worked on at a time, and how many may wait. */
export interface TurnLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/** More calls of one caller may wait than all tabs and phones of a team make at a time. */
const ONE_BY_ONE: TurnLimits = { atOnce: 1, waiting: 50 };

/** A call that has begun. Both functions may be called again, without effect. */
export interface Turn {
  /** The answer is made, and holds so many bytes until it is sent. */
  answered(bytes: number): void;
  /** The answer is sent, or given up. */
  sent(): void;
}

interface Caller {
  working: number;
  heldBytes: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets each caller have one call at a time worked on, or some, in the order of arrival. Calls of others do not wait for
 * those of a caller who makes many.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #callers = new Map<string, Caller>();

  constructor(limits = ONE_BY_ONE) {
    this.#limits = limits;
  }

  /** Waits for the turn of a call. @throws ApiError throttled where too many calls of the caller wait */
  async begin(name: string): Promise<Turn> {
    const caller = this.#callers.get(name) ?? { working: 0, heldBytes: 0, waiting: [] };
    this.#callers.set(name, caller);
    if (caller.waiting.length >= this.#limits.waiting) throw throttled(RETRY_AFTER_S);
    const begun = new Promise<void>((resolve) => caller.waiting.push(resolve));
    this.#goOn(name, caller);
    await begun;
    return this.#turnOf(name, caller);
  }

  #turnOf(name: string, caller: Caller): Turn {
    let isWorking = true;
    let isSent = false;
    let held = 0;
    const answered = (bytes: number) => {
      if (!isWorking) return;
      isWorking = false;
      held = isSent ? 0 : bytes;
      caller.working -= 1;
      caller.heldBytes += held;
      this.#goOn(name, caller);
    };
    const sent = () => {
      if (isSent) return;
      isSent = true;
      caller.heldBytes -= held;
      this.#goOn(name, caller);
    };
    return { answered, sent };
  }

  #goOn(name: string, caller: Caller): void {
    if (caller.working >= this.#limits.atOnce) return;
    if (caller.heldBytes < MOST_HELD_BYTES) {
      const next = caller.waiting.shift();
      if (next !== undefined) {
        caller.working += 1;
        next();
        return;
      }
    }
    if (caller.working === 0 && caller.waiting.length === 0 && caller.heldBytes === 0) {
      this.#callers.delete(name);
    }
  }
}
