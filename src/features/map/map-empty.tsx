import CloudOff from "lucide-react/icons/cloud-off";
import MapPinOff from "lucide-react/icons/map-pin-off";
import { useFirstCopy } from "../../client/use-first-copy.ts";
import { MAP } from "../../messages/map/map.ts";
import { NotYetWords } from "../../parts/not-yet-words.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { ButtonLink } from "../../ui/controls/button-link.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import styles from "./map-page.module.css";
import type { MapDevices } from "./use-map-devices.ts";

/** In place of Sentinels where the map shows none: the reason, and what to do about it. */
export function MapEmpty({ found, onClearFilter }: { found: MapDevices | undefined; onClearFilter(): void }) {
  const copy = useFirstCopy();
  if (found !== undefined && found.shown.length > 0) return null;
  if (found === undefined || (found.plotted.length === 0 && copy === "awaited")) {
    return (
      <div className={styles.empty}>
        <LoadingNotice />
      </div>
    );
  }
  // The count that says which Sentinels have such insights is still under way.
  if (found.plotted.length > 0 && !found.counted) return null;
  if (found.plotted.length === 0 && copy === "away") {
    return (
      <div className={styles.empty}>
        <EmptyState icon={<CloudOff size={26} aria-hidden="true" />} title={MAP.notYet}>
          <NotYetWords />
        </EmptyState>
      </div>
    );
  }
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
