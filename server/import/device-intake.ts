import type { DeviceRecord } from "../../src/formats/import-record.ts";
import { slicesOf } from "../insight-store/slices-of.ts";
import {
  type DeviceValues,
  FILLED_COLUMNS,
  findDevicesFor,
  insertDevices,
  type StoredDevice,
  setDevice,
} from "./device-repository.ts";
import { type IntakeContext, writeSlice } from "./intake-context.ts";

/** A Sentinel that may receive insights of this import. */
export interface OpenDevice {
  /** Negative in a dry run for a Sentinel that does not exist yet. */
  ref: number;
  /** Made by this import, so that none of its rows can exist. */
  isNew: boolean;
  latitude: number | null;
  longitude: number | null;
  /** Names that its folder of pictures may have, in lower case. */
  names: readonly string[];
}

interface Fill {
  readonly ref: number;
  readonly values: DeviceValues;
}

const DEVICES_A_SLICE = 200;

/** Stores deployments as Sentinels of the owner. */
export class DeviceIntake {
  readonly #context: IntakeContext;
  readonly #open = new Map<string, OpenDevice>();
  #pending: DeviceRecord[] = [];

  constructor(context: IntakeContext) {
    this.#context = context;
  }

  add(record: DeviceRecord): void {
    this.#pending.push(record);
  }

  find(deviceId: string): OpenDevice | undefined {
    return this.#open.get(deviceId);
  }

  async flush(): Promise<void> {
    const records = this.#pending;
    this.#pending = [];
    for (const slice of slicesOf(records, DEVICES_A_SLICE)) await this.#take(slice);
  }

  async #take(records: readonly DeviceRecord[]): Promise<void> {
    const context = this.#context;
    const known = await this.#lookUp(records);
    const fresh: DeviceRecord[] = [];
    const fills: Fill[] = [];
    for (const record of records) {
      const device = known.get(record.deviceId);
      if (device === undefined) {
        fresh.push(record);
      } else if (device.user_id === null) {
        context.summary.devices.refused += 1;
        const { place, deviceId } = record;
        context.refuse({ place, field: null, code: "foreign_device", value: deviceId, lost: "row" });
      } else {
        context.summary.devices.known += 1;
        const ref = Number(device.device_ref);
        const values = blanksToFill(device, record);
        if (Object.keys(values).length > 0) fills.push({ ref, values });
        const [latitude, longitude] =
          record.latitude === null
            ? [device.latitude, device.longitude]
            : [record.latitude, record.longitude];
        this.#open.set(record.deviceId, { ref, isNew: false, latitude, longitude, names: namesOf(record) });
      }
    }
    const made = context.dryRun ? fresh : await this.#write(fresh, fills);
    context.summary.devices.created += made.length;
    await this.#openFresh(made);
    // Another import made the others since the look-up: they are the owner's, or foreign.
    if (made.length < fresh.length) await this.#take(fresh.filter((record) => !made.includes(record)));
  }

  /** Returns those of `fresh` that it made; the others exist. */
  async #write(fresh: readonly DeviceRecord[], fills: readonly Fill[]): Promise<readonly DeviceRecord[]> {
    if (fresh.length === 0 && fills.length === 0) return [];
    const { clock, db, ownerId } = this.#context;
    const nowMs = clock.now();
    const made = await writeSlice(this.#context, fresh.length + fills.length, async (transaction) => {
      for (const { ref, values } of fills) await setDevice(transaction, ref, values);
      return insertDevices(db, transaction, { ownerId, nowMs }, fresh);
    });
    return fresh.filter(({ deviceId }) => made.has(deviceId));
  }

  async #openFresh(fresh: readonly DeviceRecord[]): Promise<void> {
    const refs = this.#context.dryRun ? new Map<string, StoredDevice>() : await this.#lookUp(fresh);
    fresh.forEach((record, index) => {
      const ref = Number(refs.get(record.deviceId)?.device_ref ?? -1 - this.#open.size - index);
      const { latitude, longitude } = record;
      this.#open.set(record.deviceId, { ref, isNew: true, latitude, longitude, names: namesOf(record) });
    });
  }

  async #lookUp(records: readonly DeviceRecord[]): Promise<Map<string, StoredDevice>> {
    if (records.length === 0) return new Map();
    const { db, ownerId } = this.#context;
    const deviceIds = records.map(({ deviceId }) => deviceId);
    const rows = await findDevicesFor(db.reader, ownerId, deviceIds);
    return new Map(rows.map((row) => [row.device_id, row]));
  }
}

function blanksToFill(known: StoredDevice, record: DeviceRecord): DeviceValues {
  const values: DeviceValues = {};
  const given = {
    device_name: record.deviceName,
    description: record.description,
    location_name: record.locationName,
  };
  for (const column of FILLED_COLUMNS) {
    const value = given[column];
    if (known[column] === null && value !== null) values[column] = value;
  }
  if (known.latitude === null && record.latitude !== null && record.longitude !== null) {
    values.latitude = record.latitude;
    values.longitude = record.longitude;
  }
  return values;
}

function namesOf({ deviceId, deviceName, locationName }: DeviceRecord): string[] {
  return [deviceId, deviceName, locationName].flatMap((name) => (name === null ? [] : [name.toLowerCase()]));
}
