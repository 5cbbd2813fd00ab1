import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useMemo, useRef, useState } from "react";
import { findDevices } from "../../client/find-devices.ts";
import type { FleetDevice, FleetGroup } from "../../client/fleet-view.ts";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { FLEET } from "../../messages/fleet/fleet.ts";
import { GROUPS } from "../../messages/fleet/groups.ts";
import { DeviceLine } from "../../parts/device-line.tsx";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { removeFromGroup } from "./group-calls.ts";
import styles from "./groups.module.css";
import { goneIsDone } from "./move-devices.ts";
import { showGroupNotice } from "./show-group-notice.ts";

/** From this many on there is a search field. */
const FIND_FROM = 9;
const STEP = 50;

interface GroupMembersProps {
  group: FleetGroup;
  writes: OnlineOnly;
  onMove(way: "add" | "remove"): void;
}

export function GroupMembers({ group, writes, onMove }: GroupMembersProps) {
  const { http } = useServices();
  const heading = useRef<HTMLHeadingElement>(null);
  const [text, setText] = useState("");
  const [shown, setShown] = useState(STEP);
  const [leaving, setLeaving] = useState<string | null>(null);
  const write = useWrite();
  const { devices } = group;
  const found = useMemo(() => findDevices(devices, text), [devices, text]);

  const remove = async (device: FleetDevice) => {
    if (write.busy) return;
    setLeaving(device.id);
    const done = await write.run(async () => goneIsDone(await removeFromGroup(http, group.id, device.id)));
    setLeaving(null);
    if (done === null) return;
    showGroupNotice(GROUPS.removed(1, group.name));
    // The pressed button is removed with its device.
    heading.current?.focus();
  };

  return (
    <section className={styles.section} aria-label={GROUPS.membersOf(group.name)}>
      <div className={styles.sectionHead}>
        <h3 ref={heading} tabIndex={-1} className={styles.heading}>
          {GROUPS.members}
        </h3>
        <div className={styles.headButtons}>
          {devices.length > 1 && (
            <Button variant="plain" {...writes.button} onClick={() => onMove("remove")}>
              {GROUPS.removeSeveral}
            </Button>
          )}
          <Button
            icon={<Plus size={16} aria-hidden="true" />}
            {...writes.button}
            onClick={() => onMove("add")}
          >
            {GROUPS.add}
          </Button>
        </div>
      </div>
      {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
      {devices.length === 0 && <p className={styles.quiet}>{GROUPS.noMembers}</p>}
      {devices.length >= FIND_FROM && (
        <TextField
          label={GROUPS.findMember}
          name="find-member"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(next) => {
            setText(next);
            setShown(STEP);
          }}
        />
      )}
      {devices.length > 0 && found.length === 0 && <p className={styles.quiet}>{FLEET.nothingFound}</p>}
      <ul className={styles.members} data-list="acts">
        {found.slice(0, shown).map((device) => (
          <li key={device.id} className={styles.member}>
            <DeviceLine device={device} />
            <IconButton
              label={GROUPS.remove(device.name, group.name)}
              icon={<X size={18} aria-hidden="true" />}
              {...writes.button}
              aria-busy={leaving === device.id || undefined}
              onClick={() => void remove(device)}
            />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <Button variant="plain" onClick={() => setShown(shown + STEP)}>
          {FLEET.more(Math.min(STEP, found.length - shown))}
        </Button>
      )}
    </section>
  );
}
