import Camera from "lucide-react/icons/camera";
import { type FormEvent, useId, useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { DEVICE_LIMITS, isTooLong } from "../../domain/device/device-edit.ts";
import type { ScannedCode } from "../../domain/device/scanned-code.ts";
import { ADD_DEVICE, DEVICE_FORM } from "../../messages/fleet/devices.ts";
import { CANCEL } from "../../messages/words.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { type HttpOutcome, isUnanswered } from "../../platform/http.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { type Added, addDevice, type NewDevice } from "./device-calls.ts";
import styles from "./devices.module.css";
import { claimCode, ingestKey, OnceShown } from "./once-shown.tsx";
import { ScanButton } from "./scan-button.tsx";

interface AddDeviceDialogProps {
  /** May register a Sentinel without an owner. */
  staff: boolean;
  online: OnlineOnly;
  onClose(): void;
}

type TextName = "deviceId" | "name" | "location" | "claimCode";
type Errors = Partial<Record<TextName, string | undefined>>;
const WIRE_NAMES: Readonly<Record<TextName, string>> = {
  deviceId: "device_id",
  name: "device_name",
  location: "location",
  claimCode: "claim_code",
};

const EMPTY: NewDevice = { deviceId: "", name: "", location: "", claimCode: "", unassigned: false };

/** Registers a Sentinel, or claims one that staff have registered; online only, because the answer has its key. */
export function AddDeviceDialog({ staff, online, onClose }: AddDeviceDialogProps) {
  const { http } = useServices();
  const formId = useId();
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [added, setAdded] = useState<Added | null>(null);
  const write = useWrite((failed) => {
    const found = fieldErrors(failed);
    setErrors(found);
    if (isUnanswered(failed)) return ADD_DEVICE.unanswered;
    return Object.keys(found).length > 0 ? DEVICE_FORM.check : callProblem(failed);
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!online.may || write.busy) return;
    const trimmed = trimAll(draft);
    const faults = faultsOf(trimmed);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    const done = await write.run(() => addDevice(http, trimmed));
    if (done === null) return;
    if (done.value.ingestKey !== null || done.value.claimCode !== null) return setAdded(done.value);
    showToast({ tone: "ok", message: ADD_DEVICE.claimed(done.value.message.display_name) });
    onClose();
  };

  const fillFromCode = ({ deviceId, claimCode }: ScannedCode) => {
    setDraft((before) => ({
      ...before,
      deviceId,
      // One without an owner has no claim code yet, and no field for it.
      claimCode: before.unassigned ? "" : claimCode || before.claimCode,
    }));
    setErrors((before) => ({ ...before, deviceId: undefined, claimCode: undefined }));
  };

  if (added !== null) {
    const { message, ...once } = added;
    return (
      <OnceShown
        title={ADD_DEVICE.added(message.display_name)}
        secrets={[
          ...(once.ingestKey === null ? [] : [ingestKey(once.ingestKey)]),
          ...(once.claimCode === null ? [] : [claimCode(once.claimCode)]),
        ]}
        onClose={onClose}
      />
    );
  }
  const field = (name: TextName, label: string, hint?: string) => (
    <TextField
      label={label}
      name={WIRE_NAMES[name]}
      value={draft[name]}
      onChange={(typed) => {
        setDraft({ ...draft, [name]: typed });
        setErrors({ ...errors, [name]: undefined });
      }}
      {...(hint !== undefined && { hint })}
      error={errors[name]}
      autoComplete="off"
      autoCapitalize={name === "name" || name === "location" ? "words" : "none"}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={ADD_DEVICE.title}
      icon={<Camera size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button type="submit" form={formId} variant="primary" busy={write.busy} {...online.button}>
            {ADD_DEVICE.submit}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {online.reason}
        {field("deviceId", ADD_DEVICE.deviceId, ADD_DEVICE.deviceIdHint)}
        <ScanButton onFound={fillFromCode} />
        {field("name", ADD_DEVICE.name, DEVICE_FORM.atMost(DEVICE_LIMITS.name))}
        {field("location", ADD_DEVICE.location, DEVICE_FORM.atMost(DEVICE_LIMITS.locationName))}
        {!draft.unassigned && field("claimCode", ADD_DEVICE.claim, ADD_DEVICE.claimHint)}
        {staff && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={draft.unassigned}
              onChange={({ target }) => setDraft({ ...draft, unassigned: target.checked, claimCode: "" })}
            />
            {ADD_DEVICE.unassigned}
          </label>
        )}
        {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
      </form>
    </Dialog>
  );
}

function trimAll(draft: NewDevice): NewDevice {
  const { deviceId, name, location, claimCode } = draft;
  return {
    ...draft,
    deviceId: deviceId.trim(),
    name: name.trim(),
    location: location.trim(),
    claimCode: claimCode.trim(),
  };
}

function faultsOf({ deviceId, name, location }: NewDevice): Errors {
  const tooLong = DEVICE_FORM.faults["too-long"];
  return {
    ...(deviceId === "" && { deviceId: ADD_DEVICE.deviceIdMissing }),
    ...(isTooLong(name, DEVICE_LIMITS.name) && { name: tooLong }),
    ...(isTooLong(location, DEVICE_LIMITS.locationName) && { location: tooLong }),
  };
}

function fieldErrors(failed: Exclude<HttpOutcome<unknown>, { kind: "answer" }>): Errors {
  if (failed.kind === "unreachable") return {};
  const { errors } = failed.refusal;
  return Object.fromEntries(
    (Object.keys(WIRE_NAMES) as TextName[]).flatMap((name) => {
      const sentence = errors[WIRE_NAMES[name]];
      return sentence === undefined ? [] : [[name, sentence]];
    }),
  );
}
