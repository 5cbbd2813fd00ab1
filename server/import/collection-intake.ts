import type { CollectionRecord } from "../../src/formats/import-record.ts";
import { findCollections, insertCollections } from "../insight-store/collection-repository.ts";
import { slicesOf } from "../insight-store/slices-of.ts";
import type { DeviceIntake } from "./device-intake.ts";
import { type IntakeContext, writeSlice } from "./intake-context.ts";

const COLLECTIONS_A_SLICE = 500;

/** Stores events as collections; a collection is identified by its Sentinel and the source's id. */
export class CollectionIntake {
  readonly #context: IntakeContext;
  readonly #devices: DeviceIntake;
  readonly #ids = new Map<string, number>();
  #pending: CollectionRecord[] = [];

  constructor(context: IntakeContext, devices: DeviceIntake) {
    this.#context = context;
    this.#devices = devices;
  }

  add(record: CollectionRecord): void {
    this.#pending.push(record);
  }

  /** The collection's id; negative in a dry run where it does not exist yet. */
  find(deviceRef: number, sourceId: string): number | undefined {
    return this.#ids.get(`${deviceRef}\n${sourceId}`);
  }

  /** Writes the collections added since the last call; their Sentinels must be written before. */
  async flush(): Promise<void> {
    const context = this.#context;
    const byDevice = new Map<number, CollectionRecord[]>();
    for (const record of this.#pending) {
      const device = this.#devices.find(record.deviceId);
      if (device !== undefined) byDevice.set(device.ref, [...(byDevice.get(device.ref) ?? []), record]);
    }
    this.#pending = [];
    for (const [deviceRef, records] of byDevice) {
      for (const slice of slicesOf(records, COLLECTIONS_A_SLICE)) {
        await this.#lookUp(deviceRef, slice);
        const fresh = slice.filter(({ sourceId }) => this.find(deviceRef, sourceId) === undefined);
        context.summary.collections.created += fresh.length;
        context.summary.collections.known += slice.length - fresh.length;
        if (context.dryRun) {
          for (const { sourceId } of fresh) this.#ids.set(`${deviceRef}\n${sourceId}`, -1 - this.#ids.size);
        } else if (fresh.length > 0) {
          await this.#write(deviceRef, fresh);
          await this.#lookUp(deviceRef, fresh);
        }
      }
    }
  }

  async #write(deviceRef: number, records: readonly CollectionRecord[]): Promise<void> {
    await writeSlice(this.#context, records.length, (transaction) =>
      insertCollections(this.#context.db, transaction, deviceRef, records),
    );
  }

  async #lookUp(deviceRef: number, records: readonly CollectionRecord[]): Promise<void> {
    const sourceIds = records.map(({ sourceId }) => sourceId);
    const rows = await findCollections(this.#context.db.reader, deviceRef, sourceIds);
    for (const row of rows) this.#ids.set(`${deviceRef}\n${row.source_id}`, Number(row.collection_id));
  }
}
