import type { InsightEngine, InsightSnapshot } from "../insight-engine.ts";
import type { Answer, Question, WorkerQueries } from "./worker-protocol.ts";

/** Answers a question of the worker protocol, in the worker or in the page. */
export type Answerer = (question: Question, signal?: AbortSignal) => Promise<Answer>;

/** Bounds the memory that snapshots take which were never released. */
const SNAPSHOTS_MAX = 4;

export function createAnswerer(engine: InsightEngine & Pick<WorkerQueries, "compact">): Answerer {
  /** By number, the least recently read first. */
  const snapshots = new Map<number, InsightSnapshot>();
  const remember = (number: number, snapshot: InsightSnapshot) => {
    snapshots.delete(number);
    snapshots.set(number, snapshot);
    for (const oldest of snapshots.keys()) {
      if (snapshots.size <= SNAPSHOTS_MAX) break;
      snapshots.delete(oldest);
    }
  };

  const queries: WorkerQueries = {
    ...engine,
    async pin(number, order, signal) {
      const snapshot = await engine.snapshot(order, signal);
      if (!signal?.aborted) remember(number, snapshot);
      return snapshot.matched;
    },
    async pinned(number, offset, limit, signal) {
      const snapshot = snapshots.get(number);
      if (snapshot === undefined) throw new Error("The snapshot is not kept any more.");
      remember(number, snapshot);
      return await snapshot.rows(offset, limit, signal);
    },
    async unpin(number) {
      snapshots.delete(number);
    },
  };

  return async ({ name, asked }, signal) => {
    const query = queries[name] as (...asked: unknown[]) => Promise<Answer>;
    return await query(...asked, signal);
  };
}
