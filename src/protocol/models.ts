import { Type } from "typebox";
import { ModelClass } from "./records/record-schema.ts";

/** Calls about single models: their classes, and the Sentinels that run them. */

const Id = Type.Union([Type.String(), Type.Integer()]);

export const ModelClasses = Type.Object({ message: Type.Object({ classes: Type.Array(ModelClass) }) });

/** Either a Sentinel or a group; "Deploy" deploys the model, any other text removes it. */
export const DeploymentChange = Type.Object({
  device_id: Type.Optional(Type.Union([Id, Type.Null()])),
  group_id: Type.Optional(Type.Union([Id, Type.Null()])),
  alg_id: Id,
  deployed_status: Type.String({ maxLength: 200 }),
});
