import ChevronRight from "lucide-react/icons/chevron-right";
import type { FleetGroup } from "../../client/fleet-view.ts";
import { cutString } from "../../domain/table/table-cell.ts";
import { GROUPS } from "../../messages/fleet/groups.ts";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import styles from "./groups.module.css";

const { columns: words } = GROUPS;

export function groupColumns(onOpen: (groupId: string) => void): readonly TableColumn<FleetGroup>[] {
  return [
    {
      id: "name",
      type: "string",
      label: words.name,
      value: ({ name }) => name,
      cell: ({ id, name }) => <GroupName id={id} name={name} onOpen={onOpen} />,
      sortable: true,
      locked: true,
      rowHeader: true,
      roomPx: 150,
    },
    {
      id: "description",
      type: "string",
      label: words.description,
      value: ({ description }) => description,
      sortable: true,
      roomPx: 180,
    },
    {
      id: "devices",
      type: "number",
      label: words.devices,
      value: ({ devices }) => devices.length,
      sortable: true,
      leaves: 0,
      roomPx: 90,
    },
    {
      id: "deviceNames",
      type: "list",
      label: words.deviceNames,
      value: ({ devices }) => devices.map(({ name }) => name),
      hidden: true,
      roomPx: 220,
    },
    {
      id: "created",
      type: "date",
      label: words.created,
      value: ({ createdMs }) => createdMs,
      sortable: true,
      roomPx: 190,
    },
    {
      id: "updated",
      type: "date",
      label: words.updated,
      value: ({ updatedMs }) => updatedMs,
      sortable: true,
      hidden: true,
      roomPx: 190,
    },
    { id: "id", type: "string", label: words.id, value: ({ id }) => id, hidden: true, roomPx: 110 },
  ];
}

/** Its name, which opens it. */
export function GroupName({ id, name, onOpen }: { id: string; name: string; onOpen(groupId: string): void }) {
  return (
    <button
      type="button"
      className={styles.open}
      title={name}
      aria-label={GROUPS.open(name)}
      onClick={() => onOpen(id)}
    >
      <span className={styles.openName}>{cutString(name)}</span>
      <ChevronRight size={16} aria-hidden="true" />
    </button>
  );
}
