import { INSIGHT_STATUSES } from "../domain/insight/insight.ts";
import { byNameThenId } from "../domain/text-order.ts";
import type { FirstDeviceIds } from "../storage/mirror/first-devices.ts";
import { arraysOfRows, encodeChunk } from "../storage/mirror/insight-chunk.ts";
import type { InsightHead } from "../storage/mirror/mirror-insight-source.ts";
import type { InsightPage, InsightQuery } from "./insight-engine.ts";
import { type DeviceNames, isPlainFilter } from "./insight-filter.ts";
import type { InsightQueries, Overlay } from "./insight-query.ts";
import { rowOfHit } from "./insight-rows.ts";
import type { LoadedHead } from "./loaded-columns.ts";

/** Newest insights in the head; more where fewer than this are not archived. */
const HEAD_ROWS = 500;
const HEAD_SHOWN_ROWS = 250;
const HEAD_ROWS_MAX = 5_000;
/** As many as the longest page of a table has. */
const FIRST_DEVICES = 100;
const ARCHIVE = INSIGHT_STATUSES.indexOf("archive");
const NOTHING: Overlay = new Map();

/** The newest insights, each of their collections whole, and how many there are in all. */
export function headOf(queries: InsightQueries, version: number): InsightHead {
  const { columns } = queries;
  const byTime = queries.byTime();
  const kept = new Set<number>();
  let shown = 0;
  let at = byTime.length - 1;
  for (; at >= 0; at -= 1) {
    const enough = kept.size >= HEAD_ROWS && shown >= HEAD_SHOWN_ROWS;
    if (enough || kept.size >= HEAD_ROWS_MAX) break;
    const place = byTime[at] ?? 0;
    if (columns.statusCode[place] !== ARCHIVE) shown += 1;
    kept.add(place);
  }
  const sinceMs = at < 0 ? null : (columns.timeMs[byTime[at + 1] ?? 0] ?? 0);
  for (const code of new Set(Array.from(kept, (place) => columns.collectionCode[place] ?? 0))) {
    if (code === 0) continue;
    const id = columns.collections.texts[code] ?? "";
    for (const place of queries.group(id)?.members ?? []) kept.add(place);
  }
  const places = [...kept].sort((a, b) => a - b);
  const count = (grouped: boolean, showArchived: boolean) =>
    queries.run({ ...NEWEST_FIRST, filter: { showArchived }, grouped, offset: 0, limit: 0 }, NOTHING).matched;
  return {
    version,
    chunk: encodeChunk(arraysOfRows(places.map((place) => columns.sourceOf(place)))),
    sinceMs,
    held: columns.living,
    matched: {
      single: count(false, true),
      singleShown: count(false, false),
      folded: count(true, true),
      foldedShown: count(true, false),
    },
  };
}

/** The first Sentinels in the order of names, and how many there are. */
export function firstDevicesOf({ devices }: DeviceNames): Omit<FirstDeviceIds, "names"> {
  const order = byNameThenId<readonly [string, { displayName: string }]>(
    ([, { displayName }]) => displayName,
    ([deviceId]) => deviceId,
  );
  const ids = [...devices]
    .sort(order)
    .slice(0, FIRST_DEVICES)
    .map(([deviceId]) => deviceId);
  return { ids, held: devices.size };
}

const NEWEST_FIRST = { sort: { column: "time", descending: true } } as const;

/**
 * The first page of the newest insights; null where the head may lack a row of it. The count is exact where all unsent
 * actions concern insights of the head; otherwise it leaves them out, and `countsLater` is set.
 */
export function pageOfHead(
  { head, queries, state: { complete } }: LoadedHead,
  query: InsightQuery,
  overlay: Overlay,
): InsightPage | null {
  const { sort, filter, grouped, limit, offset } = query;
  if (sort.column !== "time" || !sort.descending || !isPlainFilter(filter)) return null;
  const { hits, matched: inHead } = queries.run(query, overlay);
  const rows = hits.map((hit) => rowOfHit(queries.columns, queries.names, overlay, hit));
  const last = hits.at(-1);
  if (head.sinceMs !== null) {
    if (last === undefined || hits.length < limit) return null;
    const place = typeof last === "number" ? last : (last.members[0] ?? 0);
    // Insights of the head's oldest moment may be missing from it.
    if ((queries.columns.timeMs[place] ?? 0) <= head.sinceMs) return null;
  }
  const { single, singleShown, folded, foldedShown } = head.matched;
  const [all, shown] = grouped ? [folded, foldedShown] : [single, singleShown];
  const { matched: inHeadBefore } = queries.run({ ...query, limit: 0 }, NOTHING);
  const matched = Math.max((filter.showArchived ? all : shown) + inHead - inHeadBefore, offset + rows.length);
  const page = { rows, matched, held: head.held, complete, provisional: true };
  // An unsent status outside of the head may hide or show a row; the head does not know that insight's old status.
  const { columns } = queries;
  const isCounted =
    head.sinceMs === null ||
    filter.showArchived ||
    [...overlay.keys()].every((insightId) => columns.placeOf(insightId) !== undefined);
  return isCounted ? page : { ...page, countsLater: true };
}
