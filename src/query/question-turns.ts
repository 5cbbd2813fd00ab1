import type { QuestionName } from "./worker-protocol.ts";

/** Somebody waits for rows. */
const COMES_FIRST: ReadonlySet<QuestionName> = new Set(["page", "insight", "placeOf", "pinned"]);
/** Counts stand beside the rows, and nobody waits for them as for rows. */
const MAY_WAIT: ReadonlySet<QuestionName> = new Set(["group", "histogram"]);

export interface QuestionTurns {
  /** Resolves when this question is to be answered, with what is to be called when it is. */
  take(name: QuestionName): Promise<() => void>;
}

/**
 * Says when each question is answered. Counts go one after the other, and behind whatever has come meanwhile: a page
 * that is wanted, or that a count is not wanted any more.
 *
 * @param pause resolves once all that was sent to this thread by now was heard
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
    // Until it is answered: several that look up together what is new would also be answered in one go.
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
      if (MAY_WAIT.has(name)) return await takeCount();
      if (!COMES_FIRST.has(name)) return () => {};
      first += 1;
      return () => {
        first -= 1;
        if (first === 0) for (const go of waiting.splice(0)) go();
      };
    },
  };
}
