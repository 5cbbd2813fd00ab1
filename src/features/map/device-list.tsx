import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { useMemo } from "react";
import { distanceM, type Position } from "../../domain/map/position.ts";
import { byNameThenId } from "../../domain/text-order.ts";
import { MAP_LIST } from "../../messages/map/map.ts";
import { Way } from "../../parts/map/way.tsx";
import { SelectField } from "../../ui/controls/select-field.tsx";
import type { DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import styles from "./device-list.module.css";

interface DeviceListProps {
  points: readonly DevicePoint[];
  own: Position | null;
  sortBy: "name" | "distance";
  onSortBy(sortBy: "name" | "distance"): void;
  onSelect(deviceId: string): void;
}

const LISTED = 100;
const byName = byNameThenId<DevicePoint>(
  ({ name }) => name,
  ({ id }) => id,
);

/** The Sentinels of the map as a list: a way to each without a map, and the nearest first. */
export function DeviceList({ points, own, sortBy, onSortBy, onSelect }: DeviceListProps) {
  const sorted = useMemo(() => {
    if (sortBy === "name" || own === null) return [...points].sort(byName);
    return points
      .map((point) => ({ point, metres: distanceM(own, point) }))
      .sort((a, b) => a.metres - b.metres)
      .map(({ point }) => point);
  }, [points, own, sortBy]);
  return (
    <div className={styles.list}>
      <SelectField
        label={MAP_LIST.sort}
        name="sortBy"
        value={sortBy}
        onChange={(value) => onSortBy(value === "distance" ? "distance" : "name")}
        options={[
          { value: "name", label: MAP_LIST.byName },
          { value: "distance", label: MAP_LIST.byDistance },
        ]}
        hint={sortBy === "distance" && own === null && MAP_LIST.needsPosition}
      />
      <ul className={styles.rows} data-list>
        {sorted.slice(0, LISTED).map((point) => (
          <li key={point.id}>
            <button
              type="button"
              className={styles.row}
              data-line={point.id}
              aria-label={MAP_LIST.show(point.name)}
              aria-describedby={own === null ? undefined : `way-${point.id}`}
              onClick={() => onSelect(point.id)}
            >
              <span className={styles.name}>{point.name}</span>
              {point.warnings.length > 0 && (
                <TriangleAlert size={16} aria-hidden="true" className={styles.warned} />
              )}
              {own !== null && (
                <span id={`way-${point.id}`} className={styles.way}>
                  <Way own={own} to={point} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {sorted.length > LISTED && <p className={styles.more}>{MAP_LIST.more(sorted.length - LISTED)}</p>}
    </div>
  );
}
