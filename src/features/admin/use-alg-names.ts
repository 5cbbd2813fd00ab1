import { useCallback, useMemo } from "react";
import type { ServerList } from "../../client/server-list.ts";
import { useServerList } from "../../client/use-server-list.ts";
import { useModelNames } from "../../parts/use-model-names.ts";
import { isAlg } from "../../protocol/records/internal-guards.ts";
import type { Alg } from "../../protocol/shapes.ts";
import { ALGS_PATH } from "./admin-calls.ts";

interface AlgNames {
  algs: ServerList<Alg>;
  reload(): void;
  /** An alg that is neither in the list nor among the own models, or not yet, is named by its id. */
  nameOf(algId: string): string;
}

/** The algs of the server, to a member the own ones, by name. */
export function useAlgNames(): AlgNames {
  const { list, reload } = useServerList({ path: ALGS_PATH, row: isAlg });
  const names = useMemo(
    () => new Map(list.kind === "loaded" ? list.rows.map(({ alg_id, alg_name }) => [alg_id, alg_name]) : []),
    [list],
  );
  const modelName = useModelNames();
  const nameOf = useCallback((algId: string) => names.get(algId) ?? modelName(algId), [names, modelName]);
  return { algs: list, reload, nameOf };
}
