import Clock from "lucide-react/icons/clock";
import type { ShownDevice } from "../../client/devices-view.ts";
import type { UpdateStatus } from "../../domain/device/device-update.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { cutString } from "../../domain/table/table-cell.ts";
import { hoursSinceRoundedUp, shortUtc } from "../../domain/time.ts";
import { durationText } from "../../messages/fleet/device-fields.ts";
import { DEVICES } from "../../messages/fleet/devices.ts";
import { FLEET } from "../../messages/fleet/fleet.ts";
import { sizeText } from "../../messages/offline/retention.ts";
import { imageCount, placeText, spaceLeft, timeMs } from "../../parts/device-health.ts";
import { UpdateStatusTag } from "../../parts/fleet/update-status-tag.tsx";
import twoLines from "../../ui/data-table/rows/two-lines.module.css";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import { BatteryLevel } from "./battery-level.tsx";
import styles from "./devices.module.css";
import { reliabilityText } from "./reliability-text.ts";
import { RowPhoto } from "./row-photo.tsx";

const { columns: words } = DEVICES;
type Column = TableColumn<ShownDevice>;

interface DeviceColumnsOf {
  /** The end of durations, epoch ms. */
  nowMs: number;
  modelName(modelId: string): string;
  onOpen(deviceId: string): void;
}

/** Ids and versions are hidden by default. */
export function deviceColumns({ nowMs, modelName, onOpen }: DeviceColumnsOf): readonly Column[] {
  return [
    {
      id: "photo",
      type: "element",
      label: words.photo,
      quietLabel: true,
      value: () => null,
      cell: (device) => <RowPhoto device={device} nowMs={nowMs} />,
      roomPx: 90,
      className: styles.photo,
    },
    {
      id: "name",
      type: "string",
      label: words.name,
      value: ({ display_name }) => display_name,
      cell: (device) => <NameCell device={device} onOpen={onOpen} />,
      sortable: true,
      locked: true,
      rowHeader: true,
      roomPx: 136,
      className: styles.nameColumn,
    },
    {
      id: "location",
      type: "string",
      label: words.location,
      value: placeText,
      cell(device) {
        const place = placeText(device);
        return place === null ? (
          <span className={styles.absent}>{DEVICES.noLocation}</span>
        ) : (
          <span className={twoLines.lines}>{cutString(place)}</span>
        );
      },
      title: (device) => placeText(device) ?? DEVICES.noLocation,
      sortable: true,
      roomPx: 95,
    },
    {
      id: "group",
      type: "string",
      label: words.group,
      value: ({ groupName }) => groupName,
      cell: ({ groupName }) =>
        groupName === null ? (
          <span className={styles.absent}>{DEVICES.absent}</span>
        ) : (
          <span className={twoLines.lines}>{cutString(groupName)}</span>
        ),
      title: ({ groupName }) => groupName ?? "",
      sortable: true,
      roomPx: 77,
    },
    {
      id: "battery",
      type: "number",
      label: words.battery,
      value: ({ battery_voltage }) => battery_voltage,
      cell: ({ battery_voltage }) => <BatteryLevel volts={battery_voltage} />,
      sortable: true,
      leaves: 0,
      roomPx: 135,
      className: styles.battery,
    },
    {
      id: "seen",
      type: "date",
      label: words.seen,
      value: ({ last_seen }) => timeMs(last_seen),
      cell({ last_seen }) {
        const at = timeMs(last_seen);
        return at === null ? (
          <span className={styles.absent}>{DEVICES.never}</span>
        ) : (
          <time dateTime={new Date(at).toISOString()}>{shortUtc(at, nowMs).replace(" UTC", "")}</time>
        );
      },
      sortable: true,
      leaves: 0,
      roomPx: 96,
      className: styles.seen,
    },
    hoursSince("sinceInsight", nowMs, ({ last_insight_at }) => last_insight_at),
    hoursSince("sinceImage", nowMs, ({ last_image_at }) => last_image_at),
    ...stateColumns(),
    ...quietColumns(modelName),
  ];
}

function hoursSince(
  id: "sinceInsight" | "sinceImage",
  nowMs: number,
  at: (device: ShownDevice) => string | null,
): Column {
  const value = (device: ShownDevice) => hoursSinceRoundedUp(timeMs(at(device)), nowMs);
  return {
    id,
    type: "number",
    label: words[id],
    value,
    cell(device) {
      const hours = value(device);
      return hours === null ? DEVICES.never : DEVICES.hours(hours);
    },
    sortable: true,
    leaves: 2,
    roomPx: 84,
    className: styles.since,
  };
}

function stateColumns(): Column[] {
  return [
    {
      id: "space",
      type: "number",
      label: words.space,
      value: spaceLeft,
      cell(device) {
        const bytes = spaceLeft(device);
        return bytes === null ? DEVICES.absent : sizeText(bytes);
      },
      sortable: true,
      leaves: 2,
      roomPx: 78,
      className: styles.space,
    },
    {
      id: "images",
      type: "number",
      label: words.images,
      value: imageCount,
      cell: (device) => {
        const images = imageCount(device);
        return images === null ? DEVICES.absent : countText(images);
      },
      sortable: true,
      leaves: 2,
      roomPx: 68,
      className: styles.images,
    },
    {
      id: "update",
      type: "string",
      label: words.update,
      value: (device) => FLEET.updateStatus(device.device_update_status),
      cell: (device) => <UpdateCell status={device.device_update_status} />,
      sortable: true,
      roomPx: 96,
      className: styles.update,
    },
  ];
}

function quietColumns(modelName: DeviceColumnsOf["modelName"]): Column[] {
  const text = (id: string, label: string, value: (device: ShownDevice) => string | null): Column => ({
    id,
    type: "string",
    label,
    value,
    sortable: true,
    hidden: true,
    roomPx: 130,
  });
  const figure = (id: string, label: string, value: (device: ShownDevice) => number | null): Column => ({
    ...text(id, label, () => null),
    type: "number",
    value,
  });
  const minutes = (id: "cycle" | "syncTime", value: (device: ShownDevice) => number | null): Column => ({
    ...figure(id, words[id], value),
    cell: (device) => durationOr(value(device)),
  });
  return [
    text("id", words.id, (device) => device.device_id),
    text("reliable", words.reliable, reliabilityText),
    text("ownName", words.ownName, (device) => device.device_name),
    text("description", words.description, (device) => device.description),
    text("locationDescription", words.locationDescription, (device) => device.location_description),
    figure("latitude", words.latitude, (device) => device.latitude),
    figure("longitude", words.longitude, (device) => device.longitude),
    minutes("cycle", (device) => device.cycle_time),
    figure("trigger", words.trigger, (device) => device.trigger_number),
    minutes("syncTime", (device) => device.sync_time),
    figure("memory", words.memory, (device) => device.memory_remaining),
    figure("cycles", words.cycles, (device) => device.summary?.cycle_count ?? null),
    text("software", words.software, (device) => device.software_version),
    text("mcu", words.mcu, (device) => device.mcu_version),
    text("hardware", words.hardware, (device) => device.hardware_id),
    text("cell", words.cell, (device) => device.cell_uid),
    text("satellite", words.satellite, (device) => device.satellite_uid),
    text("lora", words.lora, (device) => device.lora_uid),
    figure("passes", words.passes, (device) => device.sat_passes),
    {
      id: "models",
      type: "list",
      label: words.models,
      value: (device) => device.models.map(modelName),
      hidden: true,
      roomPx: 140,
    },
  ];
}

function durationOr(minutes: number | null): string {
  return minutes === null ? DEVICES.absent : durationText(minutes);
}

interface NameCellProps {
  device: ShownDevice;
  onOpen(deviceId: string): void;
  /** Without what stands under it, as on a card. */
  nameOnly?: boolean;
}

/** Its name, which opens it, over its id or, in its place, that an edit of it waits. */
export function NameCell({ device, onOpen, nameOnly = false }: NameCellProps) {
  const name = device.display_name;
  return (
    <span className={styles.nameCell}>
      <span className={styles.names}>
        <button
          type="button"
          className={styles.open}
          title={name}
          aria-label={DEVICES.open(name)}
          onClick={() => onOpen(device.device_id)}
        >
          <span className={styles.name}>{cutString(name)}</span>
        </button>
        {!nameOnly && !device.waiting && <span className={styles.id}>{device.device_id}</span>}
        {!nameOnly && device.waiting && (
          <span className={styles.waiting} title={DEVICES.waiting}>
            <Clock size={13} aria-hidden="true" />
            <span>{DEVICES.waiting}</span>
          </span>
        )}
      </span>
    </span>
  );
}

function UpdateCell({ status }: { status: UpdateStatus | null }) {
  return status === null ? (
    <span className={styles.absent}>{FLEET.updateStatus(null)}</span>
  ) : (
    <UpdateStatusTag status={status} />
  );
}
