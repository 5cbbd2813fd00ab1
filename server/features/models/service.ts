import { DEPLOY } from "../../../src/domain/device/deploy.ts";
import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
import type { Deployment } from "../../../src/protocol/fleet.ts";
import { MODEL_FIELDS } from "../../../src/protocol/records/model-fields.ts";
import type { Model } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { jsonRecord } from "../../record-values.ts";
import { findDeployments } from "../devices/repository.ts";
import { findModels, type ModelRow } from "./repository.ts";

type Needs = Pick<Dependencies, "db">;

/**
 * The models in the caller's account, by name.
 * @throws ApiError not_found for any other user's number
 */
export async function listModels({ db }: Needs, callerId: number, userId: string): Promise<Model[]> {
  if (userId !== String(callerId)) throw notFound();
  const rows = await findModels(db, callerId);
  return rows.map(modelShape).sort(
    byNameThenId(
      (model) => model.alg_name,
      (model) => model.alg_id,
    ),
  );
}

/** The models that are deployed on the caller's Sentinels. */
export async function listDeployments({ db }: Needs, userId: number): Promise<Deployment[]> {
  const pairs = await findDeployments(db.reader, userId);
  return pairs
    .map(({ device_id, alg_id }) => ({ device_id, alg_id: String(alg_id), deployed_status: DEPLOY }))
    .sort((a, b) => compareIds(a.device_id, b.device_id) || compareIds(a.alg_id, b.alg_id));
}

function modelShape(row: ModelRow): Model {
  return jsonRecord(MODEL_FIELDS, row, {
    classes: ({ class_definitions }) => JSON.parse(class_definitions) as Model["classes"],
  });
}
