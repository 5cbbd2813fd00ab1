import type { Generated } from "kysely";
import type { Flag, Json, TimeMs, Xid } from "./column-types.ts";

export interface CollectionTable {
  collection_id: Generated<number>;
  device_ref: number;
  /** The id that the Sentinel or an import gives it, unique within the Sentinel. */
  source_id: string;
  window_start: TimeMs | null;
  window_end: TimeMs | null;
  /** Time and id of the newest member that is not set aside; null where there is none. Triggers set them. */
  newest_time: Generated<TimeMs | null>;
  newest_insight_id: Generated<number | null>;
}

export interface InsightTable {
  /** Increasing, unique everywhere, never used again. */
  insight_id: Generated<number>;
  device_ref: number;
  table_name: string;
  /** The id that the Sentinel or an import gives it, unique within (device, table). */
  source_id: string;
  alg_id: number | null;
  class_name: string;
  class_id: number | null;
  /** [{className, averageConfidence}] */
  class_list: Json;
  confidence: number | null;
  group_confidence: number | null;
  is_from_lora: Flag;
  time_stamp: TimeMs;
  file_ctime: TimeMs | null;
  /** The camera's time as the source wrote it, and its offset ("+02:00"), null where the source had none. */
  file_ctime_text: string | null;
  file_ctime_offset: string | null;
  comms_source: string | null;
  latitude: number | null;
  longitude: number | null;
  collection_id: number | null;
  /** The newest photo of it, and when that photo was made. */
  photo_id: number | null;
  photo_created_at: TimeMs | null;
  /** Boxes of the detector: [{className, confidence, box: [x, y, width, height] as fractions}]. */
  boxes: Json | null;
  /** Facts that people noted: see src/domain/insight/observation.ts. */
  observation: Json | null;
  /** Origin of the classification: "machine", "human", or "unreviewed" where the source names neither. */
  origin: string;
  insight_status: Generated<string>;
  /** The author of the status and its time; null until somebody sets a status. */
  status_by: number | null;
  status_at: TimeMs | null;
  user_confirmed: Generated<Flag>;
  /** 1: set aside by 'archive all insights'; no user reaches it. */
  set_aside: Generated<Flag>;
  xid: Xid;
}

/** A stored picture, once for each content. */
export interface PhotoFileTable {
  /** SHA-256 of the bytes, in hex. */
  content_hash: string;
  media_type: string;
  bytes: number;
  width: number;
  height: number;
  created_at: TimeMs;
}

export interface PhotoTable {
  /** On the wire its decimal text is the photo's key: `path` and `photoUrl`. */
  photo_id: Generated<number>;
  insight_id: number;
  device_ref: number;
  table_name: string;
  content_hash: string;
  /** The file's name at the source; never used to find it. */
  source_name: string | null;
  created_at: TimeMs;
  xid: Xid;
}

/** How many bytes the photos of a Sentinel are; each content counts once. Without a row it has none. */
export interface DevicePhotoBytesTable {
  device_ref: number;
  photo_bytes: number;
}

/** A photograph of which a part was received; deleted when it is complete. */
export interface PhotoUploadTable {
  upload_id: Generated<number>;
  device_ref: number;
  table_name: string;
  source_id: string;
  total_bytes: number;
  received_bytes: number;
  /** SHA-256 of the whole in hex, where the device sent it. */
  digest: string | null;
  created_at: TimeMs;
  updated_at: TimeMs;
}

export interface BulkUpdateTable {
  bulk_id: Generated<number>;
  user_id: number;
  idempotency_key: string | null;
  /** SHA-256 of the canonical body, to tell a repeat from another use of the key. */
  body_hash: string;
  /** 1, 2, 3 or 4, as on the wire. */
  status: number;
  /** StatusIntent[] in the order sent. */
  items: Json;
  /** The ids of the Sentinels that the items name and that exist, each once; null in rows of earlier versions. */
  device_ids: Generated<Json | null>;
  /** StoredOutcome[] at status 2, of the items that were not plainly applied. */
  outcomes: Json;
  created_at: TimeMs;
  started_at: TimeMs | null;
  /** The worker that processes it, and the end of its claim. */
  claimed_by: string | null;
  claimed_until: TimeMs | null;
  finished_at: TimeMs | null;
  xid: Xid;
}

export interface InsightHistoryTable {
  history_id: Generated<number>;
  insight_id: number;
  user_id: number;
  bulk_id: number;
  from_status: string;
  to_status: string;
  at: TimeMs;
  /** When it was decided (see DecisionSpan), and when the server received it; null in rows of earlier versions. */
  made_from: TimeMs | null;
  made_to: TimeMs | null;
  arrived_at: TimeMs | null;
}

/** Persons who decided the status that another person's decision had set already; deleted with that status. */
export interface ConfirmedDecisionTable {
  insight_id: number;
  user_id: number;
  made_from: TimeMs | null;
  made_to: TimeMs;
  arrived_at: TimeMs;
}

/** Decisions of `user_id` that another person's later-arriving one replaced, until they are dismissed. */
export interface ReplacedDecisionTable {
  replaced_id: Generated<number>;
  /** The person who is told. */
  user_id: number;
  insight_id: number;
  device_ref: number;
  status: string;
  made_from: TimeMs | null;
  made_to: TimeMs;
  arrived_at: TimeMs;
  /** The other person; null once their account is deleted. */
  by_user_id: number | null;
  by_status: string;
  by_made_from: TimeMs | null;
  by_made_to: TimeMs;
  by_arrived_at: TimeMs;
  /** 1: the other's was made before this one for certain. */
  made_earlier: Flag;
  replaced_at: TimeMs;
  xid: Xid;
}

/** Deleted rows, for mirrors that still hold them. Kept 120 days. */
export interface TombstoneTable {
  tombstone_id: Generated<number>;
  /** A table of the feed: insights, devices, groups, …; group_devices for a Sentinel that left its group. */
  feed_table: string;
  /** The key on the wire. */
  row_key: string;
  /** The user, or all users of one Sentinel, to whom the deletion is sent. */
  user_id: number | null;
  device_ref: number | null;
  created_at: TimeMs;
  xid: Xid;
}

/**
 * Random marks, one for each position that the feed has given out; another history has others. Kept as long as
 * tombstones.
 */
export interface FeedMarkTable {
  mark: string;
  created_at: TimeMs;
}
