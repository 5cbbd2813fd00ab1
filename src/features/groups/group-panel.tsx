import LayoutGrid from "lucide-react/icons/layout-grid";
import Trash2 from "lucide-react/icons/trash";
import { useState } from "react";
import type { FleetGroup } from "../../client/fleet-view.ts";
import { GROUPS } from "../../messages/fleet/groups.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { DeleteGroup } from "./delete-group.tsx";
import { EditGroup, SaveGroup, useGroupEdit } from "./edit-group.tsx";
import { GroupMembers } from "./group-members.tsx";
import styles from "./groups.module.css";

interface GroupPanelProps {
  group: FleetGroup;
  groups: readonly FleetGroup[];
  writes: OnlineOnly;
  onClose(): void;
  onMove(way: "add" | "remove"): void;
}

export function GroupPanel({ group, groups, writes, onClose, onMove }: GroupPanelProps) {
  const [deleting, setDeleting] = useState(false);
  const edit = useGroupEdit({ group, groups, writes });
  return (
    <Dialog
      open
      onClose={onClose}
      title={group.name}
      subtitle={GROUPS.groupWords(group.devices.length)}
      icon={<LayoutGrid size={20} aria-hidden="true" />}
      placement="side"
      footer={
        deleting ? (
          <DeleteGroup group={group} writes={writes} onKeep={() => setDeleting(false)} onDeleted={onClose} />
        ) : (
          <>
            <Button
              variant="plain"
              className={styles.delete}
              icon={<Trash2 size={16} aria-hidden="true" />}
              {...writes.button}
              onClick={() => setDeleting(true)}
            >
              {GROUPS.delete}
            </Button>
            <SaveGroup edit={edit} writes={writes} />
          </>
        )
      }
    >
      <div className={styles.panel}>
        {writes.reason}
        <EditGroup edit={edit} />
        <GroupMembers group={group} writes={writes} onMove={onMove} />
      </div>
    </Dialog>
  );
}
