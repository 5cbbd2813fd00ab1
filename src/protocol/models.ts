import { Type } from "typebox";
import { ModelClass } from "./records/record-schema.ts";

/** What is said of single models: their classes, and on which Sentinels they run. */

const Id = Type.Union([Type.String(), Type.Integer()]);

export const ModelClasses = Type.Object({ message: Type.Object({ classes: Type.Array(ModelClass) }) });

/** Either a Sentinel or a group; "Deploy" puts the model on, any other text takes it off. */
export const DeploymentChange = Type.Object({
  device_id: Type.Optional(Type.Union([Id, Type.Null()])),
  group_id: Type.Optional(Type.Union([Id, Type.Null()])),
  alg_id: Id,
  deployed_status: Type.String({ maxLength: 200 }),
});
