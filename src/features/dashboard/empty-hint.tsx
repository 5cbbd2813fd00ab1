import Camera from "lucide-react/icons/camera";
import CloudDownload from "lucide-react/icons/cloud-download";
import FilterX from "lucide-react/icons/funnel-x";
import Images from "lucide-react/icons/images";
import { useLocation } from "wouter";
import { useSyncStatus } from "../../client/use-sync.ts";
import type { EmptyReason } from "../../domain/dashboard/empty-reason.ts";
import { DEVICES } from "../../messages/fleet/devices.ts";
import { insightsMessages } from "../../messages/insights/insights.ts";
import { notSyncedWords } from "../../parts/sync-state/not-synced-words.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";

const { empty, filters } = insightsMessages;

/** My Devices with the dialog that adds one. */
const ADD_DEVICE = "/?tab=devices&devices=add";

interface EmptyHintProps {
  reason: EmptyReason;
  /** Insights on this device, archived included. */
  held: number;
  archivedHidden: boolean;
  onClearFilters(): void;
  onShowArchived(): void;
}

/** Why there is nothing to count, and what to do next. */
export function EmptyHint({ reason, held, archivedHidden, onClearFilters, onShowArchived }: EmptyHintProps) {
  const [, navigate] = useLocation();
  const showArchived = <Button onClick={onShowArchived}>{filters.showArchived}</Button>;
  switch (reason) {
    case "notSynced":
      return <NotSynced />;
    case "noDevices":
      return (
        <EmptyState
          icon={<Camera size={26} aria-hidden="true" />}
          title={DEVICES.none}
          action={<Button onClick={() => navigate(ADD_DEVICE)}>{DEVICES.add}</Button>}
        >
          {DEVICES.noneWords}
        </EmptyState>
      );
    case "noInsights":
      return (
        <EmptyState icon={<Images size={26} aria-hidden="true" />} title={empty.nothingYet}>
          {empty.nothingYetHelp}
        </EmptyState>
      );
    case "filtered":
      return (
        <EmptyState
          icon={<FilterX size={26} aria-hidden="true" />}
          title={empty.nothingMatches}
          action={
            <>
              {archivedHidden && showArchived}
              <Button onClick={onClearFilters}>{filters.clearAll}</Button>
            </>
          }
        >
          {archivedHidden ? empty.nothingMatchesArchived : empty.nothingMatchesHelp}
        </EmptyState>
      );
    case "archived":
      return (
        <EmptyState
          icon={<Images size={26} aria-hidden="true" />}
          title={empty.nothingLeft}
          action={showArchived}
        >
          {empty.archivedHidden(held)}
        </EmptyState>
      );
  }
}

function NotSynced() {
  const { title, help } = notSyncedWords(useSyncStatus());
  return (
    <EmptyState icon={<CloudDownload size={26} aria-hidden="true" />} title={title}>
      {help}
    </EmptyState>
  );
}
