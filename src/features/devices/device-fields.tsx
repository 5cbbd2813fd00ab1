import type { ShownDevice } from "../../client/devices-view.ts";
import {
  type Axis,
  DEVICE_LIMITS,
  type DeviceEdit,
  type DeviceFault,
} from "../../domain/device/device-edit.ts";
import { durationOptions } from "../../domain/device/duration-options.ts";
import { DEVICE_FIELD_LABELS, durationText, NO_GROUP } from "../../messages/fleet/device-fields.ts";
import { DEVICE_FORM } from "../../messages/fleet/devices.ts";
import type { Group } from "../../protocol/shapes.ts";
import { TextField } from "../../ui/controls/form-field.tsx";
import { SelectField } from "../../ui/controls/select-field.tsx";
import type { DeviceDraft } from "./device-draft.ts";
import { PositionFields } from "./position-fields.tsx";

/** By field, the last input that was ignored. */
export type IgnoredInputs = Partial<Record<Axis, string>>;

interface DeviceFieldsProps {
  draft: DeviceDraft;
  /** @param ignored inputs that a field for degrees did not take */
  onDraft(change: Partial<DeviceDraft>, ignored?: IgnoredInputs): void;
  faults: Partial<Record<keyof DeviceEdit, DeviceFault>>;
  ignored: IgnoredInputs;
  device: ShownDevice;
  groups: readonly Group[];
}

export function DeviceFields({ draft, onDraft, faults, ignored, device, groups }: DeviceFieldsProps) {
  const faultText = (field: keyof DeviceEdit) => {
    const fault = faults[field];
    return fault && DEVICE_FORM.faults[fault];
  };
  const degreesText = (axis: Axis) => {
    const typed = ignored[axis];
    return typed === undefined ? faultText(axis) : DEVICE_FORM.ignored(axis, typed);
  };
  const text = (
    field: "name" | "description" | "locationName" | "locationDescription",
    label: string,
    hint?: string,
  ) => {
    const limit = DEVICE_LIMITS[field];
    const left = limit - [...draft[field]].length;
    return (
      <TextField
        label={label}
        name={field}
        value={draft[field]}
        onChange={(typed) => onDraft({ [field]: [...typed].slice(0, limit).join("") })}
        hint={[hint, left < limit / 2 ? DEVICE_FORM.left(left) : DEVICE_FORM.atMost(limit)]
          .filter(Boolean)
          .join(". ")}
        error={faultText(field)}
        autoComplete="off"
      />
    );
  };
  const cycles = durationOptions(device.cycle_time).map((minutes) => ({
    value: String(minutes),
    label: durationText(minutes),
  }));
  const unchosen = draft.cycleTime === null ? [{ value: "", label: DEVICE_FORM.chooseCycle }] : [];
  const cycleFault = faultText("cycleTime");
  return (
    <>
      {text("name", DEVICE_FIELD_LABELS.display_name, DEVICE_FORM.nameHint(device.device_name))}
      {text("description", DEVICE_FIELD_LABELS.description)}
      {text("locationName", DEVICE_FIELD_LABELS.location_name)}
      {text("locationDescription", DEVICE_FIELD_LABELS.location_description)}
      <PositionFields
        latitude={draft.latitude}
        longitude={draft.longitude}
        onChange={onDraft}
        errors={{ latitude: degreesText("latitude"), longitude: degreesText("longitude") }}
      />
      <SelectField
        label={DEVICE_FIELD_LABELS.cycle_time}
        name="cycleTime"
        value={draft.cycleTime === null ? "" : String(draft.cycleTime)}
        onChange={(value) => onDraft({ cycleTime: value === "" ? null : Number(value) })}
        options={[...unchosen, ...cycles]}
        error={cycleFault}
      />
      <SelectField
        label={DEVICE_FIELD_LABELS.group_id}
        name="groupId"
        value={draft.groupId}
        onChange={(groupId) => onDraft({ groupId })}
        options={[
          { value: "", label: NO_GROUP },
          ...groups.map(({ group_id, group_name }) => ({ value: group_id, label: group_name })),
        ]}
      />
    </>
  );
}
