import Backpack from "lucide-react/icons/backpack";
import { useOfflineSets } from "../../../client/offline-set-states.ts";
import { picturesLeft } from "../../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../../messages/offline/offline-sets.ts";
import { FilterChip } from "../../../ui/controls/chip.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";

/** Names the offline set that the list shows; a press leads back to the whole list. */
export function OfflineSetChip({ packId, onClear }: { packId: string; onClear(): void }) {
  const sets = useOfflineSets();
  const set = sets?.find((one) => one.set.packId === packId)?.set;
  return (
    <FilterChip active end="cross" icon={<Backpack size={15} aria-hidden="true" />} onClick={onClear}>
      {set === undefined ? OFFLINE_SETS.gone : OFFLINE_SETS.chip(set.name)}
    </FilterChip>
  );
}

/** The missing parts of an offline set. */
export function OfflineSetNotice({ packId }: { packId: string | undefined }) {
  return packId === undefined ? null : <Lacking packId={packId} />;
}

function Lacking({ packId }: { packId: string }) {
  const sets = useOfflineSets();
  if (sets === undefined) return null;
  const found = sets.find((one) => one.set.packId === packId);
  if (found === undefined) return <Notice tone="info">{OFFLINE_SETS.goneWords}</Notice>;
  const { set, state } = found;
  if (state === "ready") return null;
  if (state === "partly") return <Notice tone="info">{OFFLINE_SETS.words.partly(set)}</Notice>;
  return picturesLeft(set) > 0 || set.insights === null ? (
    <Notice tone="info">{OFFLINE_SETS.stillComing(set)}</Notice>
  ) : null;
}
