import { type Static, Type } from "typebox";
import { ALERT_STATUSES } from "../../domain/alert/alert.ts";
import { THRESHOLD_RANGES, type ThresholdType } from "../../domain/alert/alert-settings.ts";
import { Time } from "../records/record-schema.ts";
import { Alert } from "../shapes.ts";

/** Bodies and answers of the calls about alerts. */

export const AlertList = Type.Object({ message: Type.Array(Alert) });
export const AlertAnswer = Type.Object({ message: Alert });
export const AlertsUpdated = Type.Object({ message: Type.Object({ updated: Type.Integer() }) });

export const AlertStatusChange = Type.Object({
  status: Type.Union(ALERT_STATUSES.map((status) => Type.Literal(status))),
  /**
   * An addition: `created_at` of the alert as the person saw it. Where the id names another alert by now, as after a
   * rollback, it is not found.
   */
  created_at: Type.Optional(Time),
});

const flags = {
  no_recent_insights: Type.Boolean(),
  spypoint_error: Type.Boolean(),
  no_recent_camera_triggers: Type.Boolean(),
  low_battery: Type.Boolean(),
};
const Flags = Type.Object(flags);

const thresholds = {
  no_recent_insights: threshold("no_recent_insights"),
  no_recent_camera_triggers: threshold("no_recent_camera_triggers"),
  low_battery: threshold("low_battery"),
};
const Thresholds = Type.Object(thresholds);
const SomeThresholds = Type.Partial(Thresholds);

/** Hours and volts; `groupSettings` has an entry for each of the caller's groups. */
export const AlertSettings = Type.Object({
  settings: Flags,
  groupSettings: Type.Array(
    Type.Object({
      deviceGroupId: Type.String(),
      ignore: Type.Boolean(),
      thresholds: Type.Union([Thresholds, Type.Null()]),
    }),
  ),
  thresholds: Thresholds,
});
export type AlertSettings = Static<typeof AlertSettings>;
export const AlertSettingsAnswer = Type.Object({ message: AlertSettings });

/**
 * Properties that are left out keep their values. A group's thresholds are a whole: those that a body leaves out are
 * taken from the group's, or else from the account's. Null: the group has those of the account again.
 */
export const AlertSettingsChange = Type.Object({
  settings: Type.Optional(Type.Partial(Flags)),
  groupSettings: Type.Optional(
    Type.Array(
      Type.Object({
        deviceGroupId: Type.Union([Type.String({ maxLength: 1000 }), Type.Integer()]),
        ignore: Type.Optional(Type.Boolean()),
        thresholds: Type.Optional(Type.Union([SomeThresholds, Type.Null()])),
      }),
      { maxItems: 10_000 },
    ),
  ),
  thresholds: Type.Optional(SomeThresholds),
});
export type AlertSettingsChange = Static<typeof AlertSettingsChange>;

function threshold(type: ThresholdType) {
  const { least, most, isWhole } = THRESHOLD_RANGES[type];
  const range = { minimum: least, maximum: most };
  return isWhole ? Type.Integer(range) : Type.Number(range);
}
