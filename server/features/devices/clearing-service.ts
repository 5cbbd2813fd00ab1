import { FLEET_SENTENCES } from "../../../src/messages/server/fleet.ts";
import type { ClearingAnswer, ClearingQuery } from "../../../src/protocol/calls/device-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid } from "../../http/api-error.ts";
import { dropUpdatesOf } from "../device-updates/device-side.ts";
import { lockUser } from "../users/lock-repository.ts";
import { clearPosition, setInsightsAside, takeDeviceFrom } from "./clearing-repository.ts";
import { lockDevices } from "./lock-repository.ts";
import { reachedDevice } from "./reached-device.ts";

/**
 * Clears the named parts of a Sentinel in one transaction: its position; its insights, which are set aside for all
 * its users; the caller's ownership.
 *
 * @throws ApiError invalid where nothing was named, not_found
 */
export async function clearDevice(
  { db }: Pick<Dependencies, "db">,
  userId: number,
  deviceId: string,
  named: ClearingQuery,
): Promise<ClearingAnswer["message"]> {
  const location = named.location === "true";
  const insights = named.insights === "true";
  const ownership = named.ownership === "true";
  if (!location && !insights && !ownership) throw invalid({ general: FLEET_SENTENCES.nothingToClear });
  await db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const deviceRef = await reachedDevice(transaction, userId, deviceId);
    // Updates, then the Sentinel, then its insights: ingest locks in the same order, so that the two cannot deadlock.
    if (ownership) await dropUpdatesOf(transaction, userId, [deviceRef]);
    await lockDevices(db, transaction, [deviceRef]);
    if (location) await clearPosition(transaction, deviceRef);
    if (insights) await setInsightsAside(db, transaction, deviceRef);
    if (ownership) await takeDeviceFrom(db, transaction, { deviceRef, userId });
  });
  return { device_id: deviceId, location, insights, ownership };
}
