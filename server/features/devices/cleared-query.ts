import { type RawBuilder, type SqlBool, sql } from "kysely";

/** True for rows of `devices` that staff did not clear. Rows of cleared Sentinels remain until all their insights are deleted. */
export const isNotCleared: RawBuilder<SqlBool> = sql<SqlBool>`not exists (
  select 1 from device_clearings where device_clearings.device_ref = devices.device_ref
)`;
