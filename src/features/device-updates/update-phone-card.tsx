import { cutList } from "../../domain/table/table-cell.ts";
import { fullUtc, isoTime } from "../../domain/time.ts";
import { DEVICE_CARD } from "../../messages/fleet/device-card.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import { devicesText } from "../../messages/fleet/fleet.ts";
import { agoWords } from "../../messages/time-words.ts";
import { UpdateStatusTag } from "../../parts/fleet/update-status-tag.tsx";
import { SubjectCard } from "../../ui/data-table/rows/subject-card.tsx";
import { UpdateName } from "./update-columns.tsx";
import type { UpdateRow } from "./update-row.ts";

interface UpdatePhoneCardProps {
  row: UpdateRow;
  nowMs: number;
  shows(columnId: string): boolean;
  onOpen(updateId: string): void;
}

/** An update on a phone: its status, the Sentinels, what they said where it went wrong, and what it brings. */
export function UpdatePhoneCard({ row, nowMs, shows, onOpen }: UpdatePhoneCardProps) {
  const { deviceUpdateId, status, devices, releaseName, firmwareReleaseTag, createdMs } = row;
  const said = devices
    .filter((device) => device.status === "failed" || device.detail !== null)
    .map((device) => DEVICE_UPDATES.report(device.name, device.status, device.detail));
  const names = cutList(devices.map(({ name }) => name).join(", "));
  const brings = [shows("release") && releaseName, shows("firmware") && firmwareReleaseTag];
  return (
    <SubjectCard
      name={<UpdateName id={deviceUpdateId} status={status} onOpen={onOpen} />}
      state={shows("status") && <UpdateStatusTag status={status} />}
      remark={shows("devices") && `${devicesText(devices.length)}: ${names}`}
      troubles={shows("reports") && said.length > 0 && <span>{cutList(said.join("; "))}</span>}
      facts={[
        { label: DEVICE_CARD.release, value: brings.filter(Boolean).join(" · ") },
        {
          label: DEVICE_CARD.created,
          value: shows("created") && (
            <time dateTime={isoTime(createdMs)} title={fullUtc(createdMs)}>
              {agoWords(createdMs, nowMs)}
            </time>
          ),
        },
      ].filter(({ value }) => value)}
    />
  );
}
