import type { Dependencies } from "../../dependencies.ts";
import { hashSecret } from "../sessions/token.ts";

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
  const found = await db.reader
    .selectFrom("device_keys")
    .innerJoin("devices", "devices.device_ref", "device_keys.device_ref")
    .where("device_keys.key_hash", "=", hashSecret(bearer))
    .select(["devices.device_ref", "devices.device_id"])
    .executeTakeFirst();
  return found === undefined ? null : { deviceRef: found.device_ref, deviceId: found.device_id };
}
