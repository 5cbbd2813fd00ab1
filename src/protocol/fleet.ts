import { type Static, Type } from "typebox";
import { Device, Feature, Group, Model } from "./shapes.ts";

/** Answers about a user's Sentinels, groups, models and features. */

export const DeviceList = Type.Object({ message: Type.Array(Device) });

/**
 * The UTC days on which a Sentinel reported, as runs of days that follow each other: `["2026-10-01", "2026-10-31"]`.
 */
export const DeviceReportDays = Type.Object({
  device_id: Type.String(),
  days: Type.Array(Type.Tuple([Type.String(), Type.String()])),
});
export type DeviceReportDays = Static<typeof DeviceReportDays>;
export const DeviceReportDaysList = Type.Object({ message: Type.Array(DeviceReportDays) });

export const GroupList = Type.Object({ message: Type.Array(Group) });
export const ModelList = Type.Object({ message: Type.Array(Model) });

/** One model on one Sentinel; a list holds deployed pairs only, all "Deploy". */
export const Deployment = Type.Object({
  device_id: Type.String(),
  alg_id: Type.String(),
  deployed_status: Type.String(),
});
export type Deployment = Static<typeof Deployment>;
export const DeploymentList = Type.Object({ message: Type.Array(Deployment) });

export const FeatureList = Type.Object({ message: Type.Array(Feature) });
export const FeatureSwitch = Type.Object({ enabled: Type.Boolean() });
export const FeatureAnswer = Type.Object({ message: Feature });
