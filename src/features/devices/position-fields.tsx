import { LocateFixed } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Axis, typedCoordinate } from "../../domain/device/device-edit.ts";
import { DEVICE_FIELD_LABELS } from "../../messages/fleet/device-fields.ts";
import { DEVICE_FORM } from "../../messages/fleet/devices.ts";
import { browserLocate, type Locate, type Located } from "../../platform/geolocation.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { degreesOfFix } from "./device-draft.ts";
import styles from "./devices.module.css";

interface PositionFieldsProps {
  latitude: string;
  longitude: string;
  onChange(change: Partial<Record<Axis, string>>): void;
  errors: Partial<Record<Axis, string | undefined>>;
  locate?: Locate;
}

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
        onChange({ [axis]: typedCoordinate(axis, typed, value) });
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
      <Button
        icon={<LocateFixed size={18} aria-hidden="true" />}
        busy={located === "asking"}
        onClick={() => void ask()}
      >
        {located === "asking" ? DEVICE_FORM.locating : DEVICE_FORM.locate}
      </Button>
      {located !== null && located !== "asking" && <LocatedNotice located={located} />}
    </fieldset>
  );
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
