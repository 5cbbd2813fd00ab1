import type { DeviceArrivals } from "../../../src/domain/alert/device-arrivals.ts";
import type { View, WriteTransaction } from "../../db/database.ts";

/** Columns of a Sentinel's arrivals; null in all where nothing has arrived yet. */
export interface ArrivalColumns {
  readonly first_at: number | null;
  readonly insight_at: number | null;
  readonly trigger_at: number | null;
  readonly battery_voltage: number | null;
  readonly battery_at: number | null;
  readonly cable_error_since: number | null;
  readonly told_trigger_at: number | null;
  readonly told_images: number | null;
}

export function arrivalsOf(row: ArrivalColumns | undefined): DeviceArrivals | null {
  if (row === undefined || row.first_at === null) return null;
  return {
    firstAtMs: row.first_at,
    insightAtMs: row.insight_at,
    triggerAtMs: row.trigger_at,
    batteryVoltage: row.battery_voltage,
    batteryAtMs: row.battery_at,
    cableErrorSinceMs: row.cable_error_since,
    toldImages: row.told_images,
    toldTriggerMs: row.told_trigger_at,
  };
}

export async function findArrivals(view: View, deviceRef: number): Promise<DeviceArrivals | null> {
  const row = await view
    .selectFrom("device_arrivals")
    .selectAll()
    .where("device_ref", "=", deviceRef)
    .executeTakeFirst();
  return arrivalsOf(row);
}

export async function storeArrivals(
  transaction: WriteTransaction,
  deviceRef: number,
  arrivals: DeviceArrivals,
): Promise<void> {
  const columns = {
    first_at: arrivals.firstAtMs,
    insight_at: arrivals.insightAtMs,
    trigger_at: arrivals.triggerAtMs,
    battery_voltage: arrivals.batteryVoltage,
    battery_at: arrivals.batteryAtMs,
    cable_error_since: arrivals.cableErrorSinceMs,
    told_trigger_at: arrivals.toldTriggerMs,
    told_images: arrivals.toldImages,
  };
  await transaction
    .insertInto("device_arrivals")
    .values({ device_ref: deviceRef, ...columns })
    .onConflict((conflict) => conflict.column("device_ref").doUpdateSet(columns))
    .execute();
}
