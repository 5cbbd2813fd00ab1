import { isFeatureOn } from "../../../src/domain/feature.ts";
import { type CollectionMember, summarizeCollection } from "../../../src/domain/insight/collection.ts";
import type { Insight } from "../../../src/protocol/shapes.ts";
import { includesText, type JsonText, textOf } from "../../db/json-text.ts";
import type { Dependencies } from "../../dependencies.ts";
import { listFeatures } from "../features/service.ts";
import type { PageBounds } from "../insights/insight-scope-query.ts";
import { INSIGHT_BYTES, rangesOf } from "../insights/list-parts-query.ts";
import { pageOf } from "../insights/service.ts";
import {
  findLargeCollections,
  MOST_MEMBERS,
  readCollectionRows,
  readHeadSizes,
  readNewestMembers,
} from "./repository.ts";

type SingleInsight = Insight["insights"][number];

/** Collections are gathered in this thread, so that a part must be small enough not to delay other requests. */
const PART_OF_COLLECTIONS_BYTES = 1024 * 1024;
/** The least size of a row that stands for more members than an answer has. */
const LARGE_BYTES = MOST_MEMBERS * INSIGHT_BYTES;

/**
 * A page of collections and, beside them, insights that are in none, as the texts of JSON arrays, each of at most
 * `PART_OF_COLLECTIONS_BYTES` or one row. Where the user has switched COLLECTIONS off: single insights only, whatever collection they
 * are in.
 */
export async function* collectionPageOf(
  deps: Pick<Dependencies, "db">,
  userId: number,
  bounds: PageBounds,
): AsyncGenerator<JsonText, void> {
  const features = await listFeatures(deps, userId);
  if (!isFeatureOn(features, "COLLECTIONS")) {
    yield* pageOf(deps, userId, bounds);
    return;
  }
  const { db } = deps;
  for (const range of rangesOf(await readHeadSizes(db, userId, bounds), PART_OF_COLLECTIONS_BYTES)) {
    const large = range.largest < LARGE_BYTES ? [] : await findLargeCollections(db, userId, range);
    const text = await readCollectionRows(db, userId, range, large);
    // The most parts have no collection, and reading and writing 1 MB takes longer than finding it.
    if (large.length === 0 && !includesText(text, MEMBER_MARK)) {
      yield text;
      continue;
    }
    const rows = rowsOf(text);
    for (const collectionId of large) rows.push(...rowsOf(await readNewestMembers(db, userId, collectionId)));
    yield JSON.stringify(gather(large.length === 0 ? rows : rows.sort(newestFirst)));
  }
}

/** How the text of a member names its collection; within a text the quotation marks would be escaped. */
const MEMBER_MARK = '"collection_id":"';

function rowsOf(json: JsonText): SingleInsight[] {
  return JSON.parse(textOf(json));
}

function newestFirst(a: SingleInsight, b: SingleInsight): number {
  return Date.parse(b.time_stamp) - Date.parse(a.time_stamp) || Number(b.id) - Number(a.id);
}

/** Puts members into their collections. Rows and members come newest first, and so do the results. */
function gather(rows: readonly SingleInsight[]): Insight[] {
  const members = new Map<string, SingleInsight[]>();
  const places: (SingleInsight | SingleInsight[])[] = [];
  for (const row of rows) {
    if (row.collection_id === null) {
      places.push(row);
      continue;
    }
    const found = members.get(row.collection_id);
    if (found !== undefined) {
      found.push(row);
      continue;
    }
    const fresh = [row];
    members.set(row.collection_id, fresh);
    places.push(fresh);
  }
  return places.map((place) => (Array.isArray(place) ? collectionOf(place) : place));
}

function collectionOf(members: readonly SingleInsight[]): Insight {
  const [newest] = members;
  if (newest === undefined || newest.collection_id === null) {
    throw new RangeError("A collection has members that name it.");
  }
  const { className, classId, confidence, classList, status } = summarizeCollection(members.map(asMember));
  return {
    ...newest,
    id: newest.collection_id,
    insight_id: newest.collection_id,
    class_name: className,
    class_id: classId,
    class_list: classList,
    confidence,
    insight_status: status,
    collection: true,
    insights: [...members],
  };
}

function asMember(insight: SingleInsight): CollectionMember {
  return {
    className: insight.class_name,
    classId: insight.class_id,
    confidence: insight.confidence,
    groupConfidence: insight.group_confidence,
    isFromLora: insight.is_from_lora,
    classList: insight.class_list,
    status: insight.insight_status,
  };
}
