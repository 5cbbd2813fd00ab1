import { UNNAMED_DEVICE } from "../domain/device/device-name.ts";
import { summarizeCollection } from "../domain/insight/collection.ts";
import { collectionStatus, shownStatus } from "../domain/insight/shown-status.ts";
import type { MirrorInsight } from "../storage/mirror/insight-chunk.ts";
import { type CollectionGroup, insightOf } from "./insight-collections.ts";
import type { RowSource } from "./insight-columns.ts";
import type { InsightRow } from "./insight-engine.ts";
import type { DeviceNames } from "./insight-filter.ts";
import type { Hit, Overlay } from "./insight-query.ts";

/** The id of a collection's row begins with this: its number alone could be an insight's too. */
export const COLLECTION_ROW_PREFIX = "collection-";

/** From row numbers to what a screen shows. */
export function rowOfHit(source: RowSource, names: DeviceNames, overlay: Overlay, hit: Hit): InsightRow {
  return typeof hit === "number"
    ? rowOfInsight(insightOf(source, hit), names, overlay)
    : rowOfCollection(source, names, overlay, hit);
}

function rowOfInsight(insight: MirrorInsight, names: DeviceNames, overlay: Overlay): InsightRow {
  const { status: serverStatus, ...fields } = insight;
  const device = names.devices.get(insight.deviceId);
  return {
    ...fields,
    deviceName: device?.deviceName ?? null,
    displayName: device?.displayName ?? UNNAMED_DEVICE,
    ...shownStatus(serverStatus, overlay.get(insight.insightId)),
    serverStatus,
    members: [],
  };
}

/** A collection: its members' summary over its newest member's other values. */
function rowOfCollection(
  source: RowSource,
  names: DeviceNames,
  overlay: Overlay,
  group: CollectionGroup,
): InsightRow {
  const members = Array.from(group.members, (place) =>
    rowOfInsight(insightOf(source, place), names, overlay),
  );
  const newest = members[0];
  if (newest === undefined) throw new RangeError("A collection has at least one member.");
  const { confidence, ...summary } = summarizeCollection(members);
  const byServer = members.map((member) => ({ ...member, status: member.serverStatus }));
  return {
    ...newest,
    ...summary,
    confidence,
    // The row shows one of the two fields; the mean of the members must be in the one that is shown.
    groupConfidence: newest.isFromLora ? confidence : newest.groupConfidence,
    insightId: `${COLLECTION_ROW_PREFIX}${newest.collectionId}`,
    serverStatus: summarizeCollection(byServer).status,
    ...collectionStatus(members),
    members,
  };
}
