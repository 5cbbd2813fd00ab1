import { summarizeCollection } from "../../../src/domain/insight/collection.ts";
import {
  COMMS_SOURCES,
  INSIGHT_STATUSES,
  type InsightStatus,
  insightTimeMs,
  shownConfidence,
  toWholePercent,
} from "../../../src/domain/insight/insight.ts";
import type {
  GroupColumn,
  HistogramColumn,
  InsightFilter,
  InsightOrder,
  InsightQuery,
  InsightSet,
} from "../../../src/query/insight-engine.ts";
import type { MirrorInsight } from "../../../src/storage/mirror/insight-chunk.ts";

/** One line of an answer, as far as it is compared. */
export interface SlowRow {
  insightId: string;
  status: InsightStatus | null;
  className: string;
  confidence: number | null;
  members: string[];
}

export interface SlowWorld {
  insights: ReadonlyMap<string, MirrorInsight>;
  overlay: ReadonlyMap<string, InsightStatus>;
  /** By device id. */
  names: ReadonlyMap<string, string>;
}

interface Candidate extends SlowRow {
  newest: MirrorInsight;
  /** As filters see it: a fraction. */
  shown: number | null;
  classList: readonly string[];
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The expected answers, computed plainly: every row an object, filtered and sorted one by one. */
export function answerSlowly(world: SlowWorld, query: InsightQuery): { rows: SlowRow[]; matched: number } {
  const found = inOrder(world, query);
  const { offset, limit } = query;
  const rows = found
    .slice(offset, offset + limit)
    .map(({ insightId, status, className, confidence, members }) => ({
      insightId,
      status,
      className,
      confidence,
      members,
    }));
  return { rows, matched: found.length };
}

/** Counts by what a row has; of classes and Sentinels that any row has, and of all statuses and sources, also 0. */
export function groupSlowly(world: SlowWorld, by: GroupColumn, set: InsightSet): Map<string, number> {
  const keyOf = (row: Candidate) =>
    ({
      className: row.className,
      device: row.newest.deviceId,
      status: row.status,
      source: row.newest.commsSource,
      day: new Date(insightTimeMs(row.newest)).toISOString().slice(0, 10),
    })[by];
  const counts = new Map<string, number>();
  const all = candidates(world, set.grouped);
  if (by === "className" || by === "device") for (const row of all) counts.set(keyOf(row) ?? "", 0);
  if (by === "status") for (const status of INSIGHT_STATUSES) counts.set(status, 0);
  if (by === "source") for (const source of COMMS_SOURCES) counts.set(source, 0);
  for (const row of passing(world, all, set.filter)) {
    const value = keyOf(row);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

export function binSlowly(
  world: SlowWorld,
  over: HistogramColumn,
  bounds: readonly number[],
  set: InsightSet,
): number[] {
  const values = passing(world, candidates(world, set.grouped), set.filter).map((row) =>
    over === "time" ? insightTimeMs(row.newest) : row.shown,
  );
  return bounds.slice(1).map((upper, at) => {
    const isLast = at === bounds.length - 2;
    const lower = bounds[at] ?? 0;
    return values.filter(
      (value) => value !== null && value >= lower && (isLast ? value <= upper : value < upper),
    ).length;
  });
}

export function placeSlowly(world: SlowWorld, order: InsightOrder, ids: readonly string[]): number | null {
  const at = inOrder(world, order).findIndex((row) =>
    [row.insightId, ...row.members].some((insightId) => ids.includes(insightId)),
  );
  return at < 0 ? null : at;
}

function candidates(world: SlowWorld, grouped: boolean): Candidate[] {
  const all = [...world.insights.values()].map((insight) => ({
    ...insight,
    status: world.overlay.get(insight.insightId) ?? insight.status,
  }));
  return grouped ? fold(all) : all.map(single);
}

function nameIn({ names }: SlowWorld, { deviceId }: MirrorInsight): string {
  return names.get(deviceId) ?? deviceId;
}

function passing(world: SlowWorld, all: readonly Candidate[], filter: InsightFilter): Candidate[] {
  return all.filter((row) => {
    const { newest, status, shown } = row;
    const names = [row.className, nameIn(world, newest)].map((name) => name.toLowerCase());
    const words = (filter.text ?? "").toLowerCase().split(" ");
    const atMs = insightTimeMs(newest);
    return (
      (filter.showArchived || status !== "archive") &&
      words.every((word) => names.some((name) => name.includes(word))) &&
      (!filter.classText || row.className.toLowerCase().includes(filter.classText.trim().toLowerCase())) &&
      (!filter.classNames?.length || filter.classNames.includes(row.className)) &&
      (!filter.deviceIds?.length || filter.deviceIds.includes(newest.deviceId)) &&
      (!filter.statuses?.length || (status !== null && filter.statuses.includes(status))) &&
      (!filter.sources?.length ||
        (newest.commsSource !== null && filter.sources.includes(newest.commsSource))) &&
      atMs >= (filter.fromMs ?? Number.NEGATIVE_INFINITY) &&
      atMs <= (filter.toMs ?? Number.POSITIVE_INFINITY) &&
      (filter.minConfidence === undefined ||
        (shown !== null && toWholePercent(shown) >= toWholePercent(filter.minConfidence))) &&
      (filter.maxConfidence === undefined ||
        (shown !== null && toWholePercent(shown) <= toWholePercent(filter.maxConfidence))) &&
      (!filter.classList ||
        row.classList.some((name) => name.toLowerCase().includes((filter.classList ?? "").toLowerCase())))
    );
  });
}

function inOrder(world: SlowWorld, { filter, sort, grouped }: InsightOrder): Candidate[] {
  const found = passing(world, candidates(world, grouped), filter);
  found.sort((a, b) => {
    const by = {
      time: 0,
      className: collator.compare(a.className, b.className),
      confidence: (a.shown ?? -1) - (b.shown ?? -1),
      device: collator.compare(nameIn(world, a.newest), nameIn(world, b.newest)),
      status: placeOf(INSIGHT_STATUSES, a.status) - placeOf(INSIGHT_STATUSES, b.status),
      source: placeOf(COMMS_SOURCES, a.newest.commsSource) - placeOf(COMMS_SOURCES, b.newest.commsSource),
    }[sort.column];
    return by || insightTimeMs(a.newest) - insightTimeMs(b.newest);
  });
  if (sort.descending) found.reverse();
  return found;
}

function single(insight: MirrorInsight): Candidate {
  const { insightId, status, className, confidence } = insight;
  return {
    insightId,
    status,
    className,
    confidence,
    members: [],
    newest: insight,
    shown: shownConfidence(insight),
    classList: insight.classList.map((score) => score.className),
  };
}

function fold(all: readonly MirrorInsight[]): Candidate[] {
  const collections = groupBy(
    all.filter(({ collectionId }) => collectionId !== null),
    ({ collectionId }) => collectionId,
  );
  const folded = Array.from(collections, ([collectionId, members]): Candidate => {
    members.sort((a, b) => insightTimeMs(b) - insightTimeMs(a));
    const [newest] = members;
    if (newest === undefined) throw new Error("a collection without members");
    const { status, className, confidence, classList } = summarizeCollection(members);
    return {
      insightId: `collection-${collectionId}`,
      status,
      className,
      confidence,
      members: members.map(({ insightId }) => insightId),
      newest,
      shown: confidence,
      classList: classList.map((score) => score.className),
    };
  });
  return [...all.filter(({ collectionId }) => collectionId === null).map(single), ...folded];
}

function placeOf<Value>(list: readonly Value[], value: Value | null): number {
  return value === null ? -1 : list.indexOf(value);
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
