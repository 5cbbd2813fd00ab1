import { boxesToShow, boxInPicture, type DetectionBox } from "../../domain/insight/detection-box.ts";
import type { ClassScore } from "../../domain/insight/insight.ts";
import { observationOf } from "../../domain/insight/observation.ts";
import { isRecord } from "../../domain/record-guard.ts";
import {
  HELD_FIELDS,
  type HeldField,
  type HeldKinds,
  INSIGHT_FIELDS,
  type InsightKind,
  type InsightSpec,
} from "../../protocol/records/insight-fields.ts";
import type { Photo } from "../../protocol/shapes.ts";
import type { MirrorInsight } from "../../storage/mirror/insight-chunk.ts";

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
 * An insight as a server of the specification may spell it: fields under any of their names, ids as text or numbers.
 * Null where a field is missing that every insight has.
 */
export function readInsight(row: WireRow): MirrorInsight | null {
  const insight: Partial<Record<HeldField, HeldKinds[InsightKind] | null>> = {};
  for (const field of HELD_FIELDS) {
    const spec: InsightSpec = INSIGHT_FIELDS[field];
    let value: HeldKinds[InsightKind] | null = null;
    for (const name of [spec.wire, ...(spec.also ?? [])]) value ??= READERS[spec.kind](row[name], spec);
    if (value === null && spec.required) return null;
    insight[field] = value ?? spec.absent;
  }
  return insight as MirrorInsight;
}

/** The mirror's value of a JSON value, by its kind; null where it is not of that kind. */
const READERS: {
  readonly [Kind in InsightKind]: (value: unknown, spec: InsightSpec) => HeldKinds[Kind] | null;
} = {
  id: idOf,
  key: idOf,
  text: textOf,
  number: numberOf,
  flag: (value) => value === true,
  time: timeOf,
  oneOf: (value, { values = [] }) => values.find((allowed) => allowed === value) ?? null,
  scores: scoresOf,
  boxes: boxesOf,
  observation: (value) => (isRecord(value) ? observationOf(value) : null),
};

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

/** A member, with the fields that the wire may have only on its collection. */
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
