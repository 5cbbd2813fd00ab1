import type { Role } from "../../domain/account/role.ts";
import {
  firmwareTagsFor,
  SATELLITE_FIX_MINUTES,
  UPDATE_CYCLE_MINUTES,
  UPDATE_TRIGGER_NUMBERS,
} from "../../domain/device/device-update.ts";
import type { UpdateRequestFaults } from "../../domain/device/device-update-request.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import type { Release } from "../../protocol/shapes.ts";
import { TextField } from "../../ui/controls/form-field.tsx";
import { SelectField } from "../../ui/controls/select-field.tsx";
import styles from "./device-updates.module.css";
import type { UpdateDraft } from "./new-update.ts";

interface NewUpdateFieldsProps {
  role: Role;
  releases: readonly Pick<Release, "id" | "name">[];
  draft: UpdateDraft;
  onDraft(draft: UpdateDraft): void;
  faults: UpdateRequestFaults;
}

const options = (values: readonly number[], label: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: label(value) }));

export function NewUpdateFields({ role, releases, draft, onDraft, faults }: NewUpdateFieldsProps) {
  const set = (field: keyof UpdateDraft) => (value: string) => onDraft({ ...draft, [field]: value });
  return (
    <div className={styles.fields}>
      <SelectField
        label={DEVICE_UPDATES.release}
        name="release"
        value={draft.releaseId ?? ""}
        onChange={set("releaseId")}
        wrong={faults.has("algReleaseId")}
        options={[
          { value: "", label: DEVICE_UPDATES.chooseRelease },
          ...releases.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        label={DEVICE_UPDATES.firmware}
        name="firmware"
        value={draft.firmwareTag}
        onChange={set("firmwareTag")}
        wrong={faults.has("firmwareReleaseTag")}
        options={firmwareTagsFor(role).map((tag) => ({ value: tag, label: tag }))}
      />
      <SelectField
        label={DEVICE_UPDATES.cycle}
        name="cycle-time"
        value={draft.cycleTime}
        onChange={set("cycleTime")}
        wrong={faults.has("settings.cycleTime")}
        options={options(UPDATE_CYCLE_MINUTES, DEVICE_UPDATES.minutes)}
      />
      <SelectField
        label={DEVICE_UPDATES.trigger}
        name="trigger-number"
        value={draft.triggerNumber}
        onChange={set("triggerNumber")}
        wrong={faults.has("settings.triggerNumber")}
        options={options(UPDATE_TRIGGER_NUMBERS, DEVICE_UPDATES.photos)}
      />
      <SelectField
        label={DEVICE_UPDATES.fix}
        name="satellite-fix"
        value={draft.fixTime}
        onChange={set("fixTime")}
        options={options(SATELLITE_FIX_MINUTES, DEVICE_UPDATES.minutes)}
      />
      <TextField
        label={DEVICE_UPDATES.passes}
        name="satellite-passes"
        inputMode="numeric"
        autoComplete="off"
        value={draft.passes}
        onChange={set("passes")}
        error={faults.has("settings.satellitePasses") ? DEVICE_UPDATES.passesWrong : undefined}
      />
    </div>
  );
}
