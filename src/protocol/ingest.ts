import { type Static, Type } from "typebox";
import { Time } from "./records/record-schema.ts";
import { Release, Update, UpdateStatus } from "./shapes.ts";

/** The interface of Sentinels: requests under a Sentinel's key, and their answers. */

/** The most insights in one call. */
export const INGEST_CAP = 1000;

const MAX_ID = 200;
const MAX_TEXT = 500;
/** Each page of insights brings their class lists along. */
const MAX_CLASSES = 20;
const MAX_LISTED_CLASS = 100;
/** The greatest whole number of PostgreSQL's integer; a greater one is a mistake. */
const MAX_INTEGER = 2_147_483_647;

const Id = Type.Union([Type.String({ minLength: 1, maxLength: MAX_ID }), Type.Integer()]);
const may = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S, description?: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], description === undefined ? {} : { description }));

const Degrees = {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
};
const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const CommsSource = Type.Union([
  Type.Literal("wifi"),
  Type.Literal("cellular"),
  Type.Literal("lora"),
  Type.Literal("satellite"),
]);
/** ISO 8601 with a zone. Wider than the wire's own form, because few cameras write that. */
const SentTime = Type.String({ minLength: 1, maxLength: 40 });

export const IngestItem = Type.Object({
  source_id: Type.Union([Type.String({ minLength: 1, maxLength: MAX_ID }), Type.Integer()], {
    description: "What the Sentinel calls it; with the table its name for ever.",
  }),
  table: may(Type.String({ minLength: 1, maxLength: MAX_ID }), "`insights` where left out"),
  class_name: Type.String({ minLength: 1, maxLength: MAX_ID }),
  class_id: may(Type.Integer({ minimum: -MAX_INTEGER, maximum: MAX_INTEGER })),
  class_list: may(
    Type.Array(
      Type.Object({
        className: Type.String({ minLength: 1, maxLength: MAX_LISTED_CLASS }),
        averageConfidence: may(Fraction),
      }),
      { maxItems: MAX_CLASSES },
    ),
  ),
  confidence: may(Fraction),
  group_confidence: may(Fraction),
  is_from_lora: may(Type.Boolean(), "where left out: whether `comms_source` is `lora`"),
  alg_id: may(Id, "a model that the server does not know is left out"),
  comms_source: may(CommsSource),
  time_stamp: may(
    SentTime,
    "when a gateway received it, else now; refused where it lies more than 5 minutes ahead of the server's clock",
  ),
  file_ctime: may(SentTime, "by the camera's clock, however wrong"),
  latitude: may(Degrees.latitude, "the Sentinel's own position where both are left out"),
  longitude: may(Degrees.longitude),
  collection_id: may(Id, "what the Sentinel calls the burst that it belongs to"),
  window_start: may(
    SentTime,
    "of the collection, which spans all that its insights say; without a collection ignored",
  ),
  window_end: may(SentTime),
});
export type IngestItem = Static<typeof IngestItem>;

/** For the documentation: items are checked one by one, and a wrong one refuses itself alone. */
export const IngestRequest = Type.Object({
  insights: Type.Array(IngestItem, { minItems: 1, maxItems: INGEST_CAP }),
});

export const IngestResult = Type.Object({
  index: Type.Integer(),
  source_id: Type.Union([Type.String(), Type.Null()]),
  table: Type.Union([Type.String(), Type.Null()]),
  insight_id: Type.Union([Type.String(), Type.Null()]),
  result: Type.Union([
    Type.Literal("created"),
    Type.Literal("duplicate"),
    Type.Literal("conflict"),
    Type.Literal("refused"),
  ]),
  errors: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
});
export type IngestResult = Static<typeof IngestResult>;
export const IngestResults = Type.Object({ message: Type.Array(IngestResult) });

export const PhotoReceived = Type.Object({
  message: Type.Object({
    received: Type.Integer({ description: "bytes from the beginning on that need not be sent again" }),
    complete: Type.Boolean(),
    path: Type.Union([Type.String(), Type.Null()]),
  }),
});
export type PhotoReceived = Static<typeof PhotoReceived>;

const text = may(Type.String({ maxLength: MAX_TEXT }));
const amount = may(Type.Number({ minimum: 0 }));

export const StatusSummary = Type.Object({
  space_remaining: amount,
  image_count: amount,
  cycle_count: amount,
  startup_data: Type.Optional(
    Type.Unknown({ description: "anything, of at most 20,000 characters as JSON and 20 levels" }),
  ),
});

export const StatusReport = Type.Object(
  {
    recorded_at: may(
      SentTime,
      "now where left out or ahead of the server's clock; a report of an older moment overwrites nothing that a newer one said",
    ),
    battery_voltage: may(Type.Number({ minimum: 0, maximum: 100_000 }), "volts; over 100 it is millivolts"),
    memory_remaining: amount,
    images_processed: amount,
    last_trigger_at: may(SentTime),
    cable_error: may(Type.Boolean()),
    comms_source: may(CommsSource),
    latitude: may(Degrees.latitude, "not taken where `satellite_fix` is false"),
    longitude: may(Degrees.longitude),
    satellite_fix: may(Type.Boolean()),
    sat_passes: may(Type.Integer({ minimum: 0, maximum: MAX_INTEGER })),
    satellite_uid: text,
    lora_uid: text,
    cell_uid: text,
    software_version: text,
    hardware_id: text,
    mcu_version: text,
    summary: may(StatusSummary),
  },
  { minProperties: 1 },
);
export type StatusReport = Static<typeof StatusReport>;

export const StatusTaken = Type.Object({
  message: Type.Object({ device_id: Type.String(), last_seen: Type.Union([Time, Type.Null()]) }),
});
export type StatusTaken = Static<typeof StatusTaken>;

const { deviceUpdateId, firmwareReleaseTag, algReleaseId, cycleTime, triggerNumber } = Update.properties;
const { satelliteFixTime, satellitePasses, createdAt } = Update.properties;
const Offer = Type.Object({
  deviceUpdateId,
  firmwareReleaseTag,
  algReleaseId,
  algRelease: Release,
  cycleTime,
  triggerNumber,
  satelliteFixTime,
  satellitePasses,
  createdAt,
});
export const UpdateOffer = Type.Object({ message: Type.Union([Offer, Type.Null()]) });

export const UpdateReport = Type.Object({
  status: Type.Union([Type.Literal("success"), Type.Literal("failed")]),
  detail: may(Type.String(), "the Sentinel's own words; what is beyond 2,000 characters is cut off"),
});

export const UpdateReported = Type.Object({
  message: Type.Object({ deviceUpdateId: Type.String(), status: UpdateStatus }),
});
