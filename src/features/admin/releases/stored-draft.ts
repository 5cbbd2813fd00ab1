import { isRecord } from "../../../domain/record-guard.ts";
import { isFlag, isListOf, isNumber, isShape, isText } from "../../../platform/json-shape.ts";
import { LOCAL_KEYS, type LocalValues } from "../../../platform/stored-values.ts";
import { isAlg } from "../../../protocol/records/internal-guards.ts";
import { EMPTY_RELEASE, type ModelDraft, type ReleaseDraft } from "./release-draft.ts";

interface StoredModel extends Omit<ModelDraft, "ignored" | "bypass"> {
  ignored: readonly number[];
  bypass: readonly number[];
}

const isStoredModel = isShape<StoredModel>({
  alg: isAlg,
  ignored: isListOf(isNumber),
  bypass: isListOf(isNumber),
  normalization: isText,
  isIntermediate: isFlag,
  saveBBImages: isFlag,
  saveCroppedImages: isFlag,
  downstream: isText,
});
const isStoredDraft = isShape<Omit<ReleaseDraft, "models"> & { models: readonly StoredModel[] }>({
  name: isText,
  description: isText,
  models: isListOf(isStoredModel),
});

/** The draft that this user left, also by a reload; the empty one where there is none. */
export function storedDraft(values: Pick<LocalValues, "get">, userId: number): ReleaseDraft {
  try {
    const stored: unknown = JSON.parse(values.get(LOCAL_KEYS.releaseDraft) ?? "null");
    if (!isRecord(stored) || stored.userId !== userId || !isStoredDraft(stored.draft)) return EMPTY_RELEASE;
    const { name, description, models } = stored.draft;
    const sets = ({ ignored, bypass, ...model }: StoredModel): ModelDraft => ({
      ...model,
      ignored: new Set(ignored),
      bypass: new Set(bypass),
    });
    return { name, description, models: models.map(sets) };
  } catch {
    // Another version of the app, or a person, may have written text that is not JSON.
    return EMPTY_RELEASE;
  }
}

/** Stores a draft; the empty one removes what was stored. */
export function storeDraft(
  values: Pick<LocalValues, "set" | "remove">,
  userId: number,
  draft: ReleaseDraft,
): void {
  if (draft === EMPTY_RELEASE) {
    values.remove(LOCAL_KEYS.releaseDraft);
    return;
  }
  const models = draft.models.map((model) => ({
    ...model,
    ignored: [...model.ignored],
    bypass: [...model.bypass],
  }));
  values.set(LOCAL_KEYS.releaseDraft, JSON.stringify({ userId, draft: { ...draft, models } }));
}
