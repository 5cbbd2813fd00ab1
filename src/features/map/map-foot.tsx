import type { Map as LeafletMap } from "leaflet";
import { BASEMAP, MAP } from "../../messages/map/map.ts";
import { changeMapLook, type MapLook } from "../../state/map-look-store.ts";
import type { DevicePoint } from "../../ui/map/device-cluster-layer.tsx";
import { COVERS_MAP } from "../../ui/map/map-frame.tsx";
import { ScaleBar } from "../../ui/map/scale-bar.tsx";
import { MapLegend } from "./map-legend.tsx";
import styles from "./map-page.module.css";

interface ShownSentinels {
  /** All, those with a position, and those of them that the filter leaves. */
  devices: { readonly size: number };
  plotted: readonly DevicePoint[];
  shown: readonly DevicePoint[];
}

interface MapFootProps {
  found: ShownSentinels | undefined;
  map: LeafletMap | null;
  narrow: boolean;
  look: MapLook;
  withLegend: boolean;
  /** The ground shows nothing here. */
  tooNear: boolean;
}

/** The legend, how many Sentinels are shown, and the scale. */
export function MapFoot({ found, map, narrow, look, withLegend, tooNear }: MapFootProps) {
  return (
    <div className={styles.bottom}>
      {withLegend && (
        <MapLegend
          open={look.legendOpen ?? !narrow}
          onOpen={(legendOpen) => changeMapLook({ legendOpen })}
          hidden={look.hidden}
          onHidden={(hidden) => changeMapLook({ hidden })}
          points={found?.shown ?? []}
        />
      )}
      {found && (
        <div className={styles.status} {...COVERS_MAP}>
          {tooNear && <p>{BASEMAP.tooNear}</p>}
          <p>{statusText(found)}</p>
          {map && <ScaleBar map={map} />}
        </div>
      )}
    </div>
  );
}

/** How many Sentinels are shown, and how many cannot be. */
function statusText({ shown, plotted, devices }: ShownSentinels): string {
  const absent = devices.size - plotted.length;
  const words = MAP.shown(shown.length, plotted.length);
  return absent > 0 ? `${words} · ${MAP.withoutPosition(absent)}` : words;
}
