import type { PreferredNames } from "../../domain/device/device-name.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { Timers } from "../../platform/timers.ts";
import type { InsightSource } from "../../storage/mirror/mirror-insight-source.ts";
import { type ColumnEngine, createColumnEngine } from "../column-engine.ts";
import type { InsightPage } from "../insight-engine.ts";
import { type Answerer, createAnswerer } from "./answer-question.ts";
import { createQuestionTurns } from "./question-turns.ts";
import { createPageSender } from "./repeated-rows.ts";
import type { Answer, FromWorker, Port, Prefetch, Question, ToWorker } from "./worker-protocol.ts";

/** The mirror as the worker reads and compacts it. */
export interface ServedSource extends InsightSource {
  compact(at: { epoch: number }): Promise<void>;
  /** See OpenMirror. */
  onCommit(listener: () => void): () => void;
  close(): void;
}

/** The newest insights are stored for the next start once nothing has changed for this long. */
const QUIET_BEFORE_HEAD_MS = 1_000;
/** All is read at the latest this long after `open`, also where nothing was asked: the first screen has its rows then. */
const UNASKED_MS = 1_000;
/** A look whether the mirror has changed without a notice comes this long after the last answer. */
const QUIET_BEFORE_LOOK_MS = 250;

export interface ServingParts {
  openSource: (userId: number) => ServedSource;
  timers: Timers;
  /** See createQuestionTurns. */
  pause: () => Promise<void>;
}

interface OpenInsights {
  userId: number;
  engine: ColumnEngine;
  answer: Answerer;
  stop(): void;
}

/** The worker's side: answers questions over one person's mirror and the overlay that the page sends. */
export function serveInsights(
  port: Port<FromWorker, ToWorker>,
  { openSource, timers, pause }: ServingParts,
): void {
  const nothing = () => {};
  let [cancelStoringHead, cancelVerifying, cancelReading] = [nothing, nothing, nothing];
  const openQuestions = new Map<number, AbortController>();
  const messageOf = createMessages();
  let overlay: ReadonlyMap<string, InsightStatus> = new Map();
  let preferredNames: PreferredNames = new Map();
  let open: OpenInsights | null = null;

  const opened = () => {
    if (open === null) throw new Error("The worker was asked before a mirror was opened.");
    return open;
  };
  const turns = createQuestionTurns(pause);
  const later = (work: () => void) => void pause().then(work);
  // A browser may drop the notice of another tab's write. A look takes as long as an answer, so that one right behind
  // an answer would delay the next one: of a screen, or of a person who types.
  const verifyLater = () => {
    cancelVerifying();
    cancelVerifying = timers.after(
      QUIET_BEFORE_LOOK_MS,
      () => void open?.engine.verify().catch(() => undefined),
    );
  };
  const serve = async (id: number, question: Question) => {
    const controller = new AbortController();
    openQuestions.set(id, controller);
    const done = await turns.take(question.name);
    try {
      if (controller.signal.aborted) return;
      const answer = await opened().answer(question, controller.signal);
      if (!controller.signal.aborted) port.post(messageOf(id, question, answer));
      verifyLater();
    } catch (error) {
      if (controller.signal.aborted) return;
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      port.post({ kind: "failure", id, name, message });
    } finally {
      openQuestions.delete(id);
      done();
    }
  };

  const openInsights = ({ userId, prefetch }: { userId: number; prefetch?: Prefetch }): OpenInsights => {
    const source = openSource(userId);
    const engine = createColumnEngine(
      source,
      // The page notifies its own screens of changes of the outbox.
      {
        overlay: async () => overlay,
        preferredNames: () => preferredNames,
        subscribe: () => () => {},
      },
      { onProgress: () => port.post({ kind: "alive" }), hearsOfChanges: true, later },
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
    if (prefetch === "all") engine.start();
    else cancelReading = timers.after(UNASKED_MS, engine.start);
    if (prefetch === "newest") engine.startNewest();
    const stopHearing = source.onCommit(engine.expectChange);
    return {
      userId,
      engine,
      answer: createAnswerer({ ...engine, compact: source.compact }),
      stop() {
        for (const cancel of [cancelVerifying, cancelStoringHead, cancelReading]) cancel();
        stopHearing();
        engine.stop();
        source.close();
      },
    };
  };

  port.listen((message) => {
    switch (message.kind) {
      case "open":
        if (open?.userId === message.userId) {
          // It was read before the page read the outbox, which another tab may have emptied in between.
          open.engine.expectChange();
          break;
        }
        open?.stop();
        open = openInsights(message);
        break;
      case "overlay":
        overlay = changedOverlay(overlay, message.changes);
        // An action leaves the outbox once the mirror has its insight: another tab may have written that just now.
        open?.engine.expectChange();
        break;
      case "preferredNames":
        preferredNames = message.names;
        open?.engine.expectChange();
        break;
      case "written":
        open?.engine.expectChange();
        break;
      case "ask":
        void serve(message.id, message);
        break;
      case "cancel":
        openQuestions.get(message.id)?.abort();
        break;
      case "close":
        for (const controller of openQuestions.values()) controller.abort();
        open?.stop();
        open = null;
        break;
    }
  });
  port.post({ kind: "alive" });
}

function createMessages() {
  const send = createPageSender();
  return (id: number, { name }: Question, answer: Answer): FromWorker =>
    name === "page"
      ? { kind: "page", id, page: send(answer as InsightPage) }
      : { kind: "answer", id, answer };
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
