import {
  arraysOfInsights,
  encodeChunk,
  type InsightChunk,
  type MirrorInsight,
} from "../../../src/storage/mirror/insight-chunk.ts";
import { ABSENT_INSIGHT } from "../../support/client/absent-insight.ts";

export const RECEIVED_MS = Date.UTC(2024, 4, 1);

export function insight(insightId: string, fields: Partial<MirrorInsight> = {}): MirrorInsight {
  return {
    ...ABSENT_INSIGHT,
    insightId,
    deviceId: "cam-1",
    className: "fox",
    classId: 1,
    confidence: 0.5,
    timeStampMs: RECEIVED_MS + Number(insightId) * 1_000,
    commsSource: "wifi",
    table: "insights",
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
