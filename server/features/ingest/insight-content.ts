import type { InsightValues } from "../../insight-store/insight-values.ts";
import type { SentInsight } from "./sent-insight.ts";

/** Values that all insights of a call share. */
export interface RowContext {
  readonly deviceRef: number;
  readonly nowMs: number;
  /** The Sentinel's own position. */
  readonly position: { readonly latitude: number | null; readonly longitude: number | null };
  /** The models of the call that the server knows. */
  readonly algs: ReadonlySet<number>;
}

export function asRow(
  insight: SentInsight,
  collections: ReadonlyMap<string, number>,
  context: RowContext,
): InsightValues {
  const { fileCtime, collection } = insight;
  const { latitude, longitude } = insight.position ?? context.position;
  return {
    device_ref: context.deviceRef,
    table_name: insight.table,
    source_id: insight.sourceId,
    alg_id: knownAlg(insight, context),
    class_name: insight.className,
    class_id: insight.classId,
    class_list: insight.classList,
    confidence: insight.confidence,
    group_confidence: insight.groupConfidence,
    is_from_lora: insight.isFromLora ? 1 : 0,
    time_stamp: insight.timeStampMs ?? context.nowMs,
    file_ctime: fileCtime?.epochMs ?? null,
    file_ctime_text: fileCtime?.text ?? null,
    file_ctime_offset: fileCtime?.offset ?? null,
    comms_source: insight.commsSource,
    latitude,
    longitude,
    collection_id: collection === null ? null : (collections.get(collection.sourceId) ?? null),
    origin: "machine",
  };
}

/**
 * Whether a sent insight equals the stored one. Values that the Sentinel leaves to the server, the time received and
 * its own position, are not compared: both change between two calls. A collection's window belongs to the collection.
 */
export function isSameContent(
  insight: SentInsight,
  row: Readonly<Record<string, string | number | null>>,
  context: RowContext,
): boolean {
  return (
    row.class_name === insight.className &&
    row.class_id === insight.classId &&
    row.class_list === insight.classList &&
    row.confidence === insight.confidence &&
    row.group_confidence === insight.groupConfidence &&
    (row.is_from_lora === 1) === insight.isFromLora &&
    row.alg_id === knownAlg(insight, context) &&
    row.comms_source === insight.commsSource &&
    row.file_ctime === (insight.fileCtime?.epochMs ?? null) &&
    row.collection_source_id === (insight.collection?.sourceId ?? null) &&
    (insight.timeStampMs === null || row.time_stamp === insight.timeStampMs) &&
    (insight.position === null ||
      (row.latitude === insight.position.latitude && row.longitude === insight.position.longitude))
  );
}

function knownAlg({ algId }: SentInsight, { algs }: RowContext): number | null {
  const id = Number(algId);
  return algId !== null && algs.has(id) && String(id) === algId ? id : null;
}
