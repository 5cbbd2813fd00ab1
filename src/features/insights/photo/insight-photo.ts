import type { InsightRow } from "../../../query/insight-engine.ts";
import type { PhotoAddress } from "../../../sync/sync-status.ts";

/** Of a collection: the newest member's that has one. */
export function photoOf(row: InsightRow): PhotoAddress | null {
  const bearer = [row, ...row.members].find((candidate) => (candidate.photoUrl ?? "") !== "");
  return bearer?.photoUrl ? { deviceId: bearer.deviceId, photoUrl: bearer.photoUrl } : null;
}

/** Neither it nor a member has a photo. */
export function hasNoPhoto(row: InsightRow): boolean {
  return photoOf(row) === null;
}
