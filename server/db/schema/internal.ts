import type { Generated } from "kysely";
import type { Json, TimeMs } from "./column-types.ts";

/** The audit log: acts of staff and of the operator. Names are those of that moment. */
export interface AuditTable {
  audit_id: Generated<number>;
  at: TimeMs;
  /** Null: the operator, by a command on the server. */
  actor_id: number | null;
  actor: string;
  action: string;
  target_kind: string;
  /** The id on the wire. */
  target_id: string | null;
  target: string | null;
  /** [AuditChange] */
  changes: Json;
}

/** The last time that a user lost a Sentinel. A renewed grant leaves out what was received before. */
export interface DeviceRevocationTable {
  user_id: number;
  device_ref: number;
  /** The greatest id of all insights at that time. */
  after_insight_id: number;
  revoked_at: TimeMs;
}

/** Sentinels that staff cleared: no user reaches them, and their rows are deleted in slices. */
export interface DeviceClearingTable {
  device_ref: number;
  started_at: TimeMs;
}

/** Files of photographs that no row names any more; they are still in the store. */
export interface UnusedPhotoFileTable {
  content_hash: string;
  since: TimeMs;
}
