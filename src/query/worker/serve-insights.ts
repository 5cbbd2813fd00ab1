import type { PreferredNames } from "../../domain/device/device-name.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { Timers } from "../../platform/timers.ts";
import type { InsightSource } from "../../storage/mirror/mirror-insight-source.ts";
import { type ColumnEngine, createColumnEngine } from "../column-engine.ts";
import { type Answerer, createAnswerer } from "./answer-question.ts";
import { createQuestionTurns } from "./question-turns.ts";
import type { FromWorker, Port, Question, ToWorker } from "./worker-protocol.ts";

/** The mirror as the worker reads and compacts it. */
export interface ServedSource extends InsightSource {
  compact(at: { epoch: number }): Promise<void>;
  close(): void;
}

/** The newest insights are stored for the next start once nothing has changed for this long. */
const QUIET_BEFORE_HEAD_MS = 1_000;

export interface ServingParts {
  openSource: (userId: number) => ServedSource;
  timers: Timers;
  /** See createQuestionTurns. */
  pause: () => Promise<void>;
}

/** The worker's side: answers questions over one person's mirror and the overlay that the page sends. */
export function serveInsights(
  port: Port<FromWorker, ToWorker>,
  { openSource, timers, pause }: ServingParts,
): void {
  let cancelStoringHead = () => {};
  const openQuestions = new Map<number, AbortController>();
  let overlay: ReadonlyMap<string, InsightStatus> = new Map();
  let preferredNames: PreferredNames = new Map();
  let open: { source: ServedSource; engine: ColumnEngine; answer: Answerer } | null = null;

  const opened = () => {
    if (open === null) throw new Error("The worker was asked before a mirror was opened.");
    return open;
  };
  const turns = createQuestionTurns(pause);
  const serve = async (id: number, question: Question) => {
    const controller = new AbortController();
    openQuestions.set(id, controller);
    const done = await turns.take(question.name);
    try {
      if (controller.signal.aborted) return;
      const answer = await opened().answer(question, controller.signal);
      if (!controller.signal.aborted) port.post({ kind: "answer", id, answer });
    } catch (error) {
      if (controller.signal.aborted) return;
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      port.post({ kind: "failure", id, name, message });
    } finally {
      openQuestions.delete(id);
      done();
    }
  };

  port.listen((message) => {
    switch (message.kind) {
      case "open": {
        const source = openSource(message.userId);
        const engine = createColumnEngine(
          source,
          // The page notifies its own screens of changes of the outbox.
          {
            overlay: async () => overlay,
            preferredNames: () => preferredNames,
            subscribe: () => () => {},
          },
          { onProgress: () => port.post({ kind: "alive" }) },
        );
        engine.subscribe(() => {
          port.post({ kind: "changed" });
          cancelStoringHead();
          // Without a stored head the next start only takes longer.
          cancelStoringHead = timers.after(
            QUIET_BEFORE_HEAD_MS,
            () => void engine.storeHead().catch(() => undefined),
          );
        });
        engine.start();
        open = { source, engine, answer: createAnswerer({ ...engine, compact: source.compact }) };
        break;
      }
      case "overlay":
        overlay = changedOverlay(overlay, message.changes);
        break;
      case "preferredNames":
        preferredNames = message.names;
        break;
      case "ask":
        void serve(message.id, message);
        break;
      case "cancel":
        openQuestions.get(message.id)?.abort();
        break;
      case "close":
        cancelStoringHead();
        for (const controller of openQuestions.values()) controller.abort();
        open?.engine.stop();
        open?.source.close();
        open = null;
        break;
    }
  });
  port.post({ kind: "alive" });
}

/** A new map: results cached for an overlay are found by its identity. */
function changedOverlay(
  before: ReadonlyMap<string, InsightStatus>,
  changes: readonly (readonly [string, InsightStatus | null])[],
): ReadonlyMap<string, InsightStatus> {
  const after = new Map(before);
  for (const [insightId, shown] of changes) {
    if (shown === null) after.delete(insightId);
    else after.set(insightId, shown);
  }
  return after;
}
