import { useServices } from "../../client/services.tsx";
import { MAP_FILTER } from "../../messages/map/map.ts";
import { useCoverage } from "../../parts/coverage.tsx";
import { PanelFields } from "../../parts/insight-filter/panel-fields.tsx";
import { useFilterCounts } from "../../parts/insight-filter/use-filter-counts.ts";
import type { Group } from "../../protocol/shapes.ts";
import { TextField } from "../../ui/controls/form-field.tsx";
import { MAP_FILTER_PARTS, type MapFilter } from "./map-filter.ts";
import styles from "./map-page.module.css";

interface MapFilterFieldsProps {
  filter: MapFilter;
  onChange(filter: MapFilter): void;
  groups: readonly Group[];
  /** The beginning of today in UTC, epoch ms. */
  nowMs: number;
}

/** All that the map can be filtered by. */
export function MapFilterFields({ filter, onChange, groups, nowMs }: MapFilterFieldsProps) {
  const counts = useFilterCounts(useServices().insights, filter, false, true);
  const covered = useCoverage();
  return (
    <div className={styles.filters}>
      <TextField
        label={MAP_FILTER.deviceName}
        name="deviceName"
        type="search"
        hint={MAP_FILTER.deviceNameHint}
        value={filter.namePart ?? ""}
        onChange={(namePart) => onChange({ ...filter, namePart })}
        autoComplete="off"
      />
      <PanelFields
        parts={MAP_FILTER_PARTS}
        filter={filter}
        onChange={onChange}
        counts={counts}
        covers={covered?.sentence ?? null}
        groups={groups}
        nowMs={nowMs}
      />
      <p className={styles.hint}>{MAP_FILTER.words}</p>
    </div>
  );
}
