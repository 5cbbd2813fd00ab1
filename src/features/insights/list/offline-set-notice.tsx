import { Backpack } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useOfflineSets } from "../../../client/offline-set-states.ts";
import { picturesLeft } from "../../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../../messages/offline/offline-sets.ts";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightFilter } from "../../../query/insight-engine.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FilterChip } from "../../../ui/controls/chip.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";

const OfflineSetDialog = lazy(async () => ({
  default: (await import("../../../parts/offline-set-dialog.tsx")).OfflineSetDialog,
}));

/** Names the offline set that the list shows; a press leads back to the whole list. */
export function OfflineSetChip({ packId, onClear }: { packId: string; onClear(): void }) {
  const packs = useOfflineSets();
  const pack = packs?.find((one) => one.pack.packId === packId)?.pack;
  return (
    <FilterChip active end="cross" icon={<Backpack size={15} aria-hidden="true" />} onClick={onClear}>
      {pack === undefined ? OFFLINE_SETS.gone : OFFLINE_SETS.chip(pack.name)}
    </FilterChip>
  );
}

/** The missing parts of an offline set. */
export function OfflineSetNotice({ packId }: { packId: string | undefined }) {
  return packId === undefined ? null : <Lacking packId={packId} />;
}

function Lacking({ packId }: { packId: string }) {
  const packs = useOfflineSets();
  if (packs === undefined) return null;
  const found = packs.find((one) => one.pack.packId === packId);
  if (found === undefined) return <Notice tone="info">{OFFLINE_SETS.goneWords}</Notice>;
  const { pack, state } = found;
  if (state === "ready") return null;
  if (state === "partly") return <Notice tone="info">{OFFLINE_SETS.words.partly(pack)}</Notice>;
  return picturesLeft(pack) > 0 || pack.insights === null ? (
    <Notice tone="info">{OFFLINE_SETS.stillComing(pack)}</Notice>
  ) : null;
}

interface PackButtonProps {
  filter: InsightFilter;
  groups: readonly Group[];
  className?: string | undefined;
  disabled: boolean;
  narrow: boolean;
}

/** Saves the filtered list as an offline set. */
export function OfflineSetButton({ filter, groups, className, disabled, narrow }: PackButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        className={className}
        aria-label={OFFLINE_SETS.pack}
        title={OFFLINE_SETS.pack}
        disabled={disabled}
        icon={<Backpack size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {narrow ? null : OFFLINE_SETS.packShort}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <OfflineSetDialog filter={filter} groups={groups} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
