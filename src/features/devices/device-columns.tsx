import { Check, Clock, X } from "lucide-react";
import type { ShownDevice } from "../../client/devices-view.ts";
import { type UpdateIcon, updateIcon } from "../../domain/device/device-update.ts";
import { cutString } from "../../domain/table/table-cell.ts";
import { hoursSinceRoundedUp, shortUtc } from "../../domain/time.ts";
import { DEVICES } from "../../messages/fleet/devices.ts";
import { sizeText } from "../../messages/offline/retention.ts";
import { imageCount, placeText, spaceLeft, timeMs } from "../../parts/device-health.ts";
import { type ChipTone, Tag } from "../../ui/controls/chip.tsx";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import { BatteryLevel } from "./battery-level.tsx";
import styles from "./devices.module.css";
import { reliabilityText } from "./reliability-text.ts";

const { columns: words } = DEVICES;
type Column = TableColumn<ShownDevice>;

/** Ids and versions are hidden by default. @param nowMs end of durations */
export function deviceColumns(nowMs: number, onOpen: (deviceId: string) => void): readonly Column[] {
  return [
    {
      id: "name",
      type: "string",
      label: words.name,
      value: ({ display_name }) => display_name,
      cell: (device) => <NameCell device={device} onOpen={onOpen} />,
      sortable: true,
      locked: true,
      rowHeader: true,
      roomPx: 170,
      className: styles.first,
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
          cutString(place)
        );
      },
      title: (device) => placeText(device) ?? DEVICES.noLocation,
      sortable: true,
      roomPx: 125,
    },
    {
      id: "group",
      type: "string",
      label: words.group,
      value: ({ groupName }) => groupName,
      sortable: true,
      roomPx: 105,
    },
    {
      id: "battery",
      type: "number",
      label: words.battery,
      value: ({ battery_voltage }) => battery_voltage,
      cell: ({ battery_voltage }) => <BatteryLevel volts={battery_voltage} />,
      sortable: true,
      roomPx: 160,
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
      roomPx: 118,
      className: styles.seen,
    },
    hoursSince("sinceInsight", nowMs, ({ last_insight_at }) => last_insight_at),
    hoursSince("sinceImage", nowMs, ({ last_image_at }) => last_image_at),
    ...stateColumns(),
    ...quietColumns(),
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
    roomPx: 92,
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
      roomPx: 88,
      className: styles.space,
    },
    {
      id: "images",
      type: "number",
      label: words.images,
      value: imageCount,
      sortable: true,
      roomPx: 80,
      className: styles.images,
    },
    {
      id: "update",
      type: "string",
      label: words.update,
      value: (device) => DEVICES.updates[updateIcon(device.device_update_status)],
      cell: (device) => <UpdateCell icon={updateIcon(device.device_update_status)} />,
      sortable: true,
      roomPx: 100,
    },
  ];
}

function quietColumns(): Column[] {
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
  return [
    text("id", words.id, (device) => device.device_id),
    text("reliable", words.reliable, reliabilityText),
    text("ownName", words.ownName, (device) => device.device_name),
    text("description", words.description, (device) => device.description),
    text("locationDescription", words.locationDescription, (device) => device.location_description),
    figure("latitude", words.latitude, (device) => device.latitude),
    figure("longitude", words.longitude, (device) => device.longitude),
    figure("cycle", words.cycle, (device) => device.cycle_time),
    figure("trigger", words.trigger, (device) => device.trigger_number),
    figure("syncTime", words.syncTime, (device) => device.sync_time),
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
      value: (device) => device.models,
      hidden: true,
      roomPx: 140,
    },
  ];
}

interface NameCellProps {
  device: ShownDevice;
  onOpen(deviceId: string): void;
  /** Without the id, as on a card. */
  nameOnly?: boolean;
}

/** Its name, which opens it. */
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
        {!nameOnly && <span className={styles.id}>{device.device_id}</span>}
      </span>
      {device.waiting && (
        <Tag tone="unsent" icon={<Clock size={13} aria-hidden="true" />}>
          {DEVICES.waiting}
        </Tag>
      )}
    </span>
  );
}

const UPDATE_LOOK: Readonly<Record<Exclude<UpdateIcon, "none">, { tone: ChipTone; Icon: typeof Check }>> = {
  passed: { tone: "ok", Icon: Check },
  failed: { tone: "danger", Icon: X },
  pending: { tone: "neutral", Icon: Clock },
};

function UpdateCell({ icon }: { icon: UpdateIcon }) {
  if (icon === "none") return <span className={styles.absent}>{DEVICES.updates.none}</span>;
  const { tone, Icon } = UPDATE_LOOK[icon];
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
      {DEVICES.updates[icon]}
    </Tag>
  );
}
