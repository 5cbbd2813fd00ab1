import type { CollectionRecord } from "../../src/formats/import-record.ts";
import type { DeviceIntake } from "./device-intake.ts";
import { type IntakeContext, slicesOf, writeSlice } from "./intake-context.ts";

const LOOK_UP = 500;

/** Takes events in as collections; each is known by its Sentinel and what the source calls it. */
export class CollectionIntake {
  private readonly context: IntakeContext;
  private readonly devices: DeviceIntake;
  private readonly ids = new Map<string, number>();
  private pending: CollectionRecord[] = [];

  constructor(context: IntakeContext, devices: DeviceIntake) {
    this.context = context;
    this.devices = devices;
  }

  add(record: CollectionRecord): void {
    this.pending.push(record);
  }

  /** The collection's id; negative in a dry run where it does not exist yet. */
  find(deviceRef: number, sourceId: string): number | undefined {
    return this.ids.get(`${deviceRef}\n${sourceId}`);
  }

  /** Writes what was added since; the Sentinels must have been written before. */
  async flush(): Promise<void> {
    const { context } = this;
    const byDevice = new Map<number, CollectionRecord[]>();
    for (const record of this.pending) {
      const device = this.devices.find(record.deviceId);
      if (device !== undefined) byDevice.set(device.ref, [...(byDevice.get(device.ref) ?? []), record]);
    }
    this.pending = [];
    for (const [deviceRef, records] of byDevice) {
      for (const slice of slicesOf(records, LOOK_UP)) {
        await this.lookUp(deviceRef, slice);
        const fresh = slice.filter(({ sourceId }) => this.find(deviceRef, sourceId) === undefined);
        context.summary.collections.created += fresh.length;
        context.summary.collections.known += slice.length - fresh.length;
        if (context.dryRun) {
          for (const { sourceId } of fresh) this.ids.set(`${deviceRef}\n${sourceId}`, -1 - this.ids.size);
        } else if (fresh.length > 0) {
          await this.write(deviceRef, fresh);
          await this.lookUp(deviceRef, fresh);
        }
      }
    }
  }

  private async write(deviceRef: number, records: readonly CollectionRecord[]): Promise<void> {
    const rows = records.map(({ sourceId, windowStartMs, windowEndMs }) => ({
      device_ref: deviceRef,
      source_id: sourceId,
      window_start: windowStartMs,
      window_end: windowEndMs,
    }));
    await writeSlice(this.context, rows.length, (transaction) =>
      this.context.db.dialect.insertMany(transaction, "collections", rows, ["device_ref", "source_id"]),
    );
  }

  private async lookUp(deviceRef: number, records: readonly CollectionRecord[]): Promise<void> {
    const rows = await this.context.db.reader
      .selectFrom("collections")
      .select(["collection_id", "source_id"])
      .where("device_ref", "=", deviceRef)
      .where(
        "source_id",
        "in",
        records.map(({ sourceId }) => sourceId),
      )
      .execute();
    for (const row of rows) this.ids.set(`${deviceRef}\n${row.source_id}`, Number(row.collection_id));
  }
}
