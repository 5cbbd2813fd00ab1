import ChevronDown from "lucide-react/icons/chevron-down";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { useId } from "react";
import { MAP_LAYERS, type MapLayer } from "../../domain/map/map-warnings.ts";
import { MAP } from "../../messages/map/map.ts";
import { classNames } from "../../ui/class-names.ts";
import type { DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import { COVERS_MAP } from "../../ui/map/map-frame.tsx";
import { LAYER_ICONS } from "./layer-icons.ts";
import styles from "./map-legend.module.css";

interface MapLegendProps {
  open: boolean;
  onOpen(open: boolean): void;
  hidden: readonly MapLayer[];
  onHidden(hidden: readonly MapLayer[]): void;
  /** The points on the map, of which the warnings are counted. */
  points: readonly DevicePoint[];
}

/** The meaning of the marks; each can be hidden, which never hides a Sentinel. */
export function MapLegend({ open, onOpen, hidden, onHidden, points }: MapLegendProps) {
  const id = useId();
  const toggle = (layer: MapLayer) =>
    onHidden(hidden.includes(layer) ? hidden.filter((other) => other !== layer) : [...hidden, layer]);
  return (
    <section className={styles.legend} {...COVERS_MAP} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onOpen(!open)}
        >
          {MAP.legend}
          <ChevronDown size={18} aria-hidden="true" className={classNames(!open && styles.closed)} />
        </button>
      </h2>
      {open && (
        <div id={id} className={styles.body}>
          {MAP_LAYERS.map((layer) => {
            const Icon = LAYER_ICONS[layer];
            return (
              <label key={layer} className={styles.layer}>
                <input
                  type="checkbox"
                  className={styles.box}
                  checked={!hidden.includes(layer)}
                  onChange={() => toggle(layer)}
                />
                <Icon size={16} aria-hidden="true" />
                <span className={styles.name}>{MAP.layers[layer]}</span>
                {layer !== "insight_count" && (
                  <span className={styles.count}>
                    {points.filter(({ warnings }) => warnings.includes(layer)).length.toLocaleString("en")}
                  </span>
                )}
              </label>
            );
          })}
          <p className={styles.steps}>
            <span className={styles.stepsTitle}>{MAP.steps.title}</span>
            {MAP.steps.names.map((name, at) => (
              <span key={name} className={styles.step}>
                <span className={classNames(styles.dot, styles[`step${at + 1}`])} aria-hidden="true" />
                {name}
              </span>
            ))}
            <span className={styles.step}>
              <TriangleAlert size={14} aria-hidden="true" className={styles.warned} />
              {MAP.steps.warned}
            </span>
          </p>
        </div>
      )}
    </section>
  );
}
