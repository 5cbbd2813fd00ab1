import { type Static, Type } from "typebox";
import { Component, Release, Update } from "./shapes.ts";

/** Updates of Sentinels, and the releases that they install, as people and Sentinels send and receive them. */

const Id = Type.Union([Type.String(), Type.Integer()]);
const intOrNull = Type.Union([Type.Integer(), Type.Null()]);

export const UpdateList = Type.Object({ message: Type.Array(Update) });
export const UpdateAnswer = Type.Object({ message: Update });

/** The options stand in src/domain/device/device-update.ts; minutes, and for `triggerNumber` photographs. */
export const NewUpdate = Type.Object({
  deviceIds: Type.Array(Id),
  firmwareReleaseTag: Type.String(),
  algReleaseId: Id,
  settings: Type.Object({
    cycleTime: Type.Integer(),
    triggerNumber: Type.Integer(),
    satelliteFixTime: Type.Optional(intOrNull),
    satellitePasses: Type.Optional(intOrNull),
  }),
});

/** The `message` of the 400 of `POST /api/devices/update`: the pending updates of the Sentinels that were named. */
export const UpdateConflicts = Type.Array(
  Type.Object({
    /** The owner's e-mail, where the owner still shares the Sentinel with the caller; else null. */
    email: Type.Union([Type.String(), Type.Null()]),
    deviceUpdateId: Type.String(),
  }),
);
export type UpdateConflicts = Static<typeof UpdateConflicts>;

export const UpdateDrop = Type.Object({ status: Type.Literal("dropped") });

export const ReleaseList = Type.Object({ message: Type.Array(Release) });
export const ReleaseAnswer = Type.Object({ message: Release });

/** A component as it is sent; a field that is left out is false, an empty list, or `resize`. */
const { properties: component } = Component;
const NewComponent = Type.Object({
  algMetadataId: Id,
  isIntermediate: Type.Optional(component.isIntermediate),
  saveBBImages: Type.Optional(component.saveBBImages),
  saveCroppedImages: Type.Optional(component.saveCroppedImages),
  downstreamConfigs: Type.Optional(component.downstreamConfigs),
  bypassClasses: Type.Optional(component.bypassClasses),
  ignoredClasses: Type.Optional(component.ignoredClasses),
  imageNormalizationMethod: Type.Optional(component.imageNormalizationMethod),
});
export const NewRelease = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
  models: Type.Array(NewComponent, { minItems: 1, maxItems: 50 }),
});
export type NewRelease = Static<typeof NewRelease>;
