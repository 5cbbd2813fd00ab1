import type { Generated } from "kysely";
import type { Flag, Json, TimeMs, Xid } from "./column-types.ts";

export interface AlgTable {
  alg_id: Generated<number>;
  alg_name: string;
  alg_description: string | null;
  alg_type: string | null;
  author: string | null;
  framework: string;
  image_path: string | null;
  alg_bucket: string | null;
  alg_path: string | null;
  md5_checksum: string | null;
  /** [{class_id, label, original_label}] */
  class_definitions: Json;
  is_public: Flag;
  date_created: TimeMs;
  xid: Xid;
}

/** Which models are in whose account. */
export interface UserAlgTable {
  user_id: number;
  alg_id: number;
  added_at: TimeMs;
  xid: Xid;
}

export interface DeploymentTable {
  device_ref: number;
  alg_id: number;
}

/** A release of algorithms for Sentinels. */
export interface ReleaseTable {
  release_id: Generated<number>;
  name: string;
  description: string | null;
  /** [Component] as on the wire. */
  components: Json;
  created_at: TimeMs;
}

/** Which releases staff approved for whom. */
export interface UserReleaseTable {
  user_id: number;
  release_id: number;
  assigned_at: TimeMs;
}

/** An update of one or more Sentinels, as one person asked for it. */
export interface DeviceUpdateTable {
  device_update_id: Generated<number>;
  user_id: number;
  release_id: number;
  firmware_release_tag: string;
  cycle_time: number;
  trigger_number: number;
  satellite_fix_time: number | null;
  satellite_passes: number | null;
  /** pending until every Sentinel has reported; then success if all did, else failed; or dropped. */
  status: string;
  created_at: TimeMs;
}

/** The status of an update on one Sentinel; a change marks the Sentinel's row as changed. */
export interface DeviceUpdateTargetTable {
  device_update_id: number;
  device_ref: number;
  /** pending, success, failed or dropped. */
  status: string;
  reported_at: TimeMs | null;
  detail: string | null;
}
