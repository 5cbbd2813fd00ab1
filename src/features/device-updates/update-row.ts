import type { Fleet, FleetDevice } from "../../client/fleet-view.ts";
import type { UpdateStatus } from "../../domain/device/device-update.ts";
import { compareIds } from "../../domain/text-order.ts";
import { DEVICE_UPDATES } from "../../messages/fleet/device-updates.ts";
import type { Release, Update } from "../../protocol/shapes.ts";

/** An update as the screen shows it, with the names of what it is about. */
export interface UpdateRow extends Omit<Update, "createdAt" | "deviceReports"> {
  createdMs: number;
  releaseName: string;
  devices: readonly UpdatedDevice[];
}

/** A device of an update, and what became of the update on it as far as it has said. */
export interface UpdatedDevice extends Pick<FleetDevice, "id" | "name" | "place"> {
  status: UpdateStatus | null;
  /** Its own words, where it had some. */
  detail: string | null;
}

/** The newest first. A device that is not on this device yet goes by its id, a release that is approved no more too. */
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
