import {
  arraysOfInsights,
  encodeChunk,
  type InsightChunk,
  type MirrorInsight,
} from "../../../src/storage/insight-chunk.ts";

export const RECEIVED_MS = Date.UTC(2024, 4, 1);

export function insight(insightId: string, fields: Partial<MirrorInsight> = {}): MirrorInsight {
  return {
    insightId,
    deviceId: "cam-1",
    algId: null,
    className: "fox",
    classId: 1,
    classList: [],
    boxes: [],
    confidence: 0.5,
    groupConfidence: null,
    isFromLora: false,
    timeStampMs: RECEIVED_MS + Number(insightId) * 1_000,
    fileCtimeMs: null,
    commsSource: "wifi",
    latitude: null,
    longitude: null,
    photoUrl: null,
    photoCreatedAtMs: null,
    status: "none",
    userConfirmed: false,
    table: "insights",
    collectionId: null,
    windowStartMs: null,
    windowEndMs: null,
    ...fields,
  };
}

export function chunkOf(
  chunkId: number,
  insights: readonly MirrorInsight[],
  gone: string[] = [],
): InsightChunk {
  return { ...encodeChunk(arraysOfInsights(insights), gone), chunkId };
}
