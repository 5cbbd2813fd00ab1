import { Compile } from "typebox/compile";
import { isOfTheFuture } from "../../../src/domain/device/device-report.ts";
import type { CommsSource } from "../../../src/domain/insight/insight.ts";
import { isRecord } from "../../../src/domain/record-guard.ts";
import type { SourceTime } from "../../../src/formats/cells/source-time.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import { INGEST_SENTENCES } from "../../../src/messages/server/ingest.ts";
import { IngestItem } from "../../../src/protocol/ingest.ts";
import { type FieldFault, fieldErrorsOf, namedFaults } from "../../http/field-errors.ts";
import type { CollectionWindow } from "../../insight-store/collection-repository.ts";
import { DEFAULT_TABLE_NAME } from "../../insight-store/insight-values.ts";
import { readSentTime } from "./sent-time.ts";

/** One insight as a Sentinel sent it, normalised; null: left out. */
export interface SentInsight {
  readonly sourceId: string;
  readonly table: string;
  readonly className: string;
  readonly classId: number | null;
  /** JSON. */
  readonly classList: string;
  readonly confidence: number | null;
  readonly groupConfidence: number | null;
  readonly isFromLora: boolean;
  readonly algId: string | null;
  readonly commsSource: CommsSource | null;
  readonly timeStampMs: number | null;
  readonly fileCtime: SourceTime | null;
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  readonly collection: CollectionWindow | null;
}

export type JudgedInsight =
  | { readonly ok: true; readonly insight: SentInsight }
  | {
      readonly ok: false;
      readonly sourceId: string | null;
      readonly table: string | null;
      readonly errors: Record<string, string>;
    };

const schema = Compile(IngestItem);

/** How many faults of one item are named. */
const FAULTS_AN_ITEM = 5;

/**
 * Judges one item of a call; `errors` names the fields of the item, at most `mostNamed` of those that its form is wrong
 * in. Texts are made well-formed, because each database
 * replaces a lone surrogate by a character of its own.
 */
export function judgeItem(value: unknown, nowMs: number, mostNamed = Infinity): JudgedInsight {
  if (!schema.Check(value)) {
    // To find the faults takes a thousand times as long as to find that there are some.
    if (mostNamed <= 0) return refused(value, { general: SERVER_MESSAGES.checkFields });
    const faults = fieldErrorsOf(schema.Errors(value) as FieldFault[]);
    return refused(value, namedFaults(faults, Math.min(mostNamed, FAULTS_AN_ITEM)));
  }
  const errors: Record<string, string> = {};
  const time = (field: "time_stamp" | "file_ctime" | "window_start" | "window_end"): SourceTime | null => {
    const text = value[field] ?? null;
    const read = text === null ? null : readSentTime(text);
    if (text !== null && read === null) errors[field] = INGEST_SENTENCES.time;
    return read;
  };
  const timeStampMs = time("time_stamp")?.epochMs ?? null;
  const fileCtime = time("file_ctime");
  const collection = collectionOf(value, time("window_start"), time("window_end"));
  if (timeStampMs !== null && isOfTheFuture(timeStampMs, nowMs)) errors.time_stamp = INGEST_SENTENCES.future;
  if (collection !== null && (collection.windowEndMs ?? Infinity) < (collection.windowStartMs ?? -Infinity)) {
    errors.window_end = INGEST_SENTENCES.windowOrder;
  }
  const { latitude = null, longitude = null } = value;
  if ((latitude === null) !== (longitude === null)) {
    errors[latitude === null ? "latitude" : "longitude"] = INGEST_SENTENCES.halfPosition;
  }
  for (const _ in errors) return refused(value, errors);
  const commsSource = value.comms_source ?? null;
  return {
    ok: true,
    insight: {
      sourceId: String(value.source_id).toWellFormed(),
      table: (value.table ?? DEFAULT_TABLE_NAME).toWellFormed(),
      className: value.class_name.toWellFormed(),
      classId: value.class_id ?? null,
      classList: classListOf(value),
      confidence: value.confidence ?? null,
      groupConfidence: value.group_confidence ?? null,
      isFromLora: value.is_from_lora ?? commsSource === "lora",
      algId: value.alg_id == null ? null : String(value.alg_id),
      commsSource,
      timeStampMs,
      fileCtime,
      position: latitude === null || longitude === null ? null : { latitude, longitude },
      collection,
    },
  };
}

function collectionOf(
  item: IngestItem,
  start: SourceTime | null,
  end: SourceTime | null,
): CollectionWindow | null {
  if (item.collection_id == null) return null;
  return {
    sourceId: String(item.collection_id).toWellFormed(),
    windowStartMs: start?.epochMs ?? null,
    windowEndMs: end?.epochMs ?? null,
  };
}

/** Known fields of each class, in one order, so that equal lists are equal texts. */
function classListOf({ class_list }: IngestItem): string {
  if (class_list == null || class_list.length === 0) return "[]";
  return JSON.stringify(
    class_list.map(({ className, averageConfidence = null }) => ({
      className: className.toWellFormed(),
      averageConfidence,
    })),
  );
}

function refused(value: unknown, errors: Record<string, string>): JudgedInsight {
  const item = isRecord(value) ? value : null;
  if (item === null) errors = { general: INGEST_SENTENCES.item };
  else if (Object.keys(errors).length === 0) errors = { general: SERVER_MESSAGES.checkFields };
  const [sourceId, table] = [item?.source_id, item?.table ?? DEFAULT_TABLE_NAME];
  return {
    ok: false,
    sourceId: typeof sourceId === "string" || typeof sourceId === "number" ? String(sourceId) : null,
    table: typeof table === "string" ? table : null,
    errors,
  };
}
