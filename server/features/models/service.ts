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
import { partsThatFit } from "../insights/list-parts-query.ts";
import { findModelKeys, findModels, type ModelKey, type ModelRow } from "./repository.ts";

type Needs = Pick<Dependencies, "db">;

/** With all models of an account on each of them, some thousand entries. */
const DEVICES_A_PAGE = 250;

/**
 * The models in the caller's account, by name, in pages of at most SHAPED_PART_BYTES.
 * @throws ApiError not_found for any other user's number
 */
export function modelPagesOf(deps: Needs, callerId: number, userId: string): AsyncGenerator<Model[], void> {
  if (userId !== String(callerId)) throw notFound();
  return readModelPages(deps, callerId);
}

async function* readModelPages({ db }: Needs, userId: number): AsyncGenerator<Model[], void> {
  const keys = await sortInTurns(
    await findModelKeys(db, userId),
    byNameThenId<ModelKey>(
      (model) => model.alg_name,
      (model) => String(model.alg_id),
    ),
  );
  for (const part of partsThatFit(keys)) {
    const ids = part.map(({ alg_id }) => alg_id);
    const rows = new Map((await findModels(db, userId, ids)).map((row) => [row.alg_id, row]));
    yield ids.flatMap((id) => {
      const row = rows.get(id);
      return row === undefined ? [] : [modelShape(row)];
    });
  }
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
