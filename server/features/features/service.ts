import { FEATURES } from "../../../src/domain/feature.ts";
import type { Feature } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { readFeatures, writeFeature } from "./repository.ts";

type Needs = Pick<Dependencies, "db">;

/** All features that exist, each as it stands for this user. */
export async function listFeatures({ db }: Needs, userId: number): Promise<Feature[]> {
  const stored = await readFeatures(db, userId);
  return FEATURES.map(({ id, key }) => ({
    id,
    key,
    enabled: stored.some((feature) => feature.key === key && feature.enabled === 1),
  }));
}

/** @throws ApiError not_found where there is no such feature */
export async function switchFeature(
  { db }: Needs,
  userId: number,
  featureId: string,
  enabled: boolean,
): Promise<Feature> {
  const feature = FEATURES.find(({ id }) => id === featureId);
  if (feature === undefined) throw notFound();
  await writeFeature(db, userId, feature.key, enabled);
  return { ...feature, enabled };
}
