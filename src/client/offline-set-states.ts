import {
  isCovered,
  type OfflineSet,
  type OfflineSetState,
  offlineSetState,
} from "../domain/offline/offline-set.ts";
import { useServices } from "./services.tsx";
import { useMirrored, useSyncStatus } from "./use-sync.ts";

/** The packed sets with what each does now; undefined until they were read. */
export function useOfflineSets(): readonly { pack: OfflineSet; state: OfflineSetState }[] | undefined {
  const { isCostlyLink } = useServices();
  const online = useSyncStatus().phase === "online";
  const packs = useMirrored((mirror) => mirror.packs());
  const kept = useMirrored((mirror) => mirror.kept());
  if (packs === undefined || kept === undefined) return undefined;
  return packs.map((pack) => ({
    pack,
    state: offlineSetState(pack, { online, costly: isCostlyLink(), covered: isCovered(pack, kept) }),
  }));
}
