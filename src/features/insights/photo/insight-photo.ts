import type { InsightRow } from "../../../query/insight-engine.ts";
import type { PhotoAddress } from "./thumbnail-queue.ts";

/** The picture that stands for a row: its own, for a collection that of its newest member that has one. */
export function photoOf(row: InsightRow): PhotoAddress | null {
  const bearer = [row, ...row.members].find((candidate) => (candidate.photoUrl ?? "") !== "");
  return bearer?.photoUrl ? { deviceId: bearer.deviceId, photoUrl: bearer.photoUrl } : null;
}
