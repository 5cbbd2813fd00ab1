import type { PreferredNames } from "../domain/device/device-name.ts";
import { INSIGHT_STATUSES, type InsightStatus } from "../domain/insight/insight.ts";
import type { InsightSource } from "../storage/mirror/mirror-insight-source.ts";
import { countDashboard } from "./dashboard/dashboard-counts.ts";
import { createDeviceRenaming } from "./device-renaming.ts";
import { countBins, countGroups } from "./insight-counts.ts";
import type { InsightEngine, InsightPage, InsightQuery } from "./insight-engine.ts";
import { firstDevicesOf, headOf, pageOfHead } from "./insight-head.ts";
import type { InsightQueries, Overlay } from "./insight-query.ts";
import { COLLECTION_ROW_PREFIX, rowOfHit } from "./insight-rows.ts";
import { createLoadedColumns, isSameState } from "./loaded-columns.ts";
import { pinAnswer } from "./pinned-answer.ts";

/** The port by which the engine reads the outbox as an overlay. */
export interface OverlaySource {
  /** Resolves once the stored outbox was read; the same map until something changes. */
  overlay(): Promise<Overlay>;
  /** The preferred names that wait to be sent, by device id; to be read after `overlay`, which awaits the outbox. */
  preferredNames(): PreferredNames;
  subscribe(listener: () => void): () => void;
}

export interface ColumnEngine extends InsightEngine {
  /** Starts to load before the first question; does nothing once something is loaded. */
  start(): void;
  /** Starts to read the newest insights alone. */
  startNewest(): void;
  /**
   * Stores the newest insights and the first Sentinels for the next start, unless those of this version are stored
   * already.
   */
  storeHead(): Promise<void>;
  /** The mirror may have changed: the next answer reads its versions before. */
  expectChange(): void;
  /** Looks whether the mirror has changed without a notice; listeners are called where it has. */
  verify(): Promise<void>;
  stop(): void;
}

export interface ColumnEngineOptions {
  onProgress?: () => void;
  /**
   * Somebody calls `expectChange` before any question that must see a change. Pages and counts then read the mirror's
   * versions only after such a call: a read takes several times as long as the answer. All others read them each time.
   */
  hearsOfChanges?: boolean;
  /**
   * Runs work once the answer that is being given was sent. The first page is then answered from the head even where all
   * columns are loaded: their first answer makes their orders, which takes many times as long. A notice follows it, by
   * which the page is asked again. Before all is loaded, such an answer starts no load: the owner calls `verify` or `start`
   * some time after it.
   */
  later?: (work: () => void) => void;
}

/**
 * The engine over columns in the thread that it is made in: the worker's, or the page's where there is no worker.
 * Reads chunk by chunk, so that questions about the newest insights are answered meanwhile.
 */
export function createColumnEngine(
  source: InsightSource,
  outbox: OverlaySource,
  { onProgress = () => {}, hearsOfChanges = false, later }: ColumnEngineOptions = {},
): ColumnEngine {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  let storedHeadVersion = -1;
  let storedNamesVersion = -1;
  // Once only: where columns are loaded, a notice follows, and the page is then asked of them. Never without such a notice.
  let headHasAnswered = later === undefined;
  const loaded = createLoadedColumns(source, { onChange: notify, onProgress });
  const rename = createDeviceRenaming();
  const renameHead = createDeviceRenaming();
  // A failure is reported by the next question, which reads the same.
  const catchUp = () => void loaded.catchUp().catch(() => undefined);
  const stopWatching = source.watch(() => {
    // Before a question over all, or `start`, there is nothing to catch up with: a read of thousands of Sentinels would
    // delay the screen that shows. The mirror's first notice comes without a change: an answer from the head, which still
    // holds then, is not asked for again. A question that failed elsewhere is.
    if (loaded.hasStartedLoading()) return catchUp();
    loaded.isHeadCurrent().then((current) => {
      if (!current) notify();
    }, notify);
  });
  const stopOverlay = outbox.subscribe(notify);

  const read = createRead(outbox, loaded, rename);
  const readExpected: Read = hearsOfChanges ? createRead(outbox, loaded, rename, loaded.isCurrent) : read;

  /** Null where the columns are to answer. */
  const pageFromHead = async (query: InsightQuery, signal?: AbortSignal): Promise<InsightPage | null> => {
    const overlay = await outbox.overlay();
    const names = outbox.preferredNames();
    // Without the head the page is answered from the columns, whose read reports its own failure.
    const head = await loaded.head().catch(() => null);
    // The mirror may have got what has left the outbox since the head was read: a decision, or a name.
    const now = head === null ? null : await source.state().catch(() => null);
    signal?.throwIfAborted();
    const page =
      head === null || now === null || !isSameState(now, head.state)
        ? null
        : pageOfHead({ ...head, queries: renameHead(head.queries, names) }, query, overlay);
    // In a worker nothing more is read now: in a browser of two processors that would take the page the time in which it
    // draws this answer. A count, `verify` or `start` reads all.
    if (loaded.queries() !== null) {
      if (page !== null) later?.(notify);
    } else if (later === undefined) catchUp();
    if (page !== null) headHasAnswered = true;
    return page;
  };

  return {
    ...answersOf(read),
    ...countsOf(readExpected),

    async page(query, signal) {
      const columns = loaded.queries();
      if (columns === null || !(headHasAnswered || columns.isReady(query.grouped))) {
        const page = await pageFromHead(query, signal);
        if (page !== null) return page;
      }
      // The mirror rarely changes between two queries, so the query runs while its version is read; the result is
      // cached.
      const runEarly = (queries: InsightQueries, overlay: Overlay) => void queries.run(query, overlay);
      const { overlay, queries, complete } = await readExpected(signal, runEarly);
      const { hits, matched, insights } = queries.run(query, overlay);
      const rows = hits.map((hit) => rowOfHit(queries.columns, queries.names, overlay, hit));
      const page = { rows, matched, held: queries.columns.living, complete };
      return query.grouped ? { ...page, insights } : page;
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    start() {
      if (loaded.queries() !== null) return;
      // The head first: it is small, and loading all chunks blocks this thread.
      loaded.head().then(catchUp, catchUp);
    },

    startNewest() {
      loaded.head().catch(() => undefined);
    },

    async storeHead() {
      const queries = loaded.queries();
      const version = loaded.version();
      if (queries === null || !loaded.complete()) return;
      const names = loaded.namesVersion();
      if (storedNamesVersion !== names) {
        storedNamesVersion = names;
        await source.storeFirstDevices({ names, ...firstDevicesOf(queries.names) });
      }
      if (storedHeadVersion === version) return;
      storedHeadVersion = version;
      if ((await source.head(version)) === undefined) await source.storeHead(headOf(queries, version));
    },

    expectChange: loaded.expectChange,
    verify: loaded.verify,

    stop() {
      stopWatching();
      stopOverlay();
      listeners.clear();
    },
  };
}

type Read = (
  signal?: AbortSignal,
  meanwhile?: (queries: InsightQueries, overlay: Overlay) => void,
) => Promise<{ overlay: Overlay; queries: InsightQueries; complete: boolean }>;

/**
 * The outbox is read before the mirror: an action leaves it only after its insight or device is in the mirror, so in
 * this order the change is in at least one of the two.
 *
 * @param isCurrent whether the mirror need not be read
 */
function createRead(
  outbox: OverlaySource,
  loaded: ReturnType<typeof createLoadedColumns>,
  rename: ReturnType<typeof createDeviceRenaming>,
  isCurrent = () => false,
): Read {
  return async (signal, meanwhile) => {
    const overlay = await outbox.overlay();
    const names = outbox.preferredNames();
    if (!isCurrent()) {
      const caughtUp = loaded.catchUp();
      const before = loaded.queries();
      if (before !== null && loaded.complete()) meanwhile?.(rename(before, names), overlay);
      await caughtUp;
    }
    signal?.throwIfAborted();
    const queries = loaded.queries();
    if (queries === null) throw new Error("The insights were not read.");
    return { overlay, queries: rename(queries, names), complete: loaded.complete() };
  };
}

/** The queries that read once and answer from what was read. */
function answersOf(read: Read): Pick<InsightEngine, "insight" | "serverStatuses" | "placeOf" | "snapshot"> {
  return {
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
  };
}

/** The queries that a screen repeats when it hears of a change. */
function countsOf(read: Read): Pick<InsightEngine, "group" | "histogram" | "dashboard"> {
  return {
    async group(by, set, signal) {
      const { overlay, queries } = await read(signal);
      return countGroups(queries, by, set, overlay);
    },

    async histogram(over, bounds, set, signal) {
      const { overlay, queries } = await read(signal);
      return countBins(queries, over, bounds, set, overlay);
    },

    async dashboard(question, signal) {
      const { overlay, queries, complete } = await read(signal);
      return { counts: countDashboard(queries, question, overlay), held: queries.columns.living, complete };
    },
  };
}
