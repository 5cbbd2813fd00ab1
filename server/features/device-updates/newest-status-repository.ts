import { type RawBuilder, sql } from "kysely";
import type { UpdateStatus } from "../../../src/domain/device/device-update.ts";

/**
 * The status of a Sentinel's newest update on this Sentinel; null before its first. A column for a query in which
 * `deviceRef` ("devices.device_ref") is known.
 */
export function newestUpdateStatus(deviceRef: string): RawBuilder<UpdateStatus | null> {
  return sql<UpdateStatus | null>`(
    select target.status from device_update_targets as target
    where target.device_ref = ${sql.ref(deviceRef)}
    order by target.device_update_id desc limit 1
  )`;
}
