import type { Generated } from "kysely";

/**
 * Every table, as both databases hold it: times are UTC epoch milliseconds in integers, yes and no are 1 and 0,
 * structures are JSON in text. `xid` marks the change that last wrote a row (see change-feed.ts); it is set
 * inside the database and never by a caller.
 */
export interface Schema {
  meta: MetaTable;
  users: UserTable;
  sessions: SessionTable;
  reset_codes: ResetCodeTable;
  invites: InviteTable;
  user_features: UserFeatureTable;
  devices: DeviceTable;
  device_users: DeviceUserTable;
  groups: GroupTable;
  group_devices: GroupDeviceTable;
  algs: AlgTable;
  user_algs: UserAlgTable;
  deployments: DeploymentTable;
  alerts: AlertTable;
  collections: CollectionTable;
  insights: InsightTable;
  photo_files: PhotoFileTable;
  photos: PhotoTable;
  bulk_updates: BulkUpdateTable;
  insight_history: InsightHistoryTable;
  tombstones: TombstoneTable;
  device_keys: DeviceKeyTable;
  device_claims: DeviceClaimTable;
  device_reports: DeviceReportTable;
  photo_uploads: PhotoUploadTable;
  releases: ReleaseTable;
  user_releases: UserReleaseTable;
  device_updates: DeviceUpdateTable;
  device_update_targets: DeviceUpdateTargetTable;
  answered_keys: AnsweredKeyTable;
}

/** Set by the database on insert and update; text because PostgreSQL's xid8 is wider than a number. */
type Xid = Generated<string>;
type Flag = number;
type TimeMs = number;
type Json = string;

export interface MetaTable {
  /** `generation`, `database_identity`, … */
  key: string;
  value: string;
}

export interface UserTable {
  user_id: Generated<number>;
  email: string;
  /** The e-mail in lower case, unique. */
  email_key: string;
  username: string;
  username_key: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  country: string;
  password_hash: string;
  /** staff, member or restricted; the two ids of the configuration override it. */
  role: string;
  image_key: string | null;
  created_at: TimeMs;
}

export interface SessionTable {
  session_id: Generated<number>;
  user_id: number;
  /** SHA-256 of the token, in hex; the token itself is nowhere. */
  token_hash: string;
  user_agent: string | null;
  created_at: TimeMs;
  last_seen_at: TimeMs;
  expires_at: TimeMs;
}

export interface ResetCodeTable {
  code_hash: string;
  user_id: number;
  created_at: TimeMs;
  used_at: TimeMs | null;
}

export interface InviteTable {
  code_hash: string;
  created_at: TimeMs;
  used_at: TimeMs | null;
}

export interface UserFeatureTable {
  user_id: number;
  key: string;
  enabled: Flag;
}

export interface DeviceTable {
  /** Our own number for a Sentinel; rows of other tables point at it. */
  device_ref: Generated<number>;
  /** What the field calls it, unique everywhere; the id on the wire. */
  device_id: string;
  device_name: string | null;
  /** The preferred name; display_name on the wire is this, else device_name, else 'Unnamed'. */
  preferred_name: string | null;
  description: string | null;
  location_name: string | null;
  location_description: string | null;
  latitude: number | null;
  longitude: number | null;
  last_seen: TimeMs | null;
  cycle_time: number | null;
  trigger_number: number | null;
  sync_time: number | null;
  memory_remaining: number | null;
  images_processed: number | null;
  battery_voltage: number | null;
  summary: Json | null;
  allow_complete_images: Flag;
  allow_wifi_insights: Flag;
  satellite_uid: string | null;
  lora_uid: string | null;
  software_version: string | null;
  hardware_id: string | null;
  mcu_version: string | null;
  cell_uid: string | null;
  sat_passes: number | null;
  /** The newest insight and the newest photograph that it sent, by the camera-time rule; null before the first. */
  last_insight_at: Generated<TimeMs | null>;
  last_image_at: Generated<TimeMs | null>;
  /** When the camera in front of it last fired, as it said. */
  last_trigger_at: Generated<TimeMs | null>;
  /** The moment of the status report that the fields above stem from: an older one that comes later changes none. */
  status_recorded_at: Generated<TimeMs | null>;
  /** Whether it last reported a fault of the cable to the camera; null where it never said. */
  cable_error: Generated<Flag | null>;
  created_at: TimeMs;
  xid: Xid;
}

/** Which user reaches which Sentinel. */
export interface DeviceUserTable {
  device_ref: number;
  user_id: number;
  /** Only insights with a greater id are this user's; 0 but after a renewed grant. */
  after_insight_id: number;
  granted_at: TimeMs;
  xid: Xid;
}

export interface GroupTable {
  group_id: Generated<number>;
  user_id: number;
  group_name: string;
  deployment_description: string | null;
  created_on: TimeMs;
  updated_on: TimeMs;
  xid: Xid;
}

/**
 * A Sentinel is in at most one group of each user. A change here marks its group as changed; the row goes with the
 * user's access to the Sentinel.
 */
export interface GroupDeviceTable {
  user_id: number;
  device_ref: number;
  group_id: number;
  xid: Xid;
}

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

export interface AlertTable {
  alert_id: Generated<number>;
  user_id: number;
  device_ref: number;
  alert_type: string;
  summary: string;
  status: string;
  created_at: TimeMs;
  xid: Xid;
}

export interface CollectionTable {
  collection_id: Generated<number>;
  device_ref: number;
  /** What the device or an import calls it, unique within the device. */
  source_id: string;
  window_start: TimeMs | null;
  window_end: TimeMs | null;
}

export interface InsightTable {
  /** Increasing, unique everywhere, never used again. */
  insight_id: Generated<number>;
  device_ref: number;
  table_name: string;
  /** What the device or an import calls it, unique within (device, table). */
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
  /** Who classified it: "machine", "human", or "unreviewed" where the source says neither. */
  origin: string;
  insight_status: Generated<string>;
  /** Whose status it is and since when; null while nobody has acted. */
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
  /** What the source calls the file; never used to find it. */
  source_name: string | null;
  created_at: TimeMs;
  xid: Xid;
}

export interface BulkUpdateTable {
  bulk_id: Generated<number>;
  user_id: number;
  idempotency_key: string | null;
  /** SHA-256 of the canonical body, to tell a repeat from another use of the key. */
  body_hash: string;
  /** 1, 2, 3 or 4, as on the wire. */
  status: number;
  /** [{insightId, deviceId, insightStatus, base}] in the order sent. */
  items: Json;
  /** [{insightId, deviceId, outcome, by, at}] at status 2, those not plainly applied. */
  outcomes: Json;
  created_at: TimeMs;
  started_at: TimeMs | null;
  /** The worker that processes it, and until when its claim holds. */
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
}

/** What was deleted, for those whose mirror still holds it. Kept 120 days. */
export interface TombstoneTable {
  tombstone_id: Generated<number>;
  /** A table of the feed: insights, devices, groups, …; group_devices for a Sentinel that left its group. */
  feed_table: string;
  /** The key on the wire. */
  row_key: string;
  /** Whom it concerns: one user, or all users of one Sentinel. */
  user_id: number | null;
  device_ref: number | null;
  created_at: TimeMs;
  xid: Xid;
}

/** By which key a Sentinel reports. */
export interface DeviceKeyTable {
  device_ref: number;
  /** SHA-256 of the key, in hex; the key itself is shown once and kept nowhere. */
  key_hash: string;
  made_at: TimeMs;
}

/** The code with which a Sentinel that staff entered for nobody is taken over; gone once it is used. */
export interface DeviceClaimTable {
  device_ref: number;
  /** SHA-256 of the code, in hex. */
  code_hash: string;
  made_at: TimeMs;
}

/** What a Sentinel said of itself, once for each moment that it spoke of. */
export interface DeviceReportTable {
  device_ref: number;
  recorded_at: TimeMs;
  received_at: TimeMs;
  /** Volts. */
  battery_voltage: number | null;
  memory_remaining: number | null;
  images_processed: number | null;
  /** The whole of it, as it was taken. */
  report: Json;
}

/** A photograph of which a part has come; the row goes when it is whole. */
export interface PhotoUploadTable {
  upload_id: Generated<number>;
  device_ref: number;
  table_name: string;
  source_id: string;
  total_bytes: number;
  received_bytes: number;
  /** SHA-256 of the whole in hex, where the device told it. */
  digest: string | null;
  created_at: TimeMs;
  updated_at: TimeMs;
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

/** What became of an update on one Sentinel; a change marks the Sentinel's row as changed. */
export interface DeviceUpdateTargetTable {
  device_update_id: number;
  device_ref: number;
  /** pending, success, failed or dropped. */
  status: string;
  reported_at: TimeMs | null;
  detail: string | null;
}

/** What was answered to a call with an idempotency key, so that the same call again gets the same answer. */
export interface AnsweredKeyTable {
  user_id: number;
  idempotency_key: string;
  /** SHA-256 of the call and its body in hex, to tell a repeat from another use of the key. */
  call_hash: string;
  answer: Json;
  created_at: TimeMs;
}
