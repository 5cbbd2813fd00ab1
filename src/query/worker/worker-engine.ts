import type { Timers } from "../../platform/timers.ts";
import { FENCED, FencedError } from "../../storage/mirror/fenced-error.ts";
import type { OverlaySource } from "../column-engine.ts";
import { type InsightEngine, QUERY_TURNS, type QueryName } from "../insight-engine.ts";
import type { Overlay } from "../insight-query.ts";
import { type Answerer, createAnswerer } from "./answer-question.ts";
import { createOpenQuestions } from "./open-questions.ts";
import { createOverlaySender } from "./overlay-sender.ts";
import { createPageReceiver } from "./repeated-rows.ts";
import type {
  Answer,
  Answered,
  Asked,
  FromWorker,
  Question,
  QuestionName,
  ToWorker,
} from "./worker-protocol.ts";

/** Events of a worker that was started. */
export interface WorkerEvents {
  onMessage(message: FromWorker): void;
  /** It did not start, or an error ended something in it. */
  onBroken(): void;
}
export interface StartedWorker {
  post(message: ToWorker): void;
  stop(): void;
}

/** An engine in this thread, for where there is no worker. */
export interface InThreadEngine extends InsightEngine {
  compact(at: { epoch: number }): Promise<void>;
  stop(): void;
}

/** The outbox of the page. */
export interface PageOutbox extends OverlaySource {
  /** The overlay at once; null before the stored outbox was read. */
  overlayIfRead(): Overlay | null;
}

export interface WorkerEngineParts {
  userId: number;
  outbox: PageOutbox;
  timers: Timers;
  /** See OpenMirror. */
  onCommit(listener: () => void): () => void;
  startWorker(events: WorkerEvents): StartedWorker;
  /** Loads the engine of this thread. */
  inThreadEngine(): Promise<InThreadEngine>;
}

/** After this many restarts the engine of this thread answers. */
const RESTARTS_MAX = 2;

/** Sends a question; the signal stays in the page. */
type Ask = <Name extends QuestionName>(
  name: Name,
  asked: Asked<Name>,
  signal?: AbortSignal,
) => Promise<Answered<Name>>;

/**
 * The engine whose columns a worker owns. A worker that breaks or stops answering is replaced, and the open questions
 * are sent to the new one; where none can run, an engine in this thread answers.
 */
export function createWorkerEngine(parts: WorkerEngineParts): InThreadEngine {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const { ask, stop } = createAnsweringWorker(parts, notify);
  return {
    ...remoteQueries(ask as AskByName),
    ...remoteSnapshots(ask),
    async compact(at) {
      await ask("compact", [at]).catch((error: unknown) => {
        // The worker sends an error's name and message, not its class.
        if (error instanceof Error && error.name === FENCED) throw new FencedError(error.message);
        throw error;
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      listeners.clear();
      stop();
    },
  };
}

/** The engine that answers now: the worker, the one that replaced it, or the engine in this thread. */
function createAnsweringWorker(parts: WorkerEngineParts, notify: () => void): { ask: Ask; stop(): void } {
  let restarts = 0;
  let worker: StartedWorker | null = null;
  let fallback: Promise<{ engine: InThreadEngine; answer: Answerer }> | null = null;
  let stopped = false;
  const post = (message: ToWorker) => worker?.post(message);
  const open = createOpenQuestions({ timers: parts.timers, post, onSilence: replace });
  const overlay = createOverlaySender(parts.outbox, post);
  const stopOverlay = parts.outbox.subscribe(() => {
    if (fallback === null) notify();
  });
  let written = false;
  const stopHearing = parts.onCommit(() => {
    written = true;
  });

  const start = () => {
    overlay.reset();
    const takePage = createPageReceiver();
    try {
      worker = startWorker(parts, {
        onMessage(message) {
          if (message.kind === "changed") notify();
          if (message.kind !== "page") return open.receive(message);
          try {
            open.receive({ kind: "answer", id: message.id, answer: takePage(message.page) });
          } catch {
            // It names rows that are not known here: a new worker begins with none.
            replace();
          }
        },
        onBroken: replace,
      });
      post({ kind: "open", userId: parts.userId });
    } catch {
      answerInThread();
    }
  };

  function replace() {
    if (stopped) return;
    worker?.stop();
    worker = null;
    restarts += 1;
    if (restarts > RESTARTS_MAX) return answerInThread();
    start();
    for (const id of open.ids()) void send(id);
    notify();
  }

  function answerInThread() {
    if (fallback !== null) return;
    fallback = parts.inThreadEngine().then((engine) => ({ engine, answer: createAnswerer(engine) }));
    fallback.then(
      ({ engine }) => engine.subscribe(notify),
      () => undefined,
    );
    for (const { question, settle, fail } of open.takeAll()) {
      fallback.then(({ answer }) => answer(question)).then(settle, fail);
    }
    notify();
  }

  /**
   * Sends a question after the current overlay. The outbox is read before the worker reads the mirror: an action
   * leaves the outbox only after its insight is in the mirror.
   */
  const send = async (id: number) => {
    try {
      // At once where it is known: the page may draw for long before it goes on after an `await`.
      const read = parts.outbox.overlayIfRead() ?? (await parts.outbox.overlay());
      // Another question may have sent a newer one meanwhile.
      const statuses = parts.outbox.overlayIfRead() ?? read;
      const question = open.question(id);
      if (question === undefined) return;
      overlay.send(statuses);
      if (written) post({ kind: "written" });
      written = false;
      post({ kind: "ask", id, ...question });
      open.restartTimeout();
    } catch (error) {
      open.fail(id, error);
    }
  };

  start();
  return {
    ask<Name extends QuestionName>(name: Name, asked: Asked<Name>, signal?: AbortSignal) {
      const question = { name, asked } as Question;
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (fallback !== null) {
        return fallback.then(({ answer }) => answer(question, signal)) as Promise<Answered<Name>>;
      }
      const { id, answer } = open.add(question, signal);
      void send(id);
      return answer as Promise<Answered<Name>>;
    },
    stop() {
      stopped = true;
      stopOverlay();
      stopHearing();
      open.stop();
      post({ kind: "close" });
      worker?.stop();
      fallback?.then(
        ({ engine }) => engine.stop(),
        () => undefined,
      );
    },
  };
}

/** A worker that reports nothing any more once it was stopped. @throws where none can be started */
function startWorker({ startWorker: startNew }: WorkerEngineParts, events: WorkerEvents): StartedWorker {
  let current = true;
  const started = startNew({
    onMessage: (message) => {
      if (current) events.onMessage(message);
    },
    onBroken: () => {
      if (current) events.onBroken();
    },
  });
  return {
    post: started.post,
    stop() {
      current = false;
      started.stop();
    },
  };
}

function remoteSnapshots(ask: Ask): Pick<InsightEngine, "snapshot"> {
  let lastSnapshot = 0;
  return {
    async snapshot(order, signal) {
      lastSnapshot += 1;
      const snapshot = lastSnapshot;
      return {
        matched: await ask("pin", [snapshot, order], signal),
        rows: (offset, limit, reading) => ask("pinned", [snapshot, offset, limit], reading),
        // It fails only where the snapshot is gone together with its worker.
        release: () => void ask("unpin", [snapshot]).catch(() => undefined),
      };
    },
  };
}

type AskByName = (name: QueryName, asked: readonly unknown[], signal?: AbortSignal) => Promise<Answer>;

/** Each query of the engine as a question to the worker: its arguments without the signal, which stays in the page. */
function remoteQueries(ask: AskByName): Pick<InsightEngine, QueryName> {
  const names = Object.keys(QUERY_TURNS) as QueryName[];
  const queries = names.map((name) => {
    const query = (...given: readonly unknown[]) => {
      const last = given.at(-1);
      if (last instanceof AbortSignal) return ask(name, given.slice(0, -1), last);
      // A caller without a signal passes undefined for it; no other argument may be undefined.
      return ask(name, last === undefined ? given.slice(0, -1) : given);
    };
    return [name, query];
  });
  return Object.fromEntries(queries) as Pick<InsightEngine, QueryName>;
}
