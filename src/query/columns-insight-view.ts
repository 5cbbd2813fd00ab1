import { INSIGHT_STATUSES, type InsightStatus } from "../domain/insight.ts";
import type { InsightSource } from "../storage/mirror-insight-source.ts";
import { countBins, countGroups } from "./insight-counts.ts";
import { headOf, pageOfHead } from "./insight-head.ts";
import type { InsightQueries, Overlay } from "./insight-query.ts";
import { COLLECTION_ROW_PREFIX, rowOfHit } from "./insight-rows.ts";
import type { InsightView } from "./insight-view.ts";
import { createLoadedColumns } from "./loaded-columns.ts";
import { pinAnswer } from "./pinned-answer.ts";

/** Where the view learns what waits to be sent. */
export interface OverlaySource {
  /** Resolves once the stored outbox was read; the same map until something changes. */
  overlay(): Promise<Overlay>;
  subscribe(listener: () => void): () => void;
}

export interface ColumnsInsightView extends InsightView {
  /** Loads before the first question comes. */
  start(): void;
  /** Keeps the newest insights for the next start, where that is not done yet; resolves when it is. */
  keepHead(): Promise<void>;
  stop(): void;
}

/**
 * The view over columns in the thread that it is made in: the worker's, or the page's where there is no worker.
 * Reads chunk by chunk, so that questions about the newest are answered meanwhile.
 */
export function createColumnsInsightView(
  source: InsightSource,
  outbox: OverlaySource,
  { onProgress = () => {} }: { onProgress?: () => void } = {},
): ColumnsInsightView {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  let keptVersion = -1;
  const loaded = createLoadedColumns(source, { onChange: notify, onProgress });
  // What cannot be read now is met again, and told, by the next question.
  const catchUp = () => void loaded.catchUp().catch(() => undefined);
  const stopWatching = source.watch(catchUp);
  const stopOverlay = outbox.subscribe(notify);

  /**
   * The outbox is read before the mirror: an action leaves it only after its insight is in the mirror, so in this
   * order its status is in one of the two, never in neither.
   */
  const read = async (
    signal?: AbortSignal,
    meanwhile?: (queries: InsightQueries, overlay: Overlay) => void,
  ) => {
    const overlay = await outbox.overlay();
    const caughtUp = loaded.catchUp();
    const before = loaded.queries();
    if (before !== null && loaded.complete()) meanwhile?.(before, overlay);
    await caughtUp;
    signal?.throwIfAborted();
    const queries = loaded.queries();
    if (queries === null) throw new Error("The insights were not read.");
    return { overlay, queries, complete: loaded.complete() };
  };

  return {
    async page(query, signal) {
      if (loaded.queries() === null) {
        const overlay = await outbox.overlay();
        const head = await loaded.head();
        signal?.throwIfAborted();
        const page = head === null || loaded.queries() !== null ? null : pageOfHead(head, query, overlay);
        catchUp();
        if (page !== null) return page;
      }
      // Nearly always nothing is new: what is found while that is looked up is then found again at once.
      const ahead = (queries: InsightQueries, overlay: Overlay) => void queries.run(query, overlay);
      const { overlay, queries, complete } = await read(signal, ahead);
      const { hits, matched, insights } = queries.run(query, overlay);
      const rows = hits.map((hit) => rowOfHit(queries.columns, queries.names, overlay, hit));
      const page = { rows, matched, held: queries.columns.living, complete };
      return query.grouped ? { ...page, insights } : page;
    },

    async insight(insightId) {
      const { overlay, queries } = await read();
      const { columns, names } = queries;
      if (insightId.startsWith(COLLECTION_ROW_PREFIX)) {
        const group = queries.group(insightId.slice(COLLECTION_ROW_PREFIX.length));
        return group === null ? null : rowOfHit(columns, names, overlay, group);
      }
      const place = columns.placeOf(insightId);
      return place === undefined ? null : rowOfHit(columns, names, overlay, place);
    },

    async serverStatuses(insightIds) {
      const { columns } = (await read()).queries;
      const statuses = new Map<string, InsightStatus>();
      for (const insightId of insightIds) {
        const place = columns.placeOf(insightId);
        if (place !== undefined)
          statuses.set(insightId, INSIGHT_STATUSES[columns.statusCode[place] ?? 0] ?? "none");
      }
      return statuses;
    },

    async group(by, set, signal) {
      const { overlay, queries } = await read(signal);
      return countGroups(queries, by, set, overlay);
    },

    async histogram(over, bounds, set, signal) {
      const { overlay, queries } = await read(signal);
      return countBins(queries, over, bounds, set, overlay);
    },

    async placeOf(order, insightIds, signal) {
      const { overlay, queries } = await read(signal);
      return queries.placeOf(order, overlay, insightIds);
    },

    async snapshot(order, signal) {
      const { overlay, queries } = await read(signal);
      const { matched, rows } = pinAnswer(queries, order, overlay);
      return {
        matched,
        rows: async (offset, limit, reading) => {
          reading?.throwIfAborted();
          return rows(offset, limit);
        },
        release() {},
      };
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    start() {
      // The head first: it is small, and the load keeps the thread busy.
      loaded.head().then(catchUp, catchUp);
    },

    async keepHead() {
      const queries = loaded.queries();
      const version = loaded.version();
      if (queries === null || !loaded.complete() || keptVersion === version) return;
      keptVersion = version;
      if ((await source.head(version)) === undefined) await source.keepHead(headOf(queries, version));
    },

    stop() {
      stopWatching();
      stopOverlay();
      listeners.clear();
    },
  };
}
