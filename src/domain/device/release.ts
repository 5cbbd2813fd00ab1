import { EMPTY_CLASS_ID } from "../insight/insight.ts";

/** The frameworks that a Sentinel can run; letter case counts. */
export const RELEASE_FRAMEWORKS = ["2StageClassifier", "YOLOv5"] as const;
export const IMAGE_NORMALIZATION_METHODS = ["resize"] as const;
export const DEFAULT_IMAGE_NORMALIZATION = "resize";

/** Facts of a model's file that a Sentinel needs to fetch it. */
export interface ModelFileFacts {
  readonly framework: string;
  readonly bucket: string | null;
  readonly path: string | null;
  readonly checksum: string | null;
}

/** The parts that a model lacks before it may be released; `framework`: it has one that no Sentinel can run. */
export type ModelLack = "bucket" | "path" | "checksum" | "framework";

export function modelLacks(facts: ModelFileFacts): readonly ModelLack[] {
  const empty = (["bucket", "path", "checksum"] as const).filter((fact) => !facts[fact]);
  return RELEASE_FRAMEWORKS.some((known) => known === facts.framework) ? empty : [...empty, "framework"];
}

export function mayBeReleased(facts: ModelFileFacts): boolean {
  return modelLacks(facts).length === 0;
}

/** Those of the chosen classes that are neither the model's nor 'empty'. */
export function classesBeyond(chosen: readonly number[], ofModel: readonly number[]): number[] {
  const known = new Set([...ofModel, EMPTY_CLASS_ID]);
  return chosen.filter((classId) => !known.has(classId));
}
