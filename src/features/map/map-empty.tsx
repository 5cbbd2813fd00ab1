import { MapPinOff } from "lucide-react";
import { useSyncStatus } from "../../client/use-sync.ts";
import { MAP } from "../../messages/map/map.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ButtonLink } from "../../ui/controls/button-link.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import styles from "./map-page.module.css";
import type { MapDevices } from "./use-map-devices.ts";

/** In place of Sentinels where the map shows none: the reason, and what to do about it. */
export function MapEmpty({ found, onClearFilter }: { found: MapDevices | undefined; onClearFilter(): void }) {
  const { freshAtMs, phase } = useSyncStatus();
  if (found !== undefined && found.shown.length > 0) return null;
  const arrived = freshAtMs !== null || phase === "offline";
  if (found === undefined || (found.plotted.length === 0 && !arrived)) {
    return (
      <div className={styles.empty}>
        <LoadingNotice />
      </div>
    );
  }
  // The count that says which Sentinels have such insights is still under way.
  if (found.plotted.length > 0 && !found.counted) return null;
  const icon = <MapPinOff size={26} aria-hidden="true" />;
  return (
    <div className={styles.empty}>
      {found.plotted.length === 0 ? (
        <EmptyState
          icon={icon}
          title={MAP.noDevices}
          action={<ButtonLink href="/?tab=devices">{MAP.toDevices}</ButtonLink>}
        >
          {MAP.noDevicesWords}
        </EmptyState>
      ) : (
        <EmptyState
          icon={icon}
          title={MAP.noneMatch}
          action={<Button onClick={onClearFilter}>{MAP.clearFilter}</Button>}
        >
          {MAP.noneMatchWords}
        </EmptyState>
      )}
    </div>
  );
}
