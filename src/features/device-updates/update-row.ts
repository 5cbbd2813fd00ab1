import { compareIds } from "../../domain/text-order.ts";
import { DEVICE_UPDATES } from "../../messages/device-updates.ts";
import type { Release, Update } from "../../protocol/shapes.ts";
import type { Fleet, FleetDevice } from "../fleet-view.ts";

/** An update as the screen shows it, with the names of what it is about. */
export interface UpdateRow extends Omit<Update, "createdAt"> {
  createdMs: number;
  releaseName: string;
  devices: readonly Pick<FleetDevice, "id" | "name" | "place" | "updateStatus">[];
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
    .map(
      ({ createdAt, ...update }): UpdateRow => ({
        ...update,
        createdMs: Date.parse(createdAt),
        releaseName:
          releaseNames.get(update.algReleaseId) ?? DEVICE_UPDATES.unknownRelease(update.algReleaseId),
        devices: update.deviceIds.map(
          (id) =>
            deviceOf.get(id) ?? {
              id,
              name: DEVICE_UPDATES.unknownDevice(id),
              place: null,
              updateStatus: null,
            },
        ),
      }),
    )
    .sort((a, b) => b.createdMs - a.createdMs || compareIds(b.deviceUpdateId, a.deviceUpdateId));
}
