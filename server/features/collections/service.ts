import { isFeatureOn } from "../../../src/domain/feature.ts";
import { type CollectionMember, summarizeCollection } from "../../../src/domain/insight/collection.ts";
import type { Insight } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { listFeatures } from "../features/service.ts";
import type { PageBounds } from "../insights/insight-scope-query.ts";
import { pageOf } from "../insights/service.ts";
import { readCollectionRows } from "./repository.ts";

type SingleInsight = Insight["insights"][number];

/**
 * A page of collections and, beside them, insights that are in none, as the text of a JSON array. Where the user
 * has switched COLLECTIONS off: single insights only, whatever collection they are in.
 */
export async function collectionPageOf(
  deps: Pick<Dependencies, "db">,
  userId: number,
  bounds: PageBounds,
): Promise<string> {
  const features = await listFeatures(deps, userId);
  if (!isFeatureOn(features, "COLLECTIONS")) return pageOf(deps, userId, bounds);
  const rows: SingleInsight[] = JSON.parse(await readCollectionRows(deps.db, userId, bounds));
  return JSON.stringify(gather(rows));
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
