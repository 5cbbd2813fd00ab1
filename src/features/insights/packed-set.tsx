import { Backpack } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { picturesLeft } from "../../domain/pack.ts";
import { PACKS } from "../../messages/packs.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { InsightFilter } from "../../query/insight-view.ts";
import { Button } from "../../ui/button.tsx";
import { FilterChip } from "../../ui/chip.tsx";
import { Notice } from "../../ui/notice.tsx";
import { usePacks } from "../pack-states.ts";

const PackDialog = lazy(async () => ({ default: (await import("../pack-dialog.tsx")).PackDialog }));

/** Says that the list is a packed set, and leads back to the whole list. */
export function PackChip({ packId, onClear }: { packId: string; onClear(): void }) {
  const packs = usePacks();
  const pack = packs?.find((one) => one.pack.packId === packId)?.pack;
  return (
    <FilterChip active end="cross" icon={<Backpack size={15} aria-hidden="true" />} onClick={onClear}>
      {pack === undefined ? PACKS.gone : PACKS.chip(pack.name)}
    </FilterChip>
  );
}

/** What lacks of a packed set that is looked at. */
export function PackedSetNotice({ packId }: { packId: string | undefined }) {
  return packId === undefined ? null : <Lacking packId={packId} />;
}

function Lacking({ packId }: { packId: string }) {
  const packs = usePacks();
  if (packs === undefined) return null;
  const found = packs.find((one) => one.pack.packId === packId);
  if (found === undefined) return <Notice tone="info">{PACKS.goneWords}</Notice>;
  const { pack, state } = found;
  if (state === "ready") return null;
  if (state === "partly") return <Notice tone="info">{PACKS.words.partly(pack)}</Notice>;
  return picturesLeft(pack) > 0 || pack.insights === null ? (
    <Notice tone="info">{PACKS.stillComing(pack)}</Notice>
  ) : null;
}

interface PackButtonProps {
  filter: InsightFilter;
  groups: readonly Group[];
  className?: string | undefined;
  disabled: boolean;
  /** The icon alone. */
  narrow: boolean;
}

/** Takes along what the list shows now. */
export function PackButton({ filter, groups, className, disabled, narrow }: PackButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        className={className}
        aria-label={PACKS.pack}
        title={PACKS.pack}
        disabled={disabled}
        icon={<Backpack size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {narrow ? null : PACKS.packShort}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PackDialog filter={filter} groups={groups} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
