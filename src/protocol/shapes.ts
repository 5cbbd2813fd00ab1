import { type Static, Type } from "typebox";
import { Basemap } from "./basemaps.ts";
import { ALERT_FIELDS } from "./records/alert-fields.ts";
import { DEVICE_FIELDS } from "./records/device-fields.ts";
import { GROUP_FIELDS } from "./records/group-fields.ts";
import { INSIGHT_FIELDS } from "./records/insight-fields.ts";
import { ALG_FIELDS, INTERNAL_USER_FIELDS } from "./records/internal-fields.ts";
import { MODEL_FIELDS } from "./records/model-fields.ts";
import type { JsonRecord } from "./records/record-fields.ts";
import {
  fieldSchemas,
  ModelClass,
  recordSchema,
  Time,
  textOrNull,
  timeOrNull,
} from "./records/record-schema.ts";

/** The shapes of the wire contract that many calls share. Every field is always present; unknown is null. */

const text = Type.String();
const intOrNull = Type.Union([Type.Integer(), Type.Null()]);

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
  /** An addition: from when on the account is deleted, as its user asked; null: it stays. */
  deletionAt: timeOrNull,
});
export type User = Static<typeof User>;

export const UpdateStatus = Type.Union([
  Type.Literal("pending"),
  Type.Literal("success"),
  Type.Literal("failed"),
  Type.Literal("dropped"),
]);

export const Device = recordSchema(DEVICE_FIELDS, {
  last_insight_at:
    "An addition: the time of its newest insight, by the camera's clock where that is to be trusted; null before the first.",
  last_image_at: "An addition: the same of its newest insight that has a photograph.",
});
export type Device = JsonRecord<typeof DEVICE_FIELDS>;

export const InsightStatus = Type.Union([
  Type.Literal("acknowledge"),
  Type.Literal("favorite"),
  Type.Literal("archive"),
  Type.Literal("none"),
]);

const insightFields = {
  id: text,
  ...fieldSchemas(INSIGHT_FIELDS, {
    boxes:
      "An addition. Where in the picture the animals were seen, by the detector or the person that classified it; " +
      "null where nobody says. A collection has those of its newest member. In GET /api/sync the column is text: " +
      "`x,y,width,height,confidence,class` in thousandths of the picture and whole percent, boxes parted by `;`, " +
      "what is unknown or the insight's own class left out; of boxes below 20 % only the surest comes, of all 20.",
    observation:
      "An addition. What people noted of the sighting beside its class, as an import brought it; null where nothing " +
      "is noted. A collection has that of its newest member. In GET /api/sync the column is the object as JSON text.",
  }),
  device_name: textOrNull,
  display_name: text,
  collection: Type.Boolean(),
};

/** A single insight, or a member of a collection; it never has members. */
export const SingleInsight = Type.Object({
  ...insightFields,
  insights: Type.Array(Type.Never(), { maxItems: 0 }),
});
/** An insight or, where `collection` is true, a collection with its members in `insights`. */
export const Insight = Type.Object({ ...insightFields, insights: Type.Array(SingleInsight) });
export type Insight = Static<typeof Insight>;

/** `path` equals the insight's `photoUrl`: an opaque key of the server, not a path of a file. */
export const Photo = Type.Object({
  insightId: text,
  deviceId: text,
  table: text,
  path: text,
  createdAt: Time,
});
export type Photo = Static<typeof Photo>;

export const Group = recordSchema(GROUP_FIELDS);
export type Group = JsonRecord<typeof GROUP_FIELDS>;

export const Alert = recordSchema(ALERT_FIELDS, {
  since:
    "An addition: since when it is so, by the server's clock: the arrival of the last insight, of the last sign of a " +
    "trigger, of the low reading, or of the first report of the cable's fault.",
  threshold: "An addition: the setting that was crossed, in hours or volts; null for a fault of the cable.",
  battery_voltage: "An addition: the low reading in volts; null for the other types.",
  acknowledged_by:
    "An addition, as `resolved_by`: the signed-in device, as `Chrome on Android`; null where not known.",
  resolved_cause: "An addition: `person`, or `condition_ended` where what it reports was over.",
});
export type Alert = JsonRecord<typeof ALERT_FIELDS>;

export const Feature = Type.Object({ id: text, key: text, enabled: Type.Boolean() });
export type Feature = Static<typeof Feature>;

export const Model = recordSchema(MODEL_FIELDS);
export type Model = JsonRecord<typeof MODEL_FIELDS>;

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

export const InternalUser = recordSchema(INTERNAL_USER_FIELDS);
export type InternalUser = JsonRecord<typeof INTERNAL_USER_FIELDS>;

/** An algorithm of the server, with the place of its file. */
export const Alg = recordSchema(ALG_FIELDS);
export type Alg = JsonRecord<typeof ALG_FIELDS>;

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
  /** Empty for who is not signed in. */
  basemaps: Type.Array(Basemap),
  imageNormalizationMethods: Type.Array(text),
  signup: Type.Union([Type.Literal("open"), Type.Literal("invite"), Type.Literal("closed")]),
  /** An addition: whether there is no account yet, and the first one needs the code that the server printed. */
  needsSetupCode: Type.Optional(Type.Boolean()),
  protocol: Type.Integer(),
  version: text,
  /** Whether the operator has set up that mails and text messages leave the server. */
  platforms: Type.Object({ email: Type.Boolean(), sms: Type.Boolean() }),
  /** Timeout and poll interval of the app; see pace.ts. */
  pace: Type.Object({ callSeconds: Type.Integer(), syncSeconds: Type.Integer() }),
});
export type PublicConfig = Static<typeof PublicConfig>;
