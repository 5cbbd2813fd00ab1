import LayoutGrid from "lucide-react/icons/layout-grid";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Fleet, FleetDevice, FleetGroup } from "../../client/fleet-view.ts";
import { useServices } from "../../client/services.tsx";
import { FLEET } from "../../messages/fleet/fleet.ts";
import { GROUPS } from "../../messages/fleet/groups.ts";
import { CANCEL } from "../../messages/words.ts";
import { DevicePicker } from "../../parts/device-picker.tsx";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ProgressBar } from "../../ui/feedback/progress.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { addToGroup, removeFromGroup } from "./group-calls.ts";
import styles from "./groups.module.css";
import { goneIsDone, type Moved, moveDevices } from "./move-devices.ts";
import { showGroupNotice } from "./show-group-notice.ts";

interface MoveDialogProps {
  way: "add" | "remove";
  group: FleetGroup;
  fleet: Fleet;
  writes: OnlineOnly;
  onClose(): void;
}

/** Moves chosen devices into or out of a group, and reports how many moved. */
export function MoveDialog({ way, group, fleet, writes, onClose }: MoveDialogProps) {
  const { http, sync } = useServices();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<{ done: number; all: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const abort = useRef<AbortController>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
      abort.current = null;
    },
    [],
  );

  const adds = way === "add";
  const others = useMemo(
    () => fleet.devices.filter((device) => device.group?.id !== group.id),
    [fleet.devices, group.id],
  );
  const devices = adds ? others : group.devices;
  const otherGroups = useMemo(
    () => fleet.groups.filter(({ id, devices: members }) => id !== group.id && members.length > 0),
    [fleet.groups, group.id],
  );
  // Devices that moved meanwhile are removed from the choice.
  const picked = devices.filter(({ id }) => chosen.has(id));

  const move = async () => {
    const control = new AbortController();
    abort.current = control;
    const all = picked.length;
    setProblem(null);
    setMoving({ done: 0, all });
    const call = adds
      ? (id: string) => addToGroup(http, group.id, id)
      : async (id: string) => goneIsDone(await removeFromGroup(http, group.id, id));
    const deviceIds = picked.map(({ id }) => id);
    const onProgress = (done: number) => setMoving({ done, all });
    const moved = await moveDevices({ deviceIds, call, onProgress, signal: control.signal });
    await sync.pullNow().catch(() => undefined);
    // The dialog was closed meanwhile.
    if (abort.current !== control) return;
    setMoving(null);
    if (moved.done < all) return setProblem(whyPartly(moved, all));
    showGroupNotice(GROUPS[adds ? "added" : "removed"](all, group.name));
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={GROUPS[adds ? "addTitle" : "removeTitle"](group.name)}
      subtitle={GROUPS[adds ? "addWords" : "removeWords"]}
      icon={<LayoutGrid size={20} aria-hidden="true" />}
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button
            variant={adds ? "primary" : "danger"}
            busy={moving !== null}
            {...writes.button}
            disabled={!writes.may || picked.length === 0}
            onClick={() => void move()}
          >
            {GROUPS[adds ? "addChosen" : "removeChosen"](picked.length)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {writes.reason}
        {moving !== null ? (
          <Moving {...moving} onStop={() => abort.current?.abort()} />
        ) : devices.length === 0 && fleet.devices.length > 0 ? (
          <p className={styles.quiet}>{adds ? GROUPS.nothingToAdd : GROUPS.noMembers}</p>
        ) : (
          <DevicePicker
            label={GROUPS.members}
            devices={devices}
            groups={adds ? otherGroups : []}
            chosen={chosen}
            onChosen={setChosen}
            {...(adds && { remark: groupOf })}
          />
        )}
        {adds && moving === null && <Leaving devices={picked} />}
        {problem !== null && <Notice tone="danger">{problem}</Notice>}
      </div>
    </Dialog>
  );
}

function whyPartly({ done, problem }: Moved, all: number): string {
  return GROUPS.partly(done, all, problem ?? GROUPS.stopped);
}

function groupOf({ group }: FleetDevice) {
  return group && <span className={styles.quiet}>{FLEET.inGroup(group.name)}</span>;
}

/** Warns that a device leaves its former group. */
function Leaving({ devices }: { devices: readonly FleetDevice[] }) {
  const leaving = devices.flatMap(({ group }) => group?.name ?? []);
  return (
    <div role="status">
      {leaving.length > 0 && (
        <Notice tone="unsent">{GROUPS.leaves(leaving.length, [...new Set(leaving)])}</Notice>
      )}
    </div>
  );
}

function Moving({ done, all, onStop }: { done: number; all: number; onStop(): void }) {
  const words = GROUPS.moving(done, all);
  return (
    <div className={styles.form}>
      <ProgressBar value={done} max={all} label={words} />
      <p>{words}</p>
      <Button onClick={onStop}>{GROUPS.stop}</Button>
    </div>
  );
}
