import type { DeviceRecord } from "../../src/formats/import-record.ts";
import { type IntakeContext, slicesOf, writeSlice } from "./intake-context.ts";

/** A Sentinel that insights of this import may go to. */
export interface OpenDevice {
  /** Negative in a dry run for a Sentinel that does not exist yet. */
  ref: number;
  /** Made by this import, so that no row of it can be known. */
  isNew: boolean;
  latitude: number | null;
  longitude: number | null;
  /** What its folder of pictures may be called. */
  names: readonly string[];
}

const SLICE = 200;
/** Blank fields of a known Sentinel are filled in; what people have set stays. */
const FILLED = ["device_name", "description", "location_name"] as const;

/** Takes deployments in as Sentinels of the owner. */
export class DeviceIntake {
  private readonly context: IntakeContext;
  private readonly open = new Map<string, OpenDevice>();
  private pending: DeviceRecord[] = [];

  constructor(context: IntakeContext) {
    this.context = context;
  }

  add(record: DeviceRecord): void {
    this.pending.push(record);
  }

  find(deviceId: string): OpenDevice | undefined {
    return this.open.get(deviceId);
  }

  async flush(): Promise<void> {
    const records = this.pending;
    this.pending = [];
    for (const slice of slicesOf(records, SLICE)) await this.take(slice);
  }

  private async take(records: readonly DeviceRecord[]): Promise<void> {
    const { context } = this;
    const known = await this.lookUp(records);
    const fresh: DeviceRecord[] = [];
    const fills: { ref: number; values: Record<string, string | number> }[] = [];
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
        this.open.set(record.deviceId, { ref, isNew: false, latitude, longitude, names: namesOf(record) });
      }
    }
    const made = context.dryRun ? fresh : await this.write(fresh, fills);
    context.summary.devices.created += made.length;
    await this.openFresh(made);
    // Another import made these since they were looked up: to this one they are known, or foreign.
    if (made.length < fresh.length) await this.take(fresh.filter((record) => !made.includes(record)));
  }

  /** Answers those of `fresh` that it made; the others were there. */
  private async write(
    fresh: readonly DeviceRecord[],
    fills: readonly { ref: number; values: Record<string, string | number> }[],
  ): Promise<readonly DeviceRecord[]> {
    if (fresh.length === 0 && fills.length === 0) return [];
    const { clock, db, ownerId } = this.context;
    const now = clock.now();
    let made: readonly DeviceRecord[] = [];
    await writeSlice(this.context, fresh.length + fills.length, async (transaction) => {
      for (const { ref, values } of fills) {
        await transaction.updateTable("devices").set(values).where("device_ref", "=", ref).execute();
      }
      if (fresh.length === 0) return;
      const refs = await transaction
        .insertInto("devices")
        .values(fresh.map((record) => deviceRow(record, now)))
        .onConflict((conflict) => conflict.column("device_id").doNothing())
        .returning(["device_ref", "device_id"])
        .execute();
      const ids = new Set(refs.map(({ device_id }) => device_id));
      made = fresh.filter(({ deviceId }) => ids.has(deviceId));
      await db.dialect.insertMany(
        transaction,
        "device_users",
        refs.map(({ device_ref }) => ({
          device_ref: Number(device_ref),
          user_id: ownerId,
          after_insight_id: 0,
          granted_at: now,
        })),
      );
    });
    return made;
  }

  private async openFresh(fresh: readonly DeviceRecord[]): Promise<void> {
    const refs = this.context.dryRun ? new Map() : await this.lookUp(fresh);
    fresh.forEach((record, index) => {
      const ref = Number(refs.get(record.deviceId)?.device_ref ?? -1 - this.open.size - index);
      const { latitude, longitude } = record;
      this.open.set(record.deviceId, { ref, isNew: true, latitude, longitude, names: namesOf(record) });
    });
  }

  /** What is known of Sentinels by these ids; `user_id` is null where they are not the owner's. */
  private async lookUp(records: readonly DeviceRecord[]) {
    if (records.length === 0) return new Map();
    const rows = await this.context.db.reader
      .selectFrom("devices")
      .leftJoin("device_users", (join) =>
        join
          .onRef("device_users.device_ref", "=", "devices.device_ref")
          .on("device_users.user_id", "=", this.context.ownerId),
      )
      .select(["devices.device_ref", "device_id", "device_users.user_id", ...FILLED, "latitude", "longitude"])
      .where(
        "device_id",
        "in",
        records.map(({ deviceId }) => deviceId),
      )
      .execute();
    return new Map(rows.map((row) => [row.device_id, row]));
  }
}

function deviceRow(record: DeviceRecord, now: number) {
  return {
    device_id: record.deviceId,
    device_name: record.deviceName,
    description: record.description,
    location_name: record.locationName,
    latitude: record.latitude,
    longitude: record.longitude,
    allow_complete_images: 0,
    allow_wifi_insights: 0,
    created_at: now,
  };
}

interface KnownDevice {
  device_name: string | null;
  description: string | null;
  location_name: string | null;
  latitude: number | null;
  longitude: number | null;
}

function blanksToFill(known: KnownDevice, record: DeviceRecord): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  const given = {
    device_name: record.deviceName,
    description: record.description,
    location_name: record.locationName,
  };
  for (const column of FILLED) {
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
