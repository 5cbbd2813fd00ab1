import type { Dependencies } from "../../dependencies.ts";
import { hashSecret } from "../sessions/token.ts";
import { findDeviceByKey } from "./registration-repository.ts";

/** The Sentinel that calls, authenticated by its key. */
export interface DeviceCaller {
  readonly deviceRef: number;
  /** Its id on the wire. */
  readonly deviceId: string;
}

/**
 * The Sentinel with this key; null where none has it, or has it no longer.
 *
 * @param bearer the bare key of `Authorization: Bearer …`
 */
export async function authenticateDevice(
  { db }: Pick<Dependencies, "db">,
  bearer: string,
): Promise<DeviceCaller | null> {
  const found = await findDeviceByKey(db, hashSecret(bearer));
  return found === undefined ? null : { deviceRef: found.device_ref, deviceId: found.device_id };
}
