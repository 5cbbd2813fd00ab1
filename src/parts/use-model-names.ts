import { useCallback, useMemo } from "react";
import { useMirrored } from "../client/use-sync.ts";
import { MODELS } from "../messages/fleet/models.ts";

/** From a model's id to its name. A model that is not in the mirror, or not yet, is named by its id. */
export function useModelNames(): (modelId: string) => string {
  const models = useMirrored((mirror) => mirror.models());
  const names = useMemo(() => new Map(models?.map(({ alg_id, alg_name }) => [alg_id, alg_name])), [models]);
  return useCallback((modelId) => names.get(modelId) ?? MODELS.unknown(modelId), [names]);
}
