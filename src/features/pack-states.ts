import { isCovered, type Pack, type PackState, packState } from "../domain/pack.ts";
import { useServices } from "./services.tsx";
import { useMirrored, useSyncStatus } from "./use-sync.ts";

/** The packed sets with what each does now; undefined until they were read. */
export function usePacks(): readonly { pack: Pack; state: PackState }[] | undefined {
  const { isCostlyLink } = useServices();
  const online = useSyncStatus().phase === "online";
  const packs = useMirrored((mirror) => mirror.packs());
  const kept = useMirrored((mirror) => mirror.kept());
  if (packs === undefined || kept === undefined) return undefined;
  return packs.map((pack) => ({
    pack,
    state: packState(pack, { online, costly: isCostlyLink(), covered: isCovered(pack, kept) }),
  }));
}
