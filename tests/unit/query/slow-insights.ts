import { summarizeCollection } from "../../../src/domain/collection.ts";
import {
  COMMS_SOURCES,
  INSIGHT_STATUSES,
  type InsightStatus,
  insightTimeMs,
  shownConfidence,
  toWholePercent,
} from "../../../src/domain/insight.ts";
import type { InsightQuery } from "../../../src/query/insight-view.ts";
import type { MirrorInsight } from "../../../src/storage/insight-chunk.ts";

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

/** What the view must answer, said as plainly as can be: every row an object, filtered and sorted one by one. */
export function answerSlowly(world: SlowWorld, query: InsightQuery): { rows: SlowRow[]; matched: number } {
  const { filter, sort, grouped, offset, limit } = query;
  const nameOf = ({ deviceId }: MirrorInsight) => world.names.get(deviceId) ?? deviceId;
  const all = [...world.insights.values()].map((insight) => ({
    ...insight,
    status: world.overlay.get(insight.insightId) ?? insight.status,
  }));
  const found = (grouped ? fold(all) : all.map(single)).filter((row) => {
    const { newest, status, shown } = row;
    const holds = (value: string) => value.toLowerCase().includes((filter.text ?? "").toLowerCase());
    const atMs = insightTimeMs(newest);
    return (
      (filter.showArchived || status !== "archive") &&
      (!filter.text || holds(row.className) || holds(nameOf(newest))) &&
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
  found.sort((a, b) => {
    const by = {
      time: 0,
      className: collator.compare(a.className, b.className),
      confidence: (a.shown ?? -1) - (b.shown ?? -1),
      device: collator.compare(nameOf(a.newest), nameOf(b.newest)),
      status: placeOf(INSIGHT_STATUSES, a.status) - placeOf(INSIGHT_STATUSES, b.status),
      source: placeOf(COMMS_SOURCES, a.newest.commsSource) - placeOf(COMMS_SOURCES, b.newest.commsSource),
    }[sort.column];
    return by || insightTimeMs(a.newest) - insightTimeMs(b.newest);
  });
  if (sort.descending) found.reverse();
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
