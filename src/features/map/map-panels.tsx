import X from "lucide-react/icons/x";
import type { Position } from "../../domain/map/position.ts";
import { MAP_FILTER, MAP_LIST } from "../../messages/map/map.ts";
import { CLOSE } from "../../messages/words.ts";
import type { Group } from "../../protocol/shapes.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../ui/controls/button.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import scroll from "../../ui/layout/scroll-shade.module.css";
import type { DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import { COVERS_MAP } from "../../ui/map/map-frame.tsx";
import { DeviceList } from "./device-list.tsx";
import type { MapPanel } from "./map-controls.tsx";
import { countParts, type MapFilter, NO_FILTER } from "./map-filter.ts";
import { MapFilterFields } from "./map-filter-fields.tsx";
import styles from "./map-page.module.css";

interface MapPanelsProps {
  panel: MapPanel | null;
  narrow: boolean;
  onClose(): void;
  filter: MapFilter;
  onFilter(filter: MapFilter): void;
  groups: readonly Group[];
  /** The beginning of today in UTC, epoch ms. */
  dayMs: number;
  points: readonly DevicePoint[];
  own: Position | null;
  sortBy: "name" | "distance";
  onSortBy(sortBy: "name" | "distance"): void;
  onSelect(deviceId: string): void;
}

/** Filters and the list: beside the map where it is wide, a sheet over it where it is narrow. */
export function MapPanels(props: MapPanelsProps) {
  const { panel, narrow, onClose, filter, onFilter } = props;
  if (panel !== "filters" && panel !== "list") return null;
  const title = panel === "filters" ? MAP_FILTER.title : MAP_LIST.title;
  const content =
    panel === "filters" ? (
      <MapFilterFields filter={filter} onChange={onFilter} groups={props.groups} nowMs={props.dayMs} />
    ) : (
      <DeviceList {...props} />
    );
  const clear = panel === "filters" && (
    <Button disabled={countParts(filter) === 0} onClick={() => onFilter(NO_FILTER)}>
      {MAP_FILTER.clear}
    </Button>
  );
  if (narrow) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={title}
        footer={
          <>
            {clear}
            <Button variant="primary" onClick={onClose}>
              {MAP_FILTER.done}
            </Button>
          </>
        }
      >
        {content}
      </Dialog>
    );
  }
  return (
    <section className={styles.panel} {...COVERS_MAP} aria-label={title}>
      <header className={styles.panelHead}>
        <h2>{title}</h2>
        <IconButton label={CLOSE} icon={<X size={18} />} onClick={onClose} />
      </header>
      <div className={classNames(styles.panelBody, scroll.shade)}>{content}</div>
      {clear && <footer className={styles.panelFoot}>{clear}</footer>}
    </section>
  );
}
