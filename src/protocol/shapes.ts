import { type Static, Type } from "typebox";

/** The shapes of the wire contract that many calls share. Every field is always present; unknown is null. */

const orNull = <S extends ReturnType<typeof Type.Number> | ReturnType<typeof Type.String>>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const text = Type.String();
const textOrNull = orNull(Type.String());
const numberOrNull = orNull(Type.Number());
const intOrNull = Type.Union([Type.Integer(), Type.Null()]);

/** UTC ISO 8601 with milliseconds. */
export const Time = Type.String({ pattern: "^\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" });
const timeOrNull = Type.Union([Time, Type.Null()]);

export const User = Type.Object({
  userIdSql: Type.Integer(),
  firstName: text,
  lastName: text,
  phoneNumber: text,
  country: text,
  username: text,
  email: text,
  imageUrl: textOrNull,
  role: Type.Union([Type.Literal("staff"), Type.Literal("member"), Type.Literal("restricted")]),
});
export type User = Static<typeof User>;

export const UpdateStatus = Type.Union([
  Type.Literal("pending"),
  Type.Literal("success"),
  Type.Literal("failed"),
  Type.Literal("dropped"),
]);

export const DeviceSummary = Type.Object({
  space_remaining: numberOrNull,
  image_count: numberOrNull,
  cycle_count: numberOrNull,
  startup_data: Type.Unknown(),
});

export const Device = Type.Object({
  device_id: text,
  device_name: textOrNull,
  display_name: text,
  description: textOrNull,
  location_name: textOrNull,
  location_description: textOrNull,
  location: textOrNull,
  latitude: numberOrNull,
  longitude: numberOrNull,
  last_seen: timeOrNull,
  cycle_time: intOrNull,
  trigger_number: intOrNull,
  sync_time: intOrNull,
  group_id: textOrNull,
  memory_remaining: numberOrNull,
  images_processed: numberOrNull,
  battery_voltage: numberOrNull,
  summary: Type.Union([DeviceSummary, Type.Null()]),
  device_update_status: Type.Union([UpdateStatus, Type.Null()]),
  allow_complete_images: Type.Boolean(),
  allow_wifi_insights: Type.Boolean(),
  satellite_uid: textOrNull,
  lora_uid: textOrNull,
  software_version: textOrNull,
  hardware_id: textOrNull,
  mcu_version: textOrNull,
  cell_uid: textOrNull,
  sat_passes: intOrNull,
  alg_ids: Type.Array(text),
  models: Type.Array(text),
  last_insight_at: Type.Union([Time, Type.Null()], {
    description:
      "An addition: the time of its newest insight, by the camera's clock where that is to be trusted; null before the first.",
  }),
  last_image_at: Type.Union([Time, Type.Null()], {
    description: "An addition: the same of its newest insight that has a photograph.",
  }),
});
export type Device = Static<typeof Device>;

export const InsightStatus = Type.Union([
  Type.Literal("acknowledge"),
  Type.Literal("favorite"),
  Type.Literal("archive"),
  Type.Literal("none"),
]);

/** `box` is x, y, width and height as fractions of the picture, x and y from its upper left corner. */
const DetectionBox = Type.Object({
  className: text,
  confidence: numberOrNull,
  box: Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { minItems: 4, maxItems: 4 }),
});

const insightFields = {
  id: text,
  insight_id: text,
  source_id: textOrNull,
  device_id: text,
  device_name: textOrNull,
  display_name: text,
  alg_id: textOrNull,
  class_name: text,
  class_id: numberOrNull,
  class_list: Type.Array(Type.Object({ className: text, averageConfidence: numberOrNull })),
  confidence: numberOrNull,
  group_confidence: numberOrNull,
  is_from_lora: Type.Boolean(),
  time_stamp: Time,
  file_ctime: timeOrNull,
  comms_source: Type.Union([
    Type.Literal("wifi"),
    Type.Literal("cellular"),
    Type.Literal("lora"),
    Type.Literal("satellite"),
    Type.Null(),
  ]),
  latitude: numberOrNull,
  longitude: numberOrNull,
  photoUrl: textOrNull,
  photoCreatedAt: timeOrNull,
  /** null only in a collection whose members differ. */
  insight_status: Type.Union([InsightStatus, Type.Null()]),
  userConfirmed: Type.Boolean(),
  collection: Type.Boolean(),
  collection_id: textOrNull,
  window_start: timeOrNull,
  window_end: timeOrNull,
  table: text,
  boxes: Type.Union([Type.Array(DetectionBox), Type.Null()], {
    description:
      "An addition. Where in the picture the animals were seen, by the detector or the person that classified it; " +
      "null where nobody says. A collection has those of its newest member. In GET /api/sync the column is text: " +
      "`x,y,width,height,confidence,class` in thousandths of the picture and whole percent, boxes parted by `;`, " +
      "what is unknown or the insight's own class left out; of boxes below 20 % only the surest comes, of all 20.",
  }),
};

/** An insight that stands alone, or a member of a collection: it never holds members itself. */
export const SingleInsight = Type.Object({
  ...insightFields,
  insights: Type.Array(Type.Never(), { maxItems: 0 }),
});
/** An insight or, where `collection` is true, a collection with its members in `insights`. */
export const Insight = Type.Object({ ...insightFields, insights: Type.Array(SingleInsight) });
export type Insight = Static<typeof Insight>;

/** `path` equals the insight's `photoUrl`: an opaque key made by the server, never a file's path. */
export const Photo = Type.Object({
  insightId: text,
  deviceId: text,
  table: text,
  path: text,
  createdAt: Time,
});
export type Photo = Static<typeof Photo>;

export const Group = Type.Object({
  group_id: text,
  group_name: text,
  deployment_description: textOrNull,
  devices: Type.Array(text),
  created_on: Time,
  updated_on: Time,
});
export type Group = Static<typeof Group>;

export const ALERT_TYPES = [
  "no_recent_insights",
  "spypoint_error",
  "no_recent_camera_triggers",
  "low_battery",
] as const;

export const Alert = Type.Object({
  id: text,
  alert_key: text,
  associated_id: text,
  alert_type: Type.Union(ALERT_TYPES.map((type) => Type.Literal(type))),
  summary: text,
  created_at: Time,
  status: Type.Union([Type.Literal("new"), Type.Literal("acknowledged"), Type.Literal("resolved")]),
});
export type Alert = Static<typeof Alert>;

export const Feature = Type.Object({ id: text, key: text, enabled: Type.Boolean() });
export type Feature = Static<typeof Feature>;

export const ModelClass = Type.Object({ class_id: Type.Number(), label: text, original_label: text });
export const Model = Type.Object({
  alg_id: text,
  alg_name: text,
  alg_description: textOrNull,
  alg_type: textOrNull,
  author: textOrNull,
  framework: text,
  date_created: Time,
  classes: Type.Array(ModelClass),
});
export type Model = Static<typeof Model>;

export const MarketModel = Type.Object({
  alg_id: text,
  name: text,
  alg_name: text,
  description: textOrNull,
  author: textOrNull,
  framework: text,
  image_path: textOrNull,
  classes: Type.Array(ModelClass),
  inAccount: Type.Boolean(),
});
export type MarketModel = Static<typeof MarketModel>;

/** One algorithm of a release; class 99 is 'empty'. */
export const Component = Type.Object({
  algMetadataId: text,
  isIntermediate: Type.Boolean(),
  saveBBImages: Type.Boolean(),
  saveCroppedImages: Type.Boolean(),
  downstreamConfigs: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  bypassClasses: Type.Array(Type.Number()),
  ignoredClasses: Type.Array(Type.Number()),
  imageNormalizationMethod: text,
});
export type Component = Static<typeof Component>;

export const Release = Type.Object({
  id: text,
  name: text,
  description: textOrNull,
  components: Type.Array(Component),
});
export type Release = Static<typeof Release>;

/** An update of Sentinels; times in minutes, `triggerNumber` in photographs. */
export const Update = Type.Object({
  deviceUpdateId: text,
  status: UpdateStatus,
  algReleaseId: text,
  firmwareReleaseTag: Type.Union([Type.Literal("release"), Type.Literal("alpha"), Type.Literal("staging")]),
  cycleTime: Type.Integer(),
  triggerNumber: Type.Integer(),
  satelliteFixTime: intOrNull,
  satellitePasses: intOrNull,
  createdAt: Time,
  deviceIds: Type.Array(text),
  deviceReports: Type.Array(
    Type.Object({ deviceId: text, status: UpdateStatus, reportedAt: timeOrNull, detail: textOrNull }),
    {
      description:
        "An addition: what became of the update on each Sentinel, in the order of `deviceIds`; `reportedAt` and " +
        "`detail` (the Sentinel's own words) are null until it has reported.",
    },
  ),
});
export type Update = Static<typeof Update>;

export const Session = Type.Object({
  id: text,
  createdAt: Time,
  lastSeenAt: Time,
  userAgent: textOrNull,
  current: Type.Boolean(),
});
export type Session = Static<typeof Session>;

export const PublicConfig = Type.Object({
  supportEmail: textOrNull,
  documentationUrl: textOrNull,
  contactSalesUrl: textOrNull,
  stripePublishableKey: textOrNull,
  vapidPublicKey: textOrNull,
  rasterTileUrl: textOrNull,
  basemaps: Type.Array(Type.Object({ name: text, url: text, bytes: Type.Integer() })),
  imageNormalizationMethods: Type.Array(text),
  signup: Type.Union([Type.Literal("open"), Type.Literal("invite"), Type.Literal("closed")]),
  protocol: Type.Integer(),
  version: text,
  /** How patient and how eager the app is; see pace.ts. */
  pace: Type.Object({ callSeconds: Type.Integer(), syncSeconds: Type.Integer() }),
});
export type PublicConfig = Static<typeof PublicConfig>;
