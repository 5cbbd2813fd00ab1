import type { Fleet, FleetDevice } from "../../client/fleet-view.ts";
import type { UpdateStatus } from "../../domain/device/device-update.ts";
import { compareIds } from "../../domain/text-order.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import type { Release, Update } from "../../protocol/shapes.ts";

export interface UpdateRow extends Omit<Update, "createdAt" | "deviceReports"> {
  createdMs: number;
  releaseName: string;
  devices: readonly UpdatedDevice[];
}

export interface UpdatedDevice extends Pick<FleetDevice, "id" | "name" | "place"> {
  status: UpdateStatus | null;
  /** The device's own message. */
  detail: string | null;
}

/** Newest first. A device that the mirror does not hold, or a withdrawn release, is named by its id. */
export function updateRows(
  updates: readonly Update[],
  fleet: Fleet,
  releases: readonly Pick<Release, "id" | "name">[],
): readonly UpdateRow[] {
  const deviceOf = new Map(fleet.devices.map((device) => [device.id, device]));
  const releaseNames = new Map(releases.map(({ id, name }) => [id, name]));
  return updates
    .map(({ createdAt, deviceReports, ...update }): UpdateRow => {
      const reports = new Map(deviceReports.map((report) => [report.deviceId, report]));
      return {
        ...update,
        createdMs: Date.parse(createdAt),
        releaseName:
          releaseNames.get(update.algReleaseId) ?? DEVICE_UPDATES.unknownRelease(update.algReleaseId),
        devices: update.deviceIds.map((id): UpdatedDevice => {
          const report = reports.get(id);
          const { name, place } = deviceOf.get(id) ?? { name: DEVICE_UPDATES.unknownDevice(id), place: null };
          return { id, name, place, status: report?.status ?? null, detail: report?.detail ?? null };
        }),
      };
    })
    .sort((a, b) => b.createdMs - a.createdMs || compareIds(b.deviceUpdateId, a.deviceUpdateId));
}
