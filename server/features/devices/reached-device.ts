import type { View } from "../../db/database.ts";
import { notFound } from "../../http/api-error.ts";
import { findReached } from "./repository.ts";

/** The `device_ref` of a Sentinel that is assigned to this user. @throws ApiError not_found for any other */
export async function reachedDevice(view: View, userId: number, deviceId: string): Promise<number> {
  const deviceRef = await findReached(view, userId, deviceId);
  if (deviceRef === null) throw notFound();
  return deviceRef;
}
