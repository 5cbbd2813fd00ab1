import type { Dependencies } from "../../dependencies.ts";
import { hashSecret } from "../sessions/token.ts";
import { findDeviceByKey } from "./registration-repository.ts";

/** A Sentinel that speaks for itself, known by its key. */
export interface DeviceCaller {
  readonly deviceRef: number;
  /** What it is called on the wire. */
  readonly deviceId: string;
}

/**
 * The Sentinel whose key this is; null where no Sentinel has it, or has it no longer.
 *
 * @param bearer the bare key, as it came in `Authorization: Bearer …`
 */
export async function authenticateDevice(
  { db }: Pick<Dependencies, "db">,
  bearer: string,
): Promise<DeviceCaller | null> {
  const found = await findDeviceByKey(db, hashSecret(bearer));
  return found === undefined ? null : { deviceRef: found.device_ref, deviceId: found.device_id };
}
