import { QUERY_TURNS, type QueryTurn } from "../insight-engine.ts";
import type { QuestionName } from "./worker-protocol.ts";

const TURNS: Readonly<Record<QuestionName, QueryTurn>> = {
  ...QUERY_TURNS,
  pin: "at once",
  pinned: "first",
  unpin: "at once",
  compact: "at once",
};

export interface QuestionTurns {
  /** Resolves when the question is to be answered, with a function to call once it is. */
  take(name: QuestionName): Promise<() => void>;
}

/**
 * Orders the questions as QUERY_TURNS says. A count also waits for messages that have arrived meanwhile: they may ask
 * for a page, or cancel the count.
 *
 * @param pause resolves once all messages that were sent to this thread by now were received
 */
export function createQuestionTurns(pause: () => Promise<void>): QuestionTurns {
  let first = 0;
  const waiting: (() => void)[] = [];
  let lastCount = Promise.resolve();

  const untilNoneIsFirst = () =>
    first === 0 ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve));
  const takeCount = async () => {
    const before = lastCount;
    let done = () => {};
    // Settled once the count is answered: counts that catch up with the mirror together would then be answered
    // together, without a pause between them.
    lastCount = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    do {
      await pause();
      await untilNoneIsFirst();
    } while (first > 0);
    return done;
  };

  return {
    async take(name) {
      if (TURNS[name] === "waits") return await takeCount();
      if (TURNS[name] === "at once") return () => {};
      first += 1;
      return () => {
        first -= 1;
        if (first === 0) for (const go of waiting.splice(0)) go();
      };
    },
  };
}
