import type { Timers } from "../../platform/timers.ts";
import type { FromWorker, Question, ToWorker } from "./worker-protocol.ts";

/** A worker that sends nothing for this long while a question is open counts as dead. */
const SILENCE_TIMEOUT_MS = 20_000;

interface OpenQuestion {
  question: Question;
  settle(answer: unknown): void;
  fail(error: unknown): void;
}

interface OpenQuestionsParts {
  timers: Timers;
  post(message: ToWorker): void;
  /** The worker sent nothing for too long. */
  onSilence(): void;
}

/** The questions that were asked of a worker and not answered yet, by id. */
export function createOpenQuestions({ timers, post, onSilence }: OpenQuestionsParts) {
  const pending = new Map<number, OpenQuestion>();
  let lastId = 0;
  let cancelTimeout: (() => void) | null = null;

  const restartTimeout = () => {
    cancelTimeout?.();
    cancelTimeout = pending.size === 0 ? null : timers.after(SILENCE_TIMEOUT_MS, onSilence);
  };
  const take = (id: number) => {
    const entry = pending.get(id);
    pending.delete(id);
    return entry;
  };

  return {
    restartTimeout,
    ids: () => [...pending.keys()],
    /** Undefined where it was answered or cancelled. */
    question: (id: number) => pending.get(id)?.question,
    /** Opens a question; with its signal it is cancelled at the worker. */
    add(question: Question, signal?: AbortSignal): { id: number; answer: Promise<unknown> } {
      lastId += 1;
      const id = lastId;
      const answer = new Promise<unknown>((resolve, reject) => {
        const cancel = () => {
          if (!pending.delete(id)) return;
          post({ kind: "cancel", id });
          restartTimeout();
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", cancel, { once: true });
        const done = () => signal?.removeEventListener("abort", cancel);
        pending.set(id, {
          question,
          settle(value) {
            done();
            resolve(value);
          },
          fail(error) {
            done();
            reject(error);
          },
        });
      });
      return { id, answer };
    },
    receive(message: FromWorker): void {
      if (message.kind === "answer") take(message.id)?.settle(message.answer);
      if (message.kind === "failure") {
        take(message.id)?.fail(Object.assign(new Error(message.message), { name: message.name }));
      }
      restartTimeout();
    },
    fail(id: number, error: unknown): void {
      take(id)?.fail(error);
    },
    /** Closes all of them: something else answers them. */
    takeAll(): OpenQuestion[] {
      const open = [...pending.values()];
      pending.clear();
      restartTimeout();
      return open;
    },
    stop(): void {
      cancelTimeout?.();
      for (const entry of pending.values()) entry.fail(new Error("The engine was stopped."));
      pending.clear();
    },
  };
}
