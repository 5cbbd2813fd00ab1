import type { InsightStatus } from "../domain/insight.ts";
import type { Timers } from "../platform/timers.ts";
import type { InsightSource } from "../storage/mirror-insight-source.ts";
import { type Answerer, createAnswerer } from "./answer-question.ts";
import { type ColumnsInsightView, createColumnsInsightView } from "./columns-insight-view.ts";
import { createQuestionTurns } from "./question-turns.ts";
import type { FromWorker, Port, Question, ToWorker } from "./worker-protocol.ts";

/** What the worker reads from, and repacks. */
export interface ServedSource extends InsightSource {
  compact(at: { epoch: number }): Promise<void>;
  close(): void;
}

/** The newest are kept for the next start once nothing has changed for so long. */
const QUIET_FOR_MS = 1_000;

export interface ServingParts {
  openSource: (userId: number) => ServedSource;
  timers: Timers;
  /** See createQuestionTurns. */
  pause: () => Promise<void>;
}

/** The worker's side: answers questions over one person's mirror and the overlay that the page tells. */
export function serveInsights(
  port: Port<FromWorker, ToWorker>,
  { openSource, timers, pause }: ServingParts,
): void {
  let callOffKeeping = () => {};
  const asked = new Map<number, AbortController>();
  let overlay: ReadonlyMap<string, InsightStatus> = new Map();
  let open: { source: ServedSource; view: ColumnsInsightView; answer: Answerer } | null = null;

  const opened = () => {
    if (open === null) throw new Error("The worker was asked before it was told whose mirror to read.");
    return open;
  };
  const turns = createQuestionTurns(pause);
  const serve = async (id: number, question: Question) => {
    const controller = new AbortController();
    asked.set(id, controller);
    const done = await turns.take(question.name);
    try {
      if (controller.signal.aborted) return;
      const found = await opened().answer(question, controller.signal);
      if (!controller.signal.aborted) port.post({ kind: "answer", id, answer: found });
    } catch (error) {
      if (controller.signal.aborted) return;
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      port.post({ kind: "failure", id, name, message });
    } finally {
      asked.delete(id);
      done();
    }
  };

  port.listen((message) => {
    switch (message.kind) {
      case "open": {
        const source = openSource(message.userId);
        const view = createColumnsInsightView(
          source,
          // The page tells its screens of the outbox's changes itself.
          { overlay: async () => overlay, subscribe: () => () => {} },
          { onProgress: () => port.post({ kind: "alive" }) },
        );
        view.subscribe(() => {
          port.post({ kind: "changed" });
          callOffKeeping();
          // What cannot be kept is only missed by the next start.
          callOffKeeping = timers.after(QUIET_FOR_MS, () => void view.keepHead().catch(() => undefined));
        });
        view.start();
        open = { source, view, answer: createAnswerer({ ...view, compact: source.compact }) };
        break;
      }
      case "overlay":
        overlay = changedOverlay(overlay, message.changes);
        break;
      case "ask":
        void serve(message.id, message);
        break;
      case "cancel":
        asked.get(message.id)?.abort();
        break;
      case "close":
        callOffKeeping();
        for (const controller of asked.values()) controller.abort();
        open?.view.stop();
        open?.source.close();
        open = null;
        break;
    }
  });
  port.post({ kind: "alive" });
}

/** A new map, because what is kept of an overlay is known by the map. */
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
