/** The tables whose rows carried `xid` from the first migration on. */
export const FIRST_FEED_TABLES = [
  "devices",
  "device_users",
  "groups",
  "algs",
  "user_algs",
  "alerts",
  "insights",
  "photos",
  "bulk_updates",
  "tombstones",
] as const;

/** The tables whose rows carry `xid`. */
export const FEED_TABLES = [...FIRST_FEED_TABLES, "group_devices", "replaced_decisions"] as const;

/** A change in `on` marks the row of `touches` with the same `key` as changed: what it shows depends on it. */
export interface TouchRule {
  readonly on: string;
  readonly touches: string;
  readonly key: string;
}

export const TOUCH_RULES: readonly TouchRule[] = [
  { on: "group_devices", touches: "groups", key: "group_id" },
  { on: "deployments", touches: "devices", key: "device_ref" },
];

/** A delete from `on` leaves a tombstone; the fields are SQL over `old`, in the part both databases share. */
export interface GoneRule {
  readonly on: string;
  /** The name of the table on the wire. */
  readonly feedTable: string;
  readonly rowKey: string;
  readonly userId: string;
  readonly deviceRef: string;
  /** Leaves out deletes that cascade from a Sentinel: a mirror that drops a Sentinel drops its rows with it. */
  readonly from: string;
}

export const OF_ITS_DEVICE = "from devices where devices.device_ref = old.device_ref";

export const GONE_RULES: readonly GoneRule[] = [
  {
    on: "device_users",
    feedTable: "devices",
    rowKey: "devices.device_id",
    userId: "old.user_id",
    deviceRef: "old.device_ref",
    from: OF_ITS_DEVICE,
  },
  {
    on: "insights",
    feedTable: "insights",
    rowKey: "cast(old.insight_id as text)",
    userId: "null",
    deviceRef: "old.device_ref",
    from: OF_ITS_DEVICE,
  },
  {
    on: "photos",
    feedTable: "photos",
    rowKey: "cast(old.photo_id as text)",
    userId: "null",
    deviceRef: "old.device_ref",
    from: OF_ITS_DEVICE,
  },
  {
    on: "groups",
    feedTable: "groups",
    rowKey: "cast(old.group_id as text)",
    userId: "old.user_id",
    deviceRef: "null",
    from: "",
  },
  {
    on: "user_algs",
    feedTable: "models",
    rowKey: "cast(old.alg_id as text)",
    userId: "old.user_id",
    deviceRef: "null",
    from: "",
  },
  {
    on: "alerts",
    feedTable: "alerts",
    rowKey: "cast(old.alert_id as text)",
    userId: "old.user_id",
    deviceRef: "null",
    from: "",
  },
  {
    on: "bulk_updates",
    feedTable: "updates",
    rowKey: "cast(old.bulk_id as text)",
    userId: "old.user_id",
    deviceRef: "null",
    from: "",
  },
];
