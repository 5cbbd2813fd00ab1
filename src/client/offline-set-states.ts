import {
  isCovered,
  type OfflineSet,
  type OfflineSetState,
  offlineSetState,
} from "../domain/offline/offline-set.ts";
import { useServices } from "./services.tsx";
import { useMirrored, useSyncStatus } from "./use-sync.ts";

/** The offline sets with what each does now; undefined until they were read. */
export function useOfflineSets(): readonly { pack: OfflineSet; state: OfflineSetState }[] | undefined {
  const { isCostlyLink } = useServices();
  const online = useSyncStatus().phase === "online";
  const sets = useMirrored((mirror) => mirror.offlineSets());
  const retention = useMirrored((mirror) => mirror.retention());
  if (sets === undefined || retention === undefined) return undefined;
  return sets.map((pack) => ({
    pack,
    state: offlineSetState(pack, { online, costly: isCostlyLink(), covered: isCovered(pack, retention) }),
  }));
}
