import type { LucideIcon } from "lucide-react";
import Layers from "lucide-react/icons/layers";
import List from "lucide-react/icons/list";
import ListFilter from "lucide-react/icons/list-filter";
import LocateFixed from "lucide-react/icons/locate-fixed";
import Maximize from "lucide-react/icons/maximize";
import Minus from "lucide-react/icons/minus";
import Moon from "lucide-react/icons/moon";
import Plus from "lucide-react/icons/plus";
import Sun from "lucide-react/icons/sun";
import { MAP, MAP_FILTER } from "../../messages/map/map.ts";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { MAP_STYLES, type MapStyle } from "../../ui/map/basemap/map-colours.ts";
import { COVERS_MAP } from "../../ui/map/map-frame.tsx";
import styles from "./map-page.module.css";

export type MapPanel = "filters" | "list" | "basemap";

interface MapToolsProps {
  style: MapStyle;
  onStyle(style: MapStyle): void;
  panel: MapPanel | null;
  onPanel(panel: MapPanel | null): void;
  activeFilters: number;
  /** Words beside the icons. */
  wide: boolean;
}

const STYLE_ICONS: Readonly<Record<MapStyle, LucideIcon>> = { light: Sun, dark: Moon };

/** How the map looks and what lies open over it. */
export function MapTools({ style, onStyle, panel, onPanel, activeFilters, wide }: MapToolsProps) {
  const panelButton = (name: MapPanel, label: string, Icon: LucideIcon) => (
    <button
      type="button"
      className={classNames(styles.tool, panel === name && styles.pressed)}
      aria-expanded={panel === name}
      data-list-filters={name === "filters" || undefined}
      aria-label={label}
      title={label}
      onClick={() => onPanel(panel === name ? null : name)}
    >
      <Icon size={18} aria-hidden="true" />
      {wide && name === "filters" && <span>{label}</span>}
      {!wide && name === "filters" && activeFilters > 0 && <span>{activeFilters}</span>}
    </button>
  );
  return (
    <div className={styles.tools} {...COVERS_MAP}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of buttons everywhere */}
      <div role="group" aria-label={MAP.style} className={styles.group}>
        {MAP_STYLES.map((name) => {
          const Icon = STYLE_ICONS[name];
          return (
            <button
              key={name}
              type="button"
              className={classNames(styles.tool, style === name && styles.pressed)}
              aria-pressed={style === name}
              aria-label={MAP[name]}
              title={MAP[name]}
              onClick={() => onStyle(name)}
            >
              <Icon size={18} aria-hidden="true" />
              {wide && <span>{MAP[name]}</span>}
            </button>
          );
        })}
      </div>
      <div className={styles.group}>
        {panelButton("filters", MAP_FILTER.button(activeFilters), ListFilter)}
        {panelButton("list", MAP.list, List)}
        {panelButton("basemap", MAP.basemap, Layers)}
      </div>
    </div>
  );
}

interface MapMovesProps {
  onZoom(by: 1 | -1): void;
  onFit(): void;
  onLocate(): void;
  locating: boolean;
  located: boolean;
}

/** Buttons that move and zoom the map. */
export function MapMoves({ onZoom, onFit, onLocate, locating, located }: MapMovesProps) {
  return (
    <div className={classNames(styles.group, styles.moves, styles.side)} {...COVERS_MAP}>
      <IconButton label={MAP.zoomIn} icon={<Plus size={18} />} onClick={() => onZoom(1)} />
      <IconButton label={MAP.zoomOut} icon={<Minus size={18} />} onClick={() => onZoom(-1)} />
      <IconButton label={MAP.fit} icon={<Maximize size={18} />} onClick={onFit} />
      <IconButton
        label={MAP.locate}
        icon={locating ? <Spinner size={18} /> : <LocateFixed size={18} />}
        pressed={located}
        onClick={onLocate}
      />
    </div>
  );
}
