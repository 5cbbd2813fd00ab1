import type { Map as LeafletMap, LeafletMouseEvent } from "leaflet";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import { useMap } from "react-leaflet";
import { useServices } from "../../client/services.tsx";
import { type Position, wrappedLongitude } from "../../domain/map/position.ts";
import { PLACE_PICKER } from "../../messages/map/map.ts";
import { mapPlaceOf } from "../../state/map-look-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { MapFrame } from "../../ui/map/map-frame.tsx";
import { OwnPositionLayer } from "../../ui/map/own-position-layer.tsx";
import styles from "./place-picker.module.css";
import { TooNearWords } from "./too-near-words.tsx";
import { useBasemap } from "./use-basemap.ts";
import { useMapStyle } from "./use-map-style.ts";
import { useTooNear } from "./use-too-near.ts";

interface PlacePickerProps {
  /** Where the position is now; null where there is none. */
  position: Position | null;
  onPick(position: Position): void;
  onClose(): void;
}

const CLOSE_ZOOM = 13;
/** So many decimals are a metre. */
const SHOWN_DECIMALS = 5;

/** A position chosen by a tap on a map, or by the middle of it, with and without a connection. */
export function PlacePicker({ position, onPick, onClose }: PlacePickerProps) {
  const [chosen, setChosen] = useState<Position | null>(position);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const basemap = useBasemap();
  const tooNear = useTooNear(map, basemap.overlay);
  const style = useMapStyle();
  const { userId } = useServices();
  const [view] = useState(() =>
    position === null ? mapPlaceOf(userId) : { centre: position, zoom: CLOSE_ZOOM },
  );
  const takeCentre = () => {
    if (map === null) return;
    const { lat, lng } = map.getCenter();
    setChosen({ latitude: lat, longitude: wrappedLongitude(lng) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={PLACE_PICKER.title}
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>{PLACE_PICKER.cancel}</Button>
          <Button variant="primary" disabled={chosen === null} onClick={() => chosen && onPick(chosen)}>
            {PLACE_PICKER.use}
          </Button>
        </>
      }
    >
      <p className={styles.words}>{PLACE_PICKER.words}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is an extra to the button beneath */}
      <div
        className={styles.frame}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          takeCentre();
        }}
      >
        <MapFrame
          label={PLACE_PICKER.region}
          style={style}
          overlay={basemap.overlay}
          onBasemapProblem={(_, error) => basemap.onProblem(error)}
          view={view}
        >
          <TakeTap onMap={setMap} onTap={setChosen} />
          {chosen !== null && <OwnPositionLayer position={chosen} accuracyM={0} label={PLACE_PICKER.title} />}
        </MapFrame>
        <Plus size={28} aria-hidden="true" className={styles.cross} />
        {tooNear && (
          <div className={styles.tooNear}>
            <TooNearWords />
          </div>
        )}
      </div>
      <div className={styles.chosen}>
        <output>
          {chosen === null
            ? PLACE_PICKER.none
            : PLACE_PICKER.chosen(
                chosen.latitude.toFixed(SHOWN_DECIMALS),
                chosen.longitude.toFixed(SHOWN_DECIMALS),
              )}
        </output>
        <Button onClick={takeCentre}>{PLACE_PICKER.useCentre}</Button>
      </div>
    </Dialog>
  );
}

function TakeTap({ onMap, onTap }: { onMap(map: LeafletMap): void; onTap(position: Position): void }) {
  const map = useMap();
  useEffect(() => {
    onMap(map);
    const tapped = ({ latlng }: LeafletMouseEvent) =>
      onTap({ latitude: latlng.lat, longitude: wrappedLongitude(latlng.lng) });
    map.on("click", tapped);
    return () => void map.off("click", tapped);
  }, [map, onMap, onTap]);
  return null;
}
