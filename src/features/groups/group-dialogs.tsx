import type { Fleet } from "../../client/fleet-view.ts";
import { useAddressPart } from "../../client/use-address-part.ts";
import { useSyncStatus } from "../../client/use-sync.ts";
import { GROUPS } from "../../messages/fleet/groups.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { GroupPanel } from "./group-panel.tsx";
import styles from "./groups.module.css";
import { MoveDialog } from "./move-dialog.tsx";
import { NewGroupDialog } from "./new-group-dialog.tsx";

/** Stands in the address instead of an id; ids are numbers. */
export const NEW_GROUP = "new";

interface GroupDialogsProps {
  fleet: Fleet;
  writes: OnlineOnly;
}

/** The dialog that the address names. */
export function GroupDialogs({ fleet, writes }: GroupDialogsProps) {
  const opened = useAddressPart("group");
  const moving = useAddressPart("devices");
  const { pulling } = useSyncStatus();
  if (opened.open === null) return null;
  if (opened.open === NEW_GROUP) {
    return (
      <NewGroupDialog
        writes={writes}
        onClose={opened.close}
        onMade={(groupId) => opened.show(groupId, { replace: true })}
      />
    );
  }
  const group = fleet.groups.find(({ id }) => id === opened.open);
  if (group === undefined) {
    return (
      <Dialog open onClose={opened.close} title={GROUPS.gone} placement="side">
        {pulling ? <LoadingNotice /> : <p className={styles.gone}>{GROUPS.goneWords}</p>}
      </Dialog>
    );
  }
  if (moving.open === "add" || moving.open === "remove") {
    return (
      <MoveDialog
        key={moving.open}
        way={moving.open}
        group={group}
        fleet={fleet}
        writes={writes}
        onClose={moving.close}
      />
    );
  }
  return (
    <GroupPanel
      key={group.id}
      group={group}
      groups={fleet.groups}
      writes={writes}
      onClose={opened.close}
      onMove={moving.show}
    />
  );
}
