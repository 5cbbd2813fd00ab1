import { DEPLOY } from "../../../src/domain/device/deploy.ts";
import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
import { isoTime } from "../../../src/domain/time.ts";
import type { Deployment } from "../../../src/protocol/fleet.ts";
import type { Model } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
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

/** What is deployed on the caller's Sentinels. */
export async function listDeployments({ db }: Needs, userId: number): Promise<Deployment[]> {
  const pairs = await findDeployments(db.reader, userId);
  return pairs
    .map(({ device_id, alg_id }) => ({ device_id, alg_id: String(alg_id), deployed_status: DEPLOY }))
    .sort((a, b) => compareIds(a.device_id, b.device_id) || compareIds(a.alg_id, b.alg_id));
}

function modelShape(row: ModelRow): Model {
  return {
    alg_id: String(row.alg_id),
    alg_name: row.alg_name,
    alg_description: row.alg_description,
    alg_type: row.alg_type,
    author: row.author,
    framework: row.framework,
    date_created: isoTime(row.date_created),
    classes: JSON.parse(row.class_definitions) as Model["classes"],
  };
}
