import { type RawBuilder, type SqlBool, sql } from "kysely";

/** True for rows of `devices` that staff did not clear. Rows of cleared Sentinels remain until all their insights are deleted. */
export const isNotCleared: RawBuilder<SqlBool> = sql<SqlBool>`not exists (
  select 1 from device_clearings where device_clearings.device_ref = devices.device_ref
)`;

/** The id of a cleared Sentinel begins with this; no Sentinel is registered under an id that begins with a space. */
export const CLEARED_ID = " cleared ";

/**
 * The same for an update of rows of `devices`, which may wait for a clear: PostgreSQL then checks the columns of the row
 * itself once more, but no other table.
 */
export const keepsItsId: RawBuilder<SqlBool> = sql<SqlBool>`devices.device_id not like ${`${CLEARED_ID}%`}`;
