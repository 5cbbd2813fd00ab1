import type { InsightSnapshot, InsightView } from "./insight-view.ts";
import type { Question, QuestionName, Questions } from "./worker-protocol.ts";

/** Answers what may come over the line to the worker, there or in the page. */
export type Answerer = (
  question: Question,
  signal?: AbortSignal,
) => Promise<Questions[QuestionName]["answered"]>;

/** So many snapshots are kept: one that was never released must not keep its rows for ever. */
const SNAPSHOTS_KEPT = 4;

export function createAnswerer(
  view: InsightView & { compact(at: { epoch: number }): Promise<void> },
): Answerer {
  /** By number, the one that was read longest ago first. */
  const snapshots = new Map<number, InsightSnapshot>();
  const keep = (number: number, snapshot: InsightSnapshot) => {
    snapshots.delete(number);
    snapshots.set(number, snapshot);
    for (const oldest of snapshots.keys()) {
      if (snapshots.size <= SNAPSHOTS_KEPT) break;
      snapshots.delete(oldest);
    }
  };

  return async (question, signal) => {
    switch (question.name) {
      case "page":
        return await view.page(question.asked, signal);
      case "insight":
        return await view.insight(question.asked);
      case "serverStatuses":
        return await view.serverStatuses(question.asked);
      case "group":
        return await view.group(question.asked.by, question.asked.set, signal);
      case "histogram":
        return await view.histogram(question.asked.over, question.asked.bounds, question.asked.set, signal);
      case "placeOf":
        return await view.placeOf(question.asked.order, question.asked.insightIds, signal);
      case "pin": {
        const snapshot = await view.snapshot(question.asked.order, signal);
        if (!signal?.aborted) keep(question.asked.snapshot, snapshot);
        return snapshot.matched;
      }
      case "pinned": {
        const { snapshot: number, offset, limit } = question.asked;
        const snapshot = snapshots.get(number);
        if (snapshot === undefined) throw new Error("The snapshot is not kept any more.");
        keep(number, snapshot);
        return await snapshot.rows(offset, limit, signal);
      }
      case "unpin":
        snapshots.delete(question.asked.snapshot);
        return null;
      case "compact":
        await view.compact({ epoch: question.asked });
        return null;
    }
  };
}
