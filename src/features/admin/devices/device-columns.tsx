import { cutString } from "../../../domain/table/table-cell.ts";
import { isoTime, shortUtc } from "../../../domain/time.ts";
import { ADMIN } from "../../../messages/admin/admin.ts";
import { FLEET } from "../../../messages/fleet/fleet.ts";
import { sizeText } from "../../../messages/offline/retention.ts";
import { imageCount, placeText, spaceLeft, timeMs } from "../../../parts/device-health.ts";
import type { Device } from "../../../protocol/shapes.ts";
import twoLines from "../../../ui/data-table/rows/two-lines.module.css";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import styles from "../admin.module.css";
import { RowName } from "../row-panel.tsx";

const { devices: words } = ADMIN;
type Column = TableColumn<Device>;
type ColumnId = keyof typeof words;

interface ColumnsOf {
  nowMs: number;
  /** The name of an alg by its id. */
  algName(algId: string): string;
  onOpen(deviceId: string): void;
}

export function adminDeviceColumns({ nowMs, algName, onOpen }: ColumnsOf): readonly Column[] {
  const text = (id: ColumnId, value: (device: Device) => string | null, roomPx = 120): Column => ({
    id,
    type: "string",
    label: words[id],
    value,
    sortable: true,
    roomPx,
  });
  const figure = (id: ColumnId, value: (device: Device) => number | null, roomPx = 90): Column => ({
    ...text(id, () => null, roomPx),
    type: "number",
    value,
    className: styles.figure,
  });
  const quiet = (column: Column): Column => ({ ...column, hidden: true });
  return [
    {
      ...text("name", ({ display_name }) => display_name, 140),
      cell: ({ device_id, display_name }) => <RowName id={device_id} name={display_name} onOpen={onOpen} />,
      locked: true,
      rowHeader: true,
      className: styles.first,
    },
    text("id", ({ device_id }) => device_id, 90),
    {
      ...text("place", placeText, 100),
      cell(device) {
        const place = placeText(device);
        return place === null ? (
          <span className={styles.absent}>{ADMIN.noPlace}</span>
        ) : (
          <span className={twoLines.lines}>{cutString(place)}</span>
        );
      },
    },
    {
      id: "seen",
      type: "date",
      label: words.seen,
      value: ({ last_seen }) => timeMs(last_seen),
      cell: ({ last_seen }) => <SeenTime atMs={timeMs(last_seen)} nowMs={nowMs} />,
      sortable: true,
      roomPx: 109,
      className: styles.seen,
    },
    {
      ...figure("battery", ({ battery_voltage }) => battery_voltage),
      cell: ({ battery_voltage }) => battery_voltage?.toFixed(2) ?? ADMIN.absent,
    },
    text("software", ({ software_version }) => software_version, 100),
    text("update", ({ device_update_status: status }) => status && FLEET.updateStatus(status), 90),
    {
      id: "models",
      type: "list",
      label: words.models,
      value: ({ models }) => models.map(algName),
      roomPx: 180,
      className: styles.models,
    },
    ...[
      text("ownName", ({ device_name }) => device_name),
      text("description", ({ description }) => description),
      text("locationDescription", (device) => device.location_description),
      figure("latitude", ({ latitude }) => latitude),
      figure("longitude", ({ longitude }) => longitude),
      figure("cycle", ({ cycle_time }) => cycle_time),
      figure("trigger", ({ trigger_number }) => trigger_number),
      {
        ...figure("memory", spaceLeft),
        cell(device: Device) {
          const bytes = spaceLeft(device);
          return bytes === null ? ADMIN.absent : sizeText(bytes);
        },
      },
      figure("images", imageCount),
      text("hardware", ({ hardware_id }) => hardware_id),
      text("mcu", ({ mcu_version }) => mcu_version),
      text("cell", ({ cell_uid }) => cell_uid),
      text("satellite", ({ satellite_uid }) => satellite_uid),
      text("lora", ({ lora_uid }) => lora_uid),
      figure("passes", ({ sat_passes }) => sat_passes),
    ].map(quiet),
  ];
}

export function SeenTime({ atMs, nowMs }: { atMs: number | null; nowMs: number }) {
  if (atMs === null) return <span className={styles.absent}>{ADMIN.never}</span>;
  return <time dateTime={isoTime(atMs)}>{shortUtc(atMs, nowMs).replace(" UTC", "")}</time>;
}
