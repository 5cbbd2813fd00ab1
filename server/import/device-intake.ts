import { roomLeft } from "../../src/domain/account/quota.ts";
import type { DeviceRecord } from "../../src/formats/import-record.ts";
import { countDevices } from "../features/quotas/repository.ts";
import { lockUser } from "../features/users/lock-repository.ts";
import { slicesOf } from "../insight-store/slices-of.ts";
import { chooseDevice, datasetOf, possibleIds } from "./device-choice.ts";
import {
  type DeviceValues,
  FILLED_COLUMNS,
  findDevicesFor,
  insertDevices,
  type NewDevice,
  type StoredDevice,
  setDevice,
} from "./device-repository.ts";
import type { IntakeRefusalCode } from "./import-refusal.ts";
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

interface FreshDevice {
  readonly record: DeviceRecord;
  readonly device: NewDevice;
}

interface Written {
  readonly made: readonly FreshDevice[];
  readonly over: readonly FreshDevice[];
}

const DEVICES_A_SLICE = 200;

/** Stores deployments as Sentinels of the owner. */
export class DeviceIntake {
  readonly #context: IntakeContext;
  readonly #open = new Map<string, OpenDevice>();
  readonly #refused = new Map<string, IntakeRefusalCode>();
  #pending: DeviceRecord[] = [];

  constructor(context: IntakeContext) {
    this.#context = context;
  }

  add(record: DeviceRecord): void {
    this.#pending.push(record);
  }

  /** @param deviceId the id of the deployment in the package */
  find(deviceId: string): OpenDevice | undefined {
    return this.#open.get(deviceId);
  }

  /** Why the Sentinel of a deployment was refused. */
  refusalOf(deviceId: string): IntakeRefusalCode {
    return this.#refused.get(deviceId) ?? "foreign_device";
  }

  async flush(): Promise<void> {
    const records = this.#pending;
    this.#pending = [];
    for (const slice of slicesOf(records, DEVICES_A_SLICE)) await this.#take(slice);
  }

  async #take(records: readonly DeviceRecord[]): Promise<void> {
    const context = this.#context;
    const { naming, survey } = context;
    const stored = await this.#lookUp(records.flatMap((one) => possibleIds(one, datasetOf(one, naming))));
    const fresh: FreshDevice[] = [];
    const fills: Fill[] = [];
    for (const record of records) {
      const choice = survey?.choose(record, stored) ?? chooseDevice(record, naming, stored);
      if (choice.kind === "fresh") {
        const { deviceId, deviceName } = choice;
        const dataset = datasetOf(record, naming);
        fresh.push({ record, device: { ...record, deviceId, deviceName, dataset } });
      } else if (choice.kind === "refused") {
        this.#refuse(record, choice.code);
      } else {
        fills.push(...this.#openKnown(record, choice.device));
      }
    }
    const { made, over } = context.dryRun ? await this.#fitting(fresh) : await this.#write(fresh, fills);
    for (const { record } of over) this.#refuse(record, "device_quota");
    context.summary.devices.created += made.length;
    await this.#openFresh(made);
    // Another import made the others since the look-up: they are the owner's, or foreign.
    const others = fresh.filter((one) => !made.includes(one) && !over.includes(one));
    if (others.length > 0) await this.#take(others.map(({ record }) => record));
  }

  #refuse({ place, deviceId }: DeviceRecord, code: IntakeRefusalCode): void {
    const { summary, refuse } = this.#context;
    summary.devices.refused += 1;
    if (code === "foreign_device") summary.devices.foreign += 1;
    this.#refused.set(deviceId, code);
    refuse({ place, field: null, code, value: deviceId, lost: "row" });
  }

  #openKnown(record: DeviceRecord, device: StoredDevice): Fill[] {
    this.#context.summary.devices.known += 1;
    const ref = Number(device.device_ref);
    const [latitude, longitude] =
      record.latitude === null ? [device.latitude, device.longitude] : [record.latitude, record.longitude];
    this.#open.set(record.deviceId, { ref, isNew: false, latitude, longitude, names: namesOf(record) });
    const values = blanksToFill(device, record);
    if (device.dataset === null) values.dataset = datasetOf(record, this.#context.naming);
    return Object.keys(values).length > 0 ? [{ ref, values }] : [];
  }

  /** @returns those of `fresh` that it made, and those for which the owner has no room; the others exist */
  async #write(fresh: readonly FreshDevice[], fills: readonly Fill[]): Promise<Written> {
    if (fresh.length === 0 && fills.length === 0) return { made: [], over: [] };
    const { clock, db, ownerId, maxDevices } = this.#context;
    const nowMs = clock.now();
    return writeSlice(this.#context, fresh.length + fills.length, async (transaction) => {
      for (const { ref, values } of fills) await setDevice(transaction, ref, values);
      if (fresh.length === 0) return { made: [], over: [] };
      await lockUser(db, transaction, ownerId);
      const room = roomLeft(await countDevices(transaction, ownerId), maxDevices);
      const devices = fresh.slice(0, room).map(({ device }) => device);
      const made = await insertDevices(db, transaction, { ownerId, nowMs }, devices);
      return {
        made: fresh.filter(({ device }) => made.has(device.deviceId)),
        over: fresh.slice(room),
      };
    });
  }

  /** The same without writing: a dry run has made none. */
  async #fitting(fresh: readonly FreshDevice[]): Promise<Written> {
    const { db, ownerId, maxDevices, summary } = this.#context;
    const held = (await countDevices(db.reader, ownerId)) + summary.devices.created;
    const room = roomLeft(held, maxDevices);
    return { made: fresh.slice(0, room), over: fresh.slice(room) };
  }

  async #openFresh(fresh: readonly FreshDevice[]): Promise<void> {
    const ids = fresh.map(({ device }) => device.deviceId);
    const refs = this.#context.dryRun ? new Map<string, StoredDevice>() : await this.#lookUp(ids);
    fresh.forEach(({ record, device }, index) => {
      const ref = Number(refs.get(device.deviceId)?.device_ref ?? -1 - this.#open.size - index);
      const { latitude, longitude } = record;
      this.#open.set(record.deviceId, { ref, isNew: true, latitude, longitude, names: namesOf(record) });
    });
  }

  /** Sentinels by their ids on the wire. */
  async #lookUp(deviceIds: readonly string[]): Promise<Map<string, StoredDevice>> {
    if (deviceIds.length === 0) return new Map();
    const { db, ownerId } = this.#context;
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
