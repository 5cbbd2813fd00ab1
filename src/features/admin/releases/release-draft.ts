import { DEFAULT_IMAGE_NORMALIZATION, mayBeReleased } from "../../../domain/device/release.ts";
import { EMPTY_CLASS_ID } from "../../../domain/insight/insight.ts";
import { isRecord } from "../../../domain/record-guard.ts";
import { RELEASES } from "../../../messages/admin/releases.ts";
import { RELEASE_SENTENCES } from "../../../messages/server/device-updates.ts";
import type { NewRelease } from "../../../protocol/device-updates.ts";
import type { Alg } from "../../../protocol/shapes.ts";
import { modelFileOf } from "../algs/model-file.ts";

/** A model of the draft, as chosen and typed. */
export interface ModelDraft {
  alg: Alg;
  ignored: ReadonlySet<number>;
  bypass: ReadonlySet<number>;
  normalization: string;
  isIntermediate: boolean;
  saveBBImages: boolean;
  saveCroppedImages: boolean;
  /** JSON; blank is an empty list. */
  downstream: string;
}

export interface ReleaseDraft {
  name: string;
  description: string;
  models: readonly ModelDraft[];
}

export const EMPTY_RELEASE: ReleaseDraft = { name: "", description: "", models: [] };

/** The server's limits. */
const MOST_NAME = 200;
const MOST_DESCRIPTION = 2_000;

export function newModel(alg: Alg): ModelDraft {
  return {
    alg,
    ignored: new Set(),
    bypass: new Set(),
    normalization: DEFAULT_IMAGE_NORMALIZATION,
    isIntermediate: false,
    saveBBImages: false,
    saveCroppedImages: false,
    downstream: "",
  };
}

/** The draft with its models as the server has them now: a stored one may be days old. A model that is gone stays. */
export function withCurrentAlgs(draft: ReleaseDraft, algs: readonly Alg[]): ReleaseDraft {
  if (draft.models.length === 0 || algs.length === 0) return draft;
  const byId = new Map(algs.map((alg) => [alg.alg_id, alg]));
  return {
    ...draft,
    models: draft.models.map((model) => ({ ...model, alg: byId.get(model.alg.alg_id) ?? model.alg })),
  };
}

export interface ClassChoice {
  id: number;
  label: string;
}

/** The classes of a model's labels, and 'empty', which every model has. */
export function classChoices({ class_definitions: classes }: Pick<Alg, "class_definitions">): ClassChoice[] {
  const own = classes.map(({ class_id, label }) => ({ id: class_id, label }));
  return own.some(({ id }) => id === EMPTY_CLASS_ID)
    ? own
    : [...own, { id: EMPTY_CLASS_ID, label: RELEASES.empty }];
}

/** The default first where the server's list has it, and the default alone where the list is not known. */
export function normalizationChoices(offered: readonly string[] | undefined): readonly string[] {
  if (offered === undefined || offered.length === 0) return [DEFAULT_IMAGE_NORMALIZATION];
  return [DEFAULT_IMAGE_NORMALIZATION, ...offered.filter((name) => name !== DEFAULT_IMAGE_NORMALIZATION)];
}

/** Sentences by the name of the field in the body of the call. */
export type ReleaseErrors = Readonly<Record<string, string>>;

type CheckedRelease = { ok: true; release: NewRelease } | { ok: false; errors: ReleaseErrors };

/** Checks a draft as the server will; models that cannot be released are named in one sentence at `models`. */
export function checkRelease({ name, description, models }: ReleaseDraft): CheckedRelease {
  const errors: Record<string, string> = {};
  if (name.trim() === "") errors.name = RELEASES.nameMissing;
  else if (name.trim().length > MOST_NAME) errors.name = RELEASES.nameLong(MOST_NAME);
  if (description.trim().length > MOST_DESCRIPTION) errors.description = RELEASES.nameLong(MOST_DESCRIPTION);
  const malformed = models.filter(({ alg }) => !mayBeReleased(modelFileOf(alg)));
  if (models.length === 0) errors.models = RELEASES.noModel;
  else if (malformed.length > 0)
    errors.models = RELEASE_SENTENCES.modelsMalformed(malformed.map(({ alg }) => alg.alg_name));
  const configs = models.map(({ downstream }) => readDownstream(downstream));
  for (const [at, read] of configs.entries())
    if (!read.ok) errors[`models.${at}.downstreamConfigs`] = read.why;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    release: {
      name: name.trim(),
      description: description.trim() || null,
      models: models.map((model, at) => ({
        algMetadataId: model.alg.alg_id,
        isIntermediate: model.isIntermediate,
        saveBBImages: model.saveBBImages,
        saveCroppedImages: model.saveCroppedImages,
        downstreamConfigs: configs[at]?.ok ? configs[at].configs : [],
        bypassClasses: [...model.bypass],
        ignoredClasses: [...model.ignored],
        imageNormalizationMethod: model.normalization,
      })),
    },
  };
}

type ReadConfigs = { ok: true; configs: Record<string, unknown>[] } | { ok: false; why: string };

/** A list of JSON objects; blank text is an empty one. */
export function readDownstream(text: string): ReadConfigs {
  if (text.trim() === "") return { ok: true, configs: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, why: RELEASES.notJson(error instanceof Error ? error.message : String(error)) };
  }
  const isList = Array.isArray(value) && value.every((entry) => isRecord(entry) && !Array.isArray(entry));
  return isList
    ? { ok: true, configs: value as Record<string, unknown>[] }
    : { ok: false, why: RELEASES.notObjects };
}
