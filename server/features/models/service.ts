import { DEPLOY } from "../../../src/domain/device/deploy.ts";
import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
import type { Deployment } from "../../../src/protocol/fleet.ts";
import { MODEL_FIELDS } from "../../../src/protocol/records/model-fields.ts";
import type { Model } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { slicesOf } from "../../insight-store/slices-of.ts";
import { sortInTurns } from "../../limits/sort-in-turns.ts";
import { jsonRecord } from "../../record-values.ts";
import { findDeployedAlgs, findDeviceKeys } from "../devices/repository.ts";
import { findModels, type ModelRow } from "./repository.ts";

type Needs = Pick<Dependencies, "db">;

/** With all models of an account on each of them, some thousand entries. */
const DEVICES_A_PAGE = 250;

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

/** The models that are deployed on the caller's Sentinels, in pages of some Sentinels each. */
export async function* readDeploymentPages(
  { db }: Needs,
  userId: number,
): AsyncGenerator<Deployment[], void> {
  const devices = await sortInTurns(await findDeviceKeys(db.reader, userId), (a, b) =>
    compareIds(a.device_id, b.device_id),
  );
  for (const slice of slicesOf(devices, DEVICES_A_PAGE)) {
    const refs = slice.map(({ device_ref }) => device_ref);
    const algIds = await findDeployedAlgs(db.reader, refs);
    yield slice.flatMap(({ device_ref, device_id }) =>
      (algIds.get(device_ref) ?? []).map((alg_id) => ({ device_id, alg_id, deployed_status: DEPLOY })),
    );
  }
}

function modelShape(row: ModelRow): Model {
  return jsonRecord(MODEL_FIELDS, row, {
    classes: ({ class_definitions }) => JSON.parse(class_definitions) as Model["classes"],
  });
}
