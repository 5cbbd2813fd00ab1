import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { Timers } from "../../platform/timers.ts";
import { FencedError } from "../../storage/mirror/fenced-error.ts";
import type { OverlaySource } from "../column-engine.ts";
import { type InsightEngine, QUERY_TURNS, type QueryName } from "../insight-engine.ts";
import type { PreferredNames } from "../preferred-names.ts";
import { type Answerer, createAnswerer } from "./answer-question.ts";
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

export interface WorkerEngineParts {
  userId: number;
  outbox: OverlaySource;
  timers: Timers;
  startWorker(events: WorkerEvents): StartedWorker;
  /** Loads the engine of this thread. */
  inThreadEngine(): Promise<InThreadEngine>;
}

/** A worker that sends nothing for this long while a question is open counts as dead. */
const SILENCE_TIMEOUT_MS = 20_000;
const NO_NAMES: PreferredNames = new Map();
/** After this many restarts the engine of this thread answers. */
const RESTARTS_MAX = 2;

const FENCED = new FencedError().name;

interface Pending {
  question: Question;
  settle(answer: unknown): void;
  fail(error: unknown): void;
}

/**
 * The engine whose columns a worker owns. A worker that breaks or stops answering is replaced, and the open questions
 * are sent to the new one; where none can run, an engine in this thread answers.
 */
export function createWorkerEngine(parts: WorkerEngineParts): InThreadEngine {
  const listeners = new Set<() => void>();
  const pending = new Map<number, Pending>();
  /** The overlay as the worker has it. */
  let sentOverlay: ReadonlyMap<string, InsightStatus> = new Map();
  let sentNames: PreferredNames = NO_NAMES;
  let lastId = 0;
  let lastSnapshot = 0;
  let restarts = 0;
  let worker: StartedWorker | null = null;
  let fallback: Promise<{ engine: InThreadEngine; answer: Answerer }> | null = null;
  let cancelTimeout: (() => void) | null = null;
  let stopped = false;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const stopOverlay = parts.outbox.subscribe(() => {
    if (fallback === null) notify();
  });

  const restartTimeout = () => {
    cancelTimeout?.();
    cancelTimeout = pending.size === 0 ? null : parts.timers.after(SILENCE_TIMEOUT_MS, replace);
  };
  const post = (message: ToWorker) => worker?.post(message);

  const receive = (message: FromWorker) => {
    if (message.kind === "changed") notify();
    if (message.kind === "answer" || message.kind === "failure") {
      const { id } = message;
      const entry = pending.get(id);
      pending.delete(id);
      if (message.kind === "answer") entry?.settle(message.answer);
      else entry?.fail(Object.assign(new Error(message.message), { name: message.name }));
    }
    restartTimeout();
  };

  const start = () => {
    sentOverlay = new Map();
    sentNames = NO_NAMES;
    try {
      let current = true;
      const started = parts.startWorker({
        onMessage: (message) => {
          if (current) receive(message);
        },
        onBroken: () => {
          if (current) replace();
        },
      });
      worker = {
        post: started.post,
        stop() {
          current = false;
          started.stop();
        },
      };
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
    for (const [id, { question }] of [...pending]) void send(id, question);
    notify();
  }

  function answerInThread() {
    if (fallback !== null) return;
    fallback = parts.inThreadEngine().then((engine) => ({ engine, answer: createAnswerer(engine) }));
    fallback.then(
      ({ engine }) => engine.subscribe(notify),
      () => undefined,
    );
    for (const [id, entry] of [...pending]) {
      pending.delete(id);
      fallback.then(({ answer }) => answer(entry.question)).then(entry.settle, entry.fail);
    }
    restartTimeout();
    notify();
  }

  /**
   * Sends a question behind the current overlay. The outbox is read before the worker reads the mirror: an action
   * leaves the outbox only after its insight is in the mirror.
   */
  const send = async (id: number, question: Question) => {
    try {
      const overlay = await parts.outbox.overlay();
      const entry = pending.get(id);
      if (entry === undefined) return;
      const changes = differences(sentOverlay, overlay);
      if (changes.length > 0) post({ kind: "overlay", changes });
      sentOverlay = overlay;
      const names = parts.outbox.preferredNames();
      if (names !== sentNames && names.size + sentNames.size > 0) post({ kind: "preferredNames", names });
      sentNames = names;
      post({ kind: "ask", id, ...question });
      restartTimeout();
    } catch (error) {
      pending.get(id)?.fail(error);
      pending.delete(id);
    }
  };

  const ask = <Name extends QuestionName>(
    name: Name,
    asked: Asked<Name>,
    signal?: AbortSignal,
  ): Promise<Answered<Name>> => {
    const question = { name, asked } as Question;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (fallback !== null) {
      return fallback.then(({ answer }) => answer(question, signal)) as Promise<Answered<Name>>;
    }
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
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
        settle(answer) {
          done();
          resolve(answer as Answered<Name>);
        },
        fail(error) {
          done();
          reject(error);
        },
      });
      void send(id, question);
    });
  };

  start();
  return {
    ...remoteQueries(ask as AskByName),
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
      stopped = true;
      stopOverlay();
      listeners.clear();
      cancelTimeout?.();
      for (const entry of pending.values()) entry.fail(new Error("The engine was stopped."));
      pending.clear();
      post({ kind: "close" });
      worker?.stop();
      fallback?.then(
        ({ engine }) => engine.stop(),
        () => undefined,
      );
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
      // A signal that the caller has none of comes as undefined; no other argument may.
      return ask(name, last === undefined ? given.slice(0, -1) : given);
    };
    return [name, query];
  });
  return Object.fromEntries(queries) as Pick<InsightEngine, QueryName>;
}

/** Entries of `after` that are new or other than in `before`, and nulls for those that are gone. */
function differences(
  before: ReadonlyMap<string, InsightStatus>,
  after: ReadonlyMap<string, InsightStatus>,
): [string, InsightStatus | null][] {
  if (before === after) return [];
  const changes: [string, InsightStatus | null][] = [];
  for (const [insightId, shown] of after) {
    if (before.get(insightId) !== shown) changes.push([insightId, shown]);
  }
  for (const insightId of before.keys()) if (!after.has(insightId)) changes.push([insightId, null]);
  return changes;
}
