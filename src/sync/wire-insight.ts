import { boxesToShow, boxInPicture, type DetectionBox } from "../domain/detection-box.ts";
import { type ClassScore, COMMS_SOURCES, isInsightStatus } from "../domain/insight.ts";
import { isRecord } from "../platform/json-shape.ts";
import type { Photo } from "../protocol/shapes.ts";
import type { MirrorInsight } from "../storage/insight-chunk.ts";

type WireRow = Record<string, unknown>;

/** The rows of pages as single insights: a collection stands for its members, which the mirror always holds. */
export function flattenPages(rows: readonly WireRow[]): MirrorInsight[] {
  return rows.flatMap((row) => {
    if (row.collection === true && Array.isArray(row.insights)) {
      const members = row.insights.filter(isRecord);
      return members.flatMap((member) => readInsight(inCollection(row, member)) ?? []);
    }
    return readInsight(row) ?? [];
  });
}

/**
 * An insight as a server of the specification may spell it: `id` or `insight_id`, `latitude` and `longitude` or
 * `lat` and `long`, ids as text or numbers. Null for what names no insight or no Sentinel.
 */
export function readInsight(row: WireRow): MirrorInsight | null {
  const insightId = idOf(row.insight_id) ?? idOf(row.id);
  const deviceId = idOf(row.device_id);
  const timeStampMs = timeOf(row.time_stamp);
  if (insightId === null || deviceId === null || timeStampMs === null) return null;
  return {
    insightId,
    deviceId,
    algId: idOf(row.alg_id),
    className: textOf(row.class_name) ?? "",
    classId: numberOf(row.class_id),
    classList: scoresOf(row.class_list),
    confidence: numberOf(row.confidence),
    groupConfidence: numberOf(row.group_confidence),
    isFromLora: row.is_from_lora === true,
    timeStampMs,
    fileCtimeMs: timeOf(row.file_ctime),
    commsSource: COMMS_SOURCES.find((source) => source === row.comms_source) ?? null,
    latitude: numberOf(row.latitude) ?? numberOf(row.lat),
    longitude: numberOf(row.longitude) ?? numberOf(row.long),
    photoUrl: idOf(row.photoUrl),
    photoCreatedAtMs: timeOf(row.photoCreatedAt),
    status: isInsightStatus(row.insight_status) ? row.insight_status : "none",
    userConfirmed: row.userConfirmed === true,
    table: textOf(row.table) ?? "",
    collectionId: idOf(row.collection_id),
    windowStartMs: timeOf(row.window_start),
    windowEndMs: timeOf(row.window_end),
    boxes: boxesOf(row.boxes),
  };
}

/** Gives each insight without a photo its newest photo record, matched by insight, Sentinel and table together. */
export function mergePhotos(insights: readonly MirrorInsight[], photos: readonly Photo[]): MirrorInsight[] {
  const newest = new Map<string, Photo>();
  for (const photo of photos) {
    const key = photoKey(photo.insightId, photo.deviceId, photo.table);
    const there = newest.get(key);
    if (there === undefined || there.createdAt < photo.createdAt) newest.set(key, photo);
  }
  return insights.map((insight) => {
    if (insight.photoUrl !== null) return insight;
    const photo = newest.get(photoKey(insight.insightId, insight.deviceId, insight.table));
    if (photo === undefined) return insight;
    return { ...insight, photoUrl: photo.path, photoCreatedAtMs: timeOf(photo.createdAt) };
  });
}

function photoKey(insightId: string, deviceId: string, table: string): string {
  return JSON.stringify([insightId, deviceId, table]);
}

/** A member with what only its collection may name. */
function inCollection(row: WireRow, member: WireRow): WireRow {
  return {
    ...member,
    collection_id: member.collection_id ?? row.collection_id ?? row.insight_id ?? row.id,
    window_start: member.window_start ?? row.window_start,
    window_end: member.window_end ?? row.window_end,
  };
}

function idOf(value: unknown): string | null {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return textOf(value);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function timeOf(value: unknown): number | null {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

function boxesOf(value: unknown): DetectionBox[] {
  if (!Array.isArray(value)) return [];
  const boxes = value.filter(isRecord).flatMap((entry) => {
    const [x, y, width, height] = Array.isArray(entry.box) ? entry.box.map(numberOf) : [];
    const box = boxInPicture(x ?? Number.NaN, y ?? Number.NaN, width ?? Number.NaN, height ?? Number.NaN);
    const className = textOf(entry.className) ?? "";
    return box === null ? [] : [{ className, confidence: numberOf(entry.confidence), box }];
  });
  return boxesToShow(boxes);
}

function scoresOf(value: unknown): ClassScore[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((entry) => {
    const className = textOf(entry.className);
    const score = numberOf(entry.averageConfidence);
    return className === null ? [] : [{ className, averageConfidence: score }];
  });
}
