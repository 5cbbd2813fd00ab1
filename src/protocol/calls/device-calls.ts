import { type Static, Type } from "typebox";
import { Time } from "../records/record-schema.ts";
import { Device } from "../shapes.ts";

/** Bodies and answers of the calls that change Sentinels. */

const LONGEST_TEXT = 1000;
const Text = Type.String({ maxLength: LONGEST_TEXT });
/** The specification's calls send text; numbers are accepted too, and null as no text. */
const TextOrNumber = Type.Union([Text, Type.Number(), Type.Null()]);
const Id = Type.Union([Type.String({ minLength: 1, maxLength: LONGEST_TEXT }), Type.Integer()]);

export const NewDevice = Type.Object({
  device_id: Id,
  device_name: Type.Optional(TextOrNumber),
  location: Type.Optional(TextOrNumber),
  lat: Type.Optional(TextOrNumber),
  long: Type.Optional(TextOrNumber),
  claim_code: Type.Optional(Type.Union([Text, Type.Null()])),
  unassigned: Type.Optional(
    Type.Boolean({ description: "Staff alone: it becomes nobody's, until its claim code is used." }),
  ),
});
export type NewDevice = Static<typeof NewDevice>;

/** Key and code are returned once; a Sentinel taken over with its code has its key already. */
export const NewDeviceAnswer = Type.Object({
  message: Device,
  ingestKey: Type.Union([Type.String(), Type.Null()]),
  claimCode: Type.Union([Type.String(), Type.Null()]),
});
export type NewDeviceAnswer = Static<typeof NewDeviceAnswer>;

export const IngestKeyAnswer = Type.Object({ ingestKey: Type.String() });

/** Absent is unchanged, empty is cleared; `cycle_time` in minutes is needed. */
export const DeviceUpdate = Type.Object({
  device_id: Id,
  device_name: Type.Optional(TextOrNumber),
  cycle_time: Type.Optional(TextOrNumber),
  sync_time: Type.Optional(TextOrNumber),
  group_id: Type.Optional(TextOrNumber),
  /**
   * An addition: `created_on` of the group as the person saw it. Where the id names another group by now, as after a
   * rollback, it is not found.
   */
  group_created_on: Type.Optional(Time),
  location: Type.Optional(TextOrNumber),
  lat: Type.Optional(TextOrNumber),
  long: Type.Optional(TextOrNumber),
});
export type DeviceUpdate = Static<typeof DeviceUpdate>;

const TextOrNull = Type.Optional(Type.Union([Text, Type.Null()]));
const DegreesOrNull = Type.Optional(Type.Union([Type.Number(), Type.Null()]));

/** The edited fields, at least one; null clears. */
export const DeviceDisplay = Type.Object({
  display_name: TextOrNull,
  description: TextOrNull,
  location_name: TextOrNull,
  location_description: TextOrNull,
  latitude: DegreesOrNull,
  longitude: DegreesOrNull,
});
export type DeviceDisplay = Static<typeof DeviceDisplay>;

export const DeviceAnswer = Type.Object({ message: Device });

const IfTrue = Type.Optional(Type.Literal("true"));
/** The parts to clear, at least one; all of them are cleared, or none. */
export const ClearingQuery = Type.Object({ location: IfTrue, insights: IfTrue, ownership: IfTrue });
export type ClearingQuery = Static<typeof ClearingQuery>;

export const ClearingAnswer = Type.Object({
  message: Type.Object({
    device_id: Type.String(),
    location: Type.Boolean(),
    insights: Type.Boolean(),
    ownership: Type.Boolean(),
  }),
});
export type ClearingAnswer = Static<typeof ClearingAnswer>;
