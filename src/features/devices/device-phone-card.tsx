import Clock from "lucide-react/icons/clock";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import type { ShownDevice } from "../../client/devices-view.ts";
import type { UpdateStatus } from "../../domain/device/device-update.ts";
import type { MapWarning } from "../../domain/map/map-warnings.ts";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { DEVICES } from "../../messages/fleet/devices.ts";
import { agoWords } from "../../messages/time-words.ts";
import { placeText, timeMs } from "../../parts/device-health.ts";
import { LastPhoto } from "../../parts/photo/last-photo.tsx";
import { ButtonLink } from "../../ui/controls/button-link.tsx";
import { Tag } from "../../ui/controls/chip.tsx";
import { SubjectCard } from "../../ui/data-table/rows/subject-card.tsx";
import { BatteryLevel } from "./battery-level.tsx";

/** Troubles of a Sentinel that its card shows. */
interface CardNeed {
  alerts: readonly MapWarning[];
  updateStatus: UpdateStatus | null;
  /** Epoch ms; null where it was never seen. */
  lastSeenMs: number | null;
}

interface DevicePhoneCardProps {
  device: ShownDevice;
  /** The button that opens it. */
  name: ReactNode;
  need: CardNeed;
  nowMs: number;
  shows(columnId: string): boolean;
}

/** A Sentinel on a phone: its last photo, what is wrong, its battery, and when it was last seen. */
export function DevicePhoneCard({ device, name, need, nowMs, shows }: DevicePhoneCardProps) {
  const photoMs = shows("sinceImage") ? timeMs(device.last_image_at) : null;
  const place = [
    shows("location") && (placeText(device) ?? DEVICES.noLocation),
    shows("group") && device.groupName,
  ];
  return (
    <SubjectCard
      media={
        photoMs !== null && (
          <LastPhoto
            deviceName={device.display_name}
            deviceId={device.device_id}
            atMs={photoMs}
            nowMs={nowMs}
          />
        )
      }
      name={name}
      state={
        <ButtonLink
          variant="plain"
          href={`/?${new URLSearchParams({ tab: "insights", device_id: device.device_id })}`}
        >
          {DEVICE_CARD.seeInsights}
          <span className="visually-hidden">{DEVICE_CARD.ofDevice(device.display_name)}</span>
        </ButtonLink>
      }
      remark={place.filter(Boolean).join(" · ")}
      troubles={
        (need.alerts.length > 0 || device.waiting || shows("update")) && (
          <Troubles need={need} update={shows("update")} waiting={device.waiting} />
        )
      }
      facts={[
        ...(shows("battery")
          ? [{ label: DEVICE_CARD.battery, value: <BatteryLevel volts={device.battery_voltage} /> }]
          : []),
        ...(shows("seen") ? [{ label: DEVICE_CARD.seen, value: seenText(need.lastSeenMs, nowMs) }] : []),
        ...(shows("sinceImage") && photoMs === null
          ? [{ label: DEVICE_CARD.noPhoto, value: DEVICES.absent }]
          : []),
      ]}
    />
  );
}

const seenText = (atMs: number | null, nowMs: number) =>
  atMs === null ? (
    DEVICES.never
  ) : (
    <time dateTime={new Date(atMs).toISOString()}>{agoWords(atMs, nowMs)}</time>
  );

interface TroublesProps {
  need: CardNeed;
  update: boolean;
  waiting: boolean;
}

function Troubles({ need: { alerts, updateStatus }, update, waiting }: TroublesProps) {
  return (
    <>
      {waiting && (
        <Tag tone="unsent" icon={<Clock size={14} aria-hidden="true" />}>
          {DEVICES.waiting}
        </Tag>
      )}
      {alerts.map((alert) => (
        <Tag key={alert} tone="danger" icon={<TriangleAlert size={14} aria-hidden="true" />}>
          {DEVICE_CARD.alerts[alert]}
        </Tag>
      ))}
      {update && updateStatus === "failed" && (
        <Tag tone="danger" icon={<X size={14} aria-hidden="true" />}>
          {DEVICE_CARD.updateFailed}
        </Tag>
      )}
      {update && updateStatus === "pending" && (
        <Tag icon={<Clock size={14} aria-hidden="true" />}>{DEVICE_CARD.updatePending}</Tag>
      )}
    </>
  );
}
