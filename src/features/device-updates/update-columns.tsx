import ChevronRight from "lucide-react/icons/chevron-right";
import { mayDropUpdate, type UpdateStatus } from "../../domain/device/device-update.ts";
import { type CellValue, type ColumnType, cellText } from "../../domain/table/table-cell.ts";
import { fullUtc, shortUtcSeconds } from "../../domain/time.ts";
import { durationText } from "../../messages/fleet/device-fields.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import { FLEET } from "../../messages/fleet/fleet.ts";
import { tableMessages } from "../../messages/table.ts";
import { UpdateStatusTag } from "../../parts/fleet/update-status-tag.tsx";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import styles from "./device-updates.module.css";
import type { UpdateRow } from "./update-row.ts";

const { columns: words } = DEVICE_UPDATES;

export function updateColumns(
  onOpen: (updateId: string) => void,
  nowMs: number,
): readonly TableColumn<UpdateRow>[] {
  const column = (
    id: keyof typeof words,
    type: ColumnType,
    roomPx: number,
    value: (row: UpdateRow) => CellValue,
  ): TableColumn<UpdateRow> => ({ id, type, label: words[id], value, roomPx, sortable: type !== "list" });
  return [
    {
      ...column("update", "string", 106, ({ deviceUpdateId }) => deviceUpdateId),
      cell: ({ deviceUpdateId, status }) => (
        <UpdateName id={deviceUpdateId} status={status} onOpen={onOpen} />
      ),
      rowHeader: true,
      className: styles.update,
      locked: true,
    },
    {
      ...column("status", "string", 94, ({ status }) => FLEET.updateStatus(status)),
      leaves: 0,
      className: styles.status,
      cell: ({ status }) => <UpdateStatusTag status={status} />,
    },
    column("devices", "list", 100, ({ devices }) => devices.map(({ name }) => name)),
    {
      ...column("reports", "list", 205, ({ devices }) =>
        devices
          .filter(({ status, detail }) => status === "failed" || detail !== null)
          .map(({ name, status, detail }) => DEVICE_UPDATES.report(name, status, detail)),
      ),
      leaves: 0,
      className: styles.reports,
    },
    column("release", "string", 110, ({ releaseName }) => releaseName),
    {
      ...column("firmware", "string", 104, ({ firmwareReleaseTag }) => firmwareReleaseTag),
      className: styles.tag,
    },
    {
      ...column("cycle", "number", 86, ({ cycleTime }) => cycleTime),
      className: styles.cycle,
      cell: ({ cycleTime }) => durationText(cycleTime),
    },
    { ...column("trigger", "number", 86, ({ triggerNumber }) => triggerNumber), className: styles.trigger },
    {
      ...column("created", "date", 128, ({ createdMs }) => createdMs),
      className: styles.created,
      cell: ({ createdMs }) => (
        <time dateTime={cellText("date", createdMs)} title={fullUtc(createdMs)}>
          {shortUtcSeconds(createdMs, nowMs)}
        </time>
      ),
    },
    { ...column("deviceCount", "number", 110, ({ devices }) => devices.length), hidden: true },
    {
      ...column("fix", "number", 110, ({ satelliteFixTime }) => satelliteFixTime),
      hidden: true,
      cell: ({ satelliteFixTime }) =>
        satelliteFixTime === null ? tableMessages.absent : durationText(satelliteFixTime),
    },
    { ...column("passes", "number", 110, ({ satellitePasses }) => satellitePasses), hidden: true },
    { ...column("releaseId", "string", 110, ({ algReleaseId }) => algReleaseId), hidden: true },
  ];
}

interface UpdateNameProps {
  id: string;
  status: UpdateStatus;
  onOpen(updateId: string): void;
}

/** The name of an update; a press opens it while it is pending. */
export function UpdateName({ id, status, onOpen }: UpdateNameProps) {
  const name = DEVICE_UPDATES.name(id);
  if (!mayDropUpdate(status)) return name;
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={DEVICE_UPDATES.open(id)}
      onClick={() => onOpen(id)}
    >
      {name}
      <ChevronRight size={16} aria-hidden="true" />
    </button>
  );
}
