import { namesOf } from "../../../src/domain/account/audit.ts";
import type { Role } from "../../../src/domain/account/role.ts";
import {
  classesBeyond,
  DEFAULT_IMAGE_NORMALIZATION,
  IMAGE_NORMALIZATION_METHODS,
  mayBeReleased,
} from "../../../src/domain/device/release.ts";
import { byNameThenId } from "../../../src/domain/text-order.ts";
import { RELEASE_SENTENCES as TEXT } from "../../../src/messages/server/device-updates.ts";
import type { NewRelease } from "../../../src/protocol/device-updates.ts";
import type { Component, Release } from "../../../src/protocol/shapes.ts";
import type { View } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { type Actor, recordAct } from "../audit/service.ts";
import { releaseShape } from "./release-shape.ts";
import { findModelsById, findReleases, insertRelease, type ReleasedModelRow } from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** Staff see all releases, others those that are assigned to them; by name. */
export async function listReleases(
  deps: Pick<Needs, "db">,
  caller: { userId: number; role: Role },
): Promise<Release[]> {
  return listReleasesOf(deps.db.reader, caller.role === "staff" ? null : caller.userId);
}

/** The releases that staff approved for the caller. */
export async function listApprovedReleases(deps: Pick<Needs, "db">, userId: number): Promise<Release[]> {
  return listReleasesOf(deps.db.reader, userId);
}

/** @throws ApiError invalid, which names the models that cannot be released and the classes that they do not have */
export async function createRelease(
  { db, clock }: Needs,
  actor: Actor,
  wanted: NewRelease,
): Promise<Release> {
  const components = wanted.models.map(componentOf);
  return db.write(async (transaction) => {
    const ids = components.map(({ algMetadataId }) => rowIdOf(algMetadataId) ?? 0);
    const models = await findModelsById(transaction, [...new Set(ids)]);
    refuseWrongModels(components, models);
    const row = await insertRelease(transaction, {
      name: wanted.name,
      description: wanted.description ?? null,
      components: JSON.stringify(components),
      created_at: clock.now(),
    });
    await recordAct(transaction, actor, clock.now(), {
      action: "create_release",
      targetKind: "release",
      targetId: String(row.release_id),
      target: row.name,
      changes: [{ fact: "models", before: null, after: namesOf(components.map((one) => one.algMetadataId)) }],
    });
    return releaseShape(row);
  });
}

/** All releases, or those that are assigned to one user, by name. */
export async function listReleasesOf(view: View, assignedTo: number | null): Promise<Release[]> {
  const rows = await findReleases(view, assignedTo);
  return rows.map(releaseShape).sort(
    byNameThenId(
      (release) => release.name,
      (release) => release.id,
    ),
  );
}

function componentOf(sent: NewRelease["models"][number]): Component {
  return {
    algMetadataId: String(sent.algMetadataId),
    isIntermediate: sent.isIntermediate ?? false,
    saveBBImages: sent.saveBBImages ?? false,
    saveCroppedImages: sent.saveCroppedImages ?? false,
    downstreamConfigs: sent.downstreamConfigs ?? [],
    bypassClasses: sent.bypassClasses ?? [],
    ignoredClasses: sent.ignoredClasses ?? [],
    imageNormalizationMethod: sent.imageNormalizationMethod ?? DEFAULT_IMAGE_NORMALIZATION,
  };
}

function refuseWrongModels(components: readonly Component[], models: readonly ReleasedModelRow[]): void {
  const errors: Record<string, string> = {};
  const malformed = new Set<string>();
  for (const [at, component] of components.entries()) {
    const model = models.find(({ alg_id }) => String(alg_id) === component.algMetadataId);
    if (model === undefined) {
      errors[`models.${at}.algMetadataId`] = TEXT.unknownModel;
      continue;
    }
    if (!mayBeReleased(factsOf(model))) malformed.add(model.alg_name);
    for (const field of ["ignoredClasses", "bypassClasses"] as const) {
      const beyond = classesBeyond(component[field], classIdsOf(model));
      if (beyond.length > 0) errors[`models.${at}.${field}`] = TEXT.unknownClass(beyond);
    }
    if (!IMAGE_NORMALIZATION_METHODS.some((method) => method === component.imageNormalizationMethod)) {
      errors[`models.${at}.imageNormalizationMethod`] =
        TEXT.unknownNormalization(IMAGE_NORMALIZATION_METHODS);
    }
  }
  if (malformed.size > 0) errors.models = TEXT.modelsMalformed([...malformed]);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function factsOf(model: ReleasedModelRow) {
  const { framework, alg_bucket: bucket, alg_path: path, md5_checksum: checksum } = model;
  return { framework, bucket, path, checksum };
}

function classIdsOf(model: ReleasedModelRow): number[] {
  return (JSON.parse(model.class_definitions) as { class_id: number }[]).map(({ class_id }) => class_id);
}
