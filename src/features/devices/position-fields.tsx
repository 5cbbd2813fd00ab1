import LocateFixed from "lucide-react/icons/locate-fixed";
import MapPin from "lucide-react/icons/map-pin";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { type Axis, readCoordinate, typedCoordinate } from "../../domain/device/device-edit.ts";
import { DEVICE_FIELD_LABELS } from "../../messages/fleet/device-fields.ts";
import { DEVICE_FORM } from "../../messages/fleet/devices.ts";
import { PLACE_PICKER } from "../../messages/map/map.ts";
import { browserLocate, type Locate, type Located } from "../../platform/geolocation.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { degreesOfFix } from "./device-draft.ts";
import styles from "./devices.module.css";

interface PositionFieldsProps {
  latitude: string;
  longitude: string;
  /** @param ignored the input that the field of this axis did not take */
  onChange(change: Partial<Record<Axis, string>>, ignored?: Partial<Record<Axis, string>>): void;
  errors: Partial<Record<Axis, string | undefined>>;
  locate?: Locate;
}

/** The map is large: it comes with the first wish for it. */
const PlacePicker = lazy(async () => ({
  default: (await import("../../parts/map/place-picker.tsx")).PlacePicker,
}));

/** A camera cannot be found again by a fix worse than this. */
const ROUGH_FROM_M = 100;

export function PositionFields({
  latitude,
  longitude,
  onChange,
  errors,
  locate = browserLocate,
}: PositionFieldsProps) {
  const [located, setLocated] = useState<Located | "asking" | null>(null);
  const [picking, setPicking] = useState(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const ask = async () => {
    setLocated("asking");
    const answer = await locate();
    // The form may be closed, or the position typed, before the fix arrives.
    if (!here.current) return;
    setLocated(answer);
    if (answer.kind !== "found") return;
    onChange({ latitude: degreesOfFix(answer.latitude), longitude: degreesOfFix(answer.longitude) });
  };
  const field = (axis: Axis, value: string) => (
    <TextField
      label={DEVICE_FIELD_LABELS[axis]}
      name={axis}
      value={value}
      inputMode="text"
      autoComplete="off"
      onChange={(typed) => {
        setLocated(null);
        const { text, ignored } = typedCoordinate(axis, typed, value);
        onChange({ [axis]: text }, ignored === null ? {} : { [axis]: ignored });
      }}
      error={errors[axis]}
    />
  );
  return (
    <fieldset className={styles.place}>
      <legend className="visually-hidden">{DEVICE_FORM.place}</legend>
      <div className={styles.pair}>
        {field("latitude", latitude)}
        {field("longitude", longitude)}
      </div>
      <div className={styles.ways}>
        <Button
          icon={<LocateFixed size={18} aria-hidden="true" />}
          busy={located === "asking"}
          onClick={() => void ask()}
        >
          {located === "asking" ? DEVICE_FORM.locating : DEVICE_FORM.locate}
        </Button>
        <Button icon={<MapPin size={18} aria-hidden="true" />} onClick={() => setPicking(true)}>
          {PLACE_PICKER.open}
        </Button>
      </div>
      <Suspense>
        {picking && (
          <PlacePicker
            position={typedPosition(latitude, longitude)}
            onPick={(place) => {
              setLocated(null);
              onChange({ latitude: degreesOfFix(place.latitude), longitude: degreesOfFix(place.longitude) });
              setPicking(false);
            }}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
      {located !== null && located !== "asking" && <LocatedNotice located={located} />}
    </fieldset>
  );
}

function typedPosition(latitude: string, longitude: string) {
  const [lat, long] = [readCoordinate("latitude", latitude), readCoordinate("longitude", longitude)];
  return typeof lat === "number" && typeof long === "number" ? { latitude: lat, longitude: long } : null;
}

function LocatedNotice({ located }: { located: Located }) {
  if (located.kind !== "found") return <Notice tone="danger">{DEVICE_FORM.notLocated[located.kind]}</Notice>;
  const rough = located.accuracyM > ROUGH_FROM_M;
  return (
    <Notice tone={rough ? "unsent" : "ok"}>
      <p>{DEVICE_FORM.located(located.accuracyM)}</p>
      {rough && <p>{DEVICE_FORM.rough}</p>}
    </Notice>
  );
}
