import type { InsightStatus } from "../domain/insight.ts";
import type { Timers } from "../platform/timers.ts";
import { FencedError } from "../storage/mirror-storage.ts";
import { type Answerer, createAnswerer } from "./answer-question.ts";
import type { OverlaySource } from "./columns-insight-view.ts";
import type { InsightView } from "./insight-view.ts";
import type { FromWorker, Question, QuestionName, Questions, ToWorker } from "./worker-protocol.ts";

/** What a worker that was started tells of itself. */
export interface WorkerEvents {
  onMessage(message: FromWorker): void;
  /** It did not start, or an error ended something in it. */
  onBroken(): void;
}
export interface StartedWorker {
  post(message: ToWorker): void;
  stop(): void;
}

/** The view in this thread, for where there is no worker. */
export interface PlainInsightView extends InsightView {
  compact(at: { epoch: number }): Promise<void>;
  stop(): void;
}

export interface WorkerViewParts {
  userId: number;
  outbox: OverlaySource;
  timers: Timers;
  startWorker(events: WorkerEvents): StartedWorker;
  /** Loads the view of this thread. */
  plainView(): Promise<PlainInsightView>;
}

/** A worker that says nothing for so long while it is asked something is taken for dead. */
const SILENT_FOR_MS = 20_000;
/** So often a broken worker is started again before this thread does its work. */
const RESTARTS_MAX = 2;

const FENCED = new FencedError().name;

interface Pending {
  question: Question;
  settle(answer: unknown): void;
  fail(error: unknown): void;
}

/**
 * The view whose columns a worker owns. A worker that breaks or falls silent is replaced, and what was asked is
 * asked again; where none will run, this thread answers.
 */
export function createWorkerInsightView(parts: WorkerViewParts): PlainInsightView {
  const listeners = new Set<() => void>();
  const pending = new Map<number, Pending>();
  let told: ReadonlyMap<string, InsightStatus> = new Map();
  let lastId = 0;
  let lastSnapshot = 0;
  let restarts = 0;
  let worker: StartedWorker | null = null;
  let plain: Promise<{ view: PlainInsightView; answer: Answerer }> | null = null;
  let callOffWatch: (() => void) | null = null;
  let stopped = false;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const stopOverlay = parts.outbox.subscribe(() => {
    if (plain === null) notify();
  });

  const watch = () => {
    callOffWatch?.();
    callOffWatch = pending.size === 0 ? null : parts.timers.after(SILENT_FOR_MS, replace);
  };
  const post = (message: ToWorker) => worker?.post(message);

  const hear = (message: FromWorker) => {
    if (message.kind === "changed") notify();
    if (message.kind === "answer" || message.kind === "failure") {
      const { id } = message;
      const entry = pending.get(id);
      pending.delete(id);
      if (message.kind === "answer") entry?.settle(message.answer);
      else entry?.fail(Object.assign(new Error(message.message), { name: message.name }));
    }
    watch();
  };

  const start = () => {
    told = new Map();
    try {
      let current = true;
      const started = parts.startWorker({
        onMessage: (message) => {
          if (current) hear(message);
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
      answerHere();
    }
  };

  function replace() {
    if (stopped) return;
    worker?.stop();
    worker = null;
    restarts += 1;
    if (restarts > RESTARTS_MAX) return answerHere();
    start();
    for (const [id, { question }] of [...pending]) void tell(id, question);
    notify();
  }

  function answerHere() {
    if (plain !== null) return;
    plain = parts.plainView().then((view) => ({ view, answer: createAnswerer(view) }));
    plain.then(
      ({ view }) => view.subscribe(notify),
      () => undefined,
    );
    for (const [id, entry] of [...pending]) {
      pending.delete(id);
      plain.then(({ answer }) => answer(entry.question)).then(entry.settle, entry.fail);
    }
    watch();
    notify();
  }

  /**
   * Sends a question after all that waits to be sent. The outbox is read before the worker reads the mirror: an
   * action leaves it only after its insight is in the mirror.
   */
  const tell = async (id: number, question: Question) => {
    try {
      const overlay = await parts.outbox.overlay();
      const entry = pending.get(id);
      if (entry === undefined) return;
      const changes = differences(told, overlay);
      if (changes.length > 0) post({ kind: "overlay", changes });
      told = overlay;
      post({ kind: "ask", id, ...question });
      watch();
    } catch (error) {
      pending.get(id)?.fail(error);
      pending.delete(id);
    }
  };

  const ask = <Name extends QuestionName>(
    name: Name,
    asked: Questions[Name]["asked"],
    signal?: AbortSignal,
  ): Promise<Questions[Name]["answered"]> => {
    const question = { name, asked } as Question;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (plain !== null) {
      return plain.then(({ answer }) => answer(question, signal)) as Promise<Questions[Name]["answered"]>;
    }
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        if (!pending.delete(id)) return;
        post({ kind: "cancel", id });
        watch();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      const done = () => signal?.removeEventListener("abort", giveUp);
      pending.set(id, {
        question,
        settle(answer) {
          done();
          resolve(answer as Questions[Name]["answered"]);
        },
        fail(error) {
          done();
          reject(error);
        },
      });
      void tell(id, question);
    });
  };

  start();
  return {
    page: (query, signal) => ask("page", query, signal),
    insight: (insightId) => ask("insight", insightId),
    serverStatuses: (insightIds) => ask("serverStatuses", insightIds),
    group: (by, set, signal) => ask("group", { by, set }, signal),
    histogram: (over, bounds, set, signal) => ask("histogram", { over, bounds, set }, signal),
    placeOf: (order, insightIds, signal) => ask("placeOf", { order, insightIds }, signal),
    async snapshot(order, signal) {
      lastSnapshot += 1;
      const snapshot = lastSnapshot;
      return {
        matched: await ask("pin", { snapshot, order }, signal),
        rows: (offset, limit, reading) => ask("pinned", { snapshot, offset, limit }, reading),
        // Where that fails, the snapshot is gone with its worker.
        release: () => void ask("unpin", { snapshot }).catch(() => undefined),
      };
    },
    async compact({ epoch }) {
      await ask("compact", epoch).catch((error: unknown) => {
        // An error's class does not come over the line, its name does.
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
      callOffWatch?.();
      for (const entry of pending.values()) entry.fail(new Error("The view was stopped."));
      pending.clear();
      post({ kind: "close" });
      worker?.stop();
      plain?.then(
        ({ view }) => view.stop(),
        () => undefined,
      );
    },
  };
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
