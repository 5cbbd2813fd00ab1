import Camera from "lucide-react/icons/camera";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { ShownDevice } from "../../client/devices-view.ts";
import { useServices } from "../../client/services.tsx";
import { useSyncStatus } from "../../client/use-sync.ts";
import type { DeviceEdit, DeviceFault } from "../../domain/device/device-edit.ts";
import { DEVICE_FORM } from "../../messages/fleet/devices.ts";
import type { Device, Group } from "../../protocol/shapes.ts";
import { showToast } from "../../state/toast-store.ts";
import { DEVICE_EDIT } from "../../sync/outbox/kinds/device-edit-kind.ts";
import { isAway } from "../../sync/sync-status.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { LeaveQuestion } from "../../ui/layout/leave-question.tsx";
import { useLeaveAsks } from "../../ui/layout/use-leave-asks.ts";
import { DeviceAccess } from "./device-access.tsx";
import { draftOf, isTouched, readDraft } from "./device-draft.ts";
import { DeviceFacts } from "./device-facts.tsx";
import { DeviceFields, type IgnoredInputs } from "./device-fields.tsx";
import styles from "./devices.module.css";

interface DevicePanelProps {
  device: ShownDevice;
  groups: readonly Group[];
  nowMs: number;
  onClose(): void;
}

export function DevicePanel({ device, groups, nowMs, onClose }: DevicePanelProps) {
  const { outbox } = useServices();
  const { phase } = useSyncStatus();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  /** The Sentinel when the form opened, to tell this person's changes from others'. */
  const [seen] = useState(device);
  const [draft, setDraft] = useState(() => draftOf(device));
  const [faults, setFaults] = useState<Partial<Record<keyof DeviceEdit, DeviceFault>>>({});
  const [ignored, setIgnored] = useState<IgnoredInputs>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { asking, ask, stay, leave } = useLeaveAsks({ touched: isTouched(draft, seen), draft, onClose });
  const away = isAway(phase);

  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [faults]);

  /** Its number alone does not name the chosen group for ever. */
  const seenGroup = ({ group_id }: Pick<Partial<Device>, "group_id">) => {
    const group = groups.find((one) => one.group_id === group_id);
    return group && { seen: { group_created_on: group.created_on } };
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // Typed fast, an ignored input leaves another number than was meant: it is saved once its field was looked at.
    const cut = leftOut(ignored);
    setIgnored({});
    if (cut !== null) {
      setFaults(cut);
      return stay();
    }
    const read = readDraft(draft, seen);
    setFaults(read.kind === "faulty" ? read.faults : {});
    if (read.kind === "faulty") return stay();
    if (read.kind === "unchanged") {
      showToast({ message: DEVICE_FORM.unchanged });
      return leave();
    }
    setBusy(true);
    const { value, base } = read;
    const id = device.device_id;
    const answer = await outbox.enqueue(DEVICE_EDIT, [
      { subject: id, deviceId: id, value, base, ...seenGroup(value) },
    ]);
    setBusy(false);
    if (answer !== "taken") return setProblem(DEVICE_FORM[answer]);
    const name = value.display_name ?? seen.display_name;
    showToast({ message: away ? DEVICE_FORM.savedWaiting(name) : DEVICE_FORM.saved(name), tone: "ok" });
    leave();
  };

  // By keyboard the name is changed at once; on a phone its keyboard would cover the form.
  useEffect(() => {
    const name = form.current?.elements.namedItem("name");
    if (window.matchMedia("(pointer: fine)").matches && name instanceof HTMLElement) name.focus();
  }, []);

  return (
    <Dialog
      open
      onClose={ask}
      title={DEVICE_FORM.title(seen.display_name)}
      subtitle={DEVICE_FORM.id(device.device_id)}
      icon={<Camera size={20} aria-hidden="true" />}
      placement="side"
      footer={
        asking ? (
          <LeaveQuestion words={DEVICE_FORM} onDiscard={leave} onStay={stay} />
        ) : (
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {DEVICE_FORM.save}
          </Button>
        )
      }
    >
      <div className={styles.panel}>
        {device.waiting && <Notice tone="unsent">{DEVICE_FORM.waiting}</Notice>}
        {away && !device.waiting && <Notice tone="info">{DEVICE_FORM.offline}</Notice>}
        <form ref={form} id={formId} className={styles.form} onSubmit={save} noValidate>
          <DeviceFields
            draft={draft}
            onDraft={(change, notTaken = {}) => {
              setDraft((before) => ({ ...before, ...change }));
              setIgnored(notTaken);
              setFaults({});
              setProblem(null);
            }}
            faults={faults}
            ignored={ignored}
            device={seen}
            groups={groups}
          />
          {problem !== null && <Notice tone="danger">{problem}</Notice>}
        </form>
        <DeviceFacts device={device} nowMs={nowMs} />
        <DeviceAccess device={device} onGone={leave} />
      </div>
    </Dialog>
  );
}

/** The faults of fields that hold less than was typed; null where there are none. */
function leftOut(ignored: IgnoredInputs): Partial<Record<keyof DeviceEdit, DeviceFault>> | null {
  const axes = Object.keys(ignored);
  return axes.length === 0 ? null : Object.fromEntries(axes.map((axis) => [axis, "left-out"]));
}
