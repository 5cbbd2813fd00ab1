import { type ReactNode, useDeferredValue, useId, useMemo, useState } from "react";
import { findDevices } from "../client/find-devices.ts";
import type { FleetDevice, FleetGroup } from "../client/fleet-view.ts";
import { FLEET } from "../messages/fleet/fleet.ts";
import { Button } from "../ui/controls/button.tsx";
import { FindField } from "../ui/controls/find-field.tsx";
import { DeviceLine } from "./device-line.tsx";
import styles from "./device-picker.module.css";

const STEP = 50;
const ANY = "";
const UNGROUPED = "none";

interface DevicePickerProps {
  label: string;
  devices: readonly FleetDevice[];
  /** Offers to filter by group. */
  groups?: readonly FleetGroup[];
  chosen: ReadonlySet<string>;
  onChosen(chosen: ReadonlySet<string>): void;
  /** A remark behind a device. */
  remark?: (device: FleetDevice) => ReactNode;
  /** The error of an empty choice. */
  wrong?: boolean;
}

/** Draws a few devices at a time, so that ten thousand are as fast as ten. */
export function DevicePicker(props: DevicePickerProps) {
  const { label, devices, groups = [], chosen, onChosen, remark } = props;
  const id = useId();
  const [text, setText] = useState("");
  const [group, setGroup] = useState(ANY);
  const [shown, setShown] = useState(STEP);
  const wanted = useDeferredValue(text);
  const found = useMemo(
    () =>
      findDevices(devices, wanted).filter(
        (device) => group === ANY || (device.group?.id ?? UNGROUPED) === group,
      ),
    [devices, wanted, group],
  );
  const unchosen = found.filter((device) => !chosen.has(device.id));
  const narrow = (change: () => void) => {
    change();
    setShown(STEP);
  };
  const toggle = (deviceId: string) => {
    const next = new Set(chosen);
    if (!next.delete(deviceId)) next.add(deviceId);
    onChosen(next);
  };
  if (devices.length === 0) return <p className={styles.words}>{FLEET.noDevices}</p>;
  return (
    <fieldset
      className={styles.picker}
      aria-describedby={`${id}-count`}
      data-wrong={props.wrong || undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      <DeviceFinders
        {...{ text, group, groups }}
        onText={(next) => narrow(() => setText(next))}
        onGroup={(next) => narrow(() => setGroup(next))}
      />
      <div className={styles.bar}>
        <span id={`${id}-count`} className={styles.count} role="status">
          {FLEET.chosen(chosen.size)}
        </span>
        {unchosen.length > 0 && (
          <Button
            variant="plain"
            onClick={() => onChosen(new Set([...chosen, ...unchosen.map((device) => device.id)]))}
          >
            {FLEET.selectFound(found.length)}
          </Button>
        )}
        {chosen.size > 0 && (
          <Button variant="plain" onClick={() => onChosen(new Set())}>
            {FLEET.clear}
          </Button>
        )}
      </div>
      {found.length === 0 && <p className={styles.words}>{FLEET.nothingFound}</p>}
      <ul className={styles.list} data-list aria-label={label}>
        {found.slice(0, shown).map((device) => (
          <li key={device.id}>
            <label className={styles.device}>
              <input
                type="checkbox"
                className={styles.box}
                checked={chosen.has(device.id)}
                onChange={() => toggle(device.id)}
              />
              <DeviceLine device={device} />
              {remark?.(device)}
            </label>
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <Button variant="plain" onClick={() => setShown(shown + STEP)}>
          {FLEET.more(Math.min(STEP, found.length - shown))}
        </Button>
      )}
    </fieldset>
  );
}

/** Fields that narrow the list: words of a name, and a group. */
function DeviceFinders(props: {
  text: string;
  group: string;
  groups: readonly FleetGroup[];
  onText(text: string): void;
  onGroup(group: string): void;
}) {
  const { text, group, groups } = props;
  return (
    <div className={styles.finders}>
      <FindField label={FLEET.find} value={text} onChange={props.onText} className={styles.find} />
      {groups.length > 0 && (
        <select
          className={styles.select}
          aria-label={FLEET.group}
          value={group}
          onChange={({ target }) => props.onGroup(target.value)}
        >
          <option value={ANY}>{FLEET.anyGroup}</option>
          {groups.map(({ id: groupId, name, devices: members }) => (
            <option key={groupId} value={groupId}>
              {FLEET.groupOption(name, members.length)}
            </option>
          ))}
          <option value={UNGROUPED}>{FLEET.ungrouped}</option>
        </select>
      )}
    </div>
  );
}
