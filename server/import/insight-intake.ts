import { BOXES_KEPT } from "../../src/domain/detection-box.ts";
import { lastSightMs } from "../../src/domain/device-report.ts";
import { EMPTY_CLASS_NAME } from "../../src/domain/insight.ts";
import type { InsightRecord } from "../../src/formats/import-record.ts";
import { LastSights } from "../db/last-sights.ts";
import type { CollectionIntake } from "./collection-intake.ts";
import type { DeviceIntake, OpenDevice } from "./device-intake.ts";
import type { ImportSummary } from "./import-summary.ts";
import {
  CLASS_COLUMNS,
  changesOf,
  IMPORT_TABLE_NAME,
  type InsightValues,
  insightRow,
  TIME_COLUMNS,
} from "./insight-row.ts";
import { type IntakeContext, writeSlice } from "./intake-context.ts";
import type { PhotoIntake } from "./photo-intake.ts";

const IDENTITY = ["device_ref", "table_name", "source_id"] as const;

interface Change {
  insightId: number;
  row: InsightValues;
  values: Record<string, string | number | null>;
}

/**
 * Takes insights in, slice by slice. While one slice is being written the next is read. An insight is known by
 * (device, table, source_id): known and equal is left alone, known and different is brought up to date.
 */
export class InsightIntake {
  private readonly context: IntakeContext;
  private readonly devices: DeviceIntake;
  private readonly collections: CollectionIntake;
  private readonly photos: PhotoIntake | null;
  private pending: InsightRecord[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    context: IntakeContext,
    devices: DeviceIntake,
    collections: CollectionIntake,
    photos: PhotoIntake | null,
  ) {
    this.photos = photos;
    this.context = context;
    this.devices = devices;
    this.collections = collections;
  }

  get isFull(): boolean {
    return this.pending.length >= this.context.pacer.rows;
  }

  add(record: InsightRecord): void {
    this.pending.push(record);
  }

  /** Hands the slice over to the writer, when it has finished the one before. */
  async flush(): Promise<void> {
    const records = this.pending;
    this.pending = [];
    const { fresh, mayBeKnown } = this.sort(records);
    const changes = await this.compare(mayBeKnown, fresh);
    const { summary, dryRun } = this.context;
    summary.insights.created += fresh.length;
    summary.insights.updated += changes.length;
    await this.writing;
    if (dryRun || (fresh.length === 0 && changes.length === 0)) return;
    this.writing = this.write(fresh, changes);
    // A failure is thrown by the next flush or by `settle`; until then nobody waits for it.
    this.writing.catch(() => undefined);
  }

  /** Waits until all that was handed over is written. */
  async settle(): Promise<void> {
    await this.writing;
  }

  /** Rows of Sentinels made by this import are new; those of others are looked up, Sentinel by Sentinel. */
  private sort(records: readonly InsightRecord[]) {
    const { clock, summary, refuse } = this.context;
    const nowMs = clock.now();
    const fresh: InsightValues[] = [];
    const mayBeKnown = new Map<number, Map<string, InsightValues>>();
    for (const record of records) {
      const device = this.devices.find(record.deviceId);
      if (device === undefined) {
        const { place, deviceId } = record;
        refuse({ place, field: null, code: "foreign_device", value: deviceId, lost: "row" });
        continue;
      }
      count(summary, record);
      if (record.boxes.length > BOXES_KEPT) {
        const [{ place }, value] = [record, String(record.boxes.length)];
        refuse({ place, field: "boxes", code: "too_many_boxes", value, lost: "field" });
      }
      this.photos?.add(record, device);
      const row = insightRow(record, device, this.collectionOf(record, device), nowMs);
      if (device.isNew) {
        fresh.push(row);
        continue;
      }
      const rows = mayBeKnown.get(device.ref) ?? new Map<string, InsightValues>();
      mayBeKnown.set(device.ref, rows.set(record.sourceId, row));
    }
    return { fresh, mayBeKnown };
  }

  private collectionOf(record: InsightRecord, device: OpenDevice): number | null {
    const { collectionSourceId } = record;
    return collectionSourceId === null
      ? null
      : (this.collections.find(device.ref, collectionSourceId) ?? null);
  }

  /** The changes to known rows; rows that are not known join `fresh`. */
  private async compare(
    mayBeKnown: ReadonlyMap<number, Map<string, InsightValues>>,
    fresh: InsightValues[],
  ): Promise<Change[]> {
    const changes: Change[] = [];
    for (const [deviceRef, rows] of mayBeKnown) {
      const known = await this.context.db.reader
        .selectFrom("insights")
        .select(["insight_id", "source_id", ...CLASS_COLUMNS, ...TIME_COLUMNS])
        .where("device_ref", "=", deviceRef)
        .where("table_name", "=", IMPORT_TABLE_NAME)
        .where("source_id", "in", [...rows.keys()])
        .execute();
      for (const before of known) {
        const row = rows.get(before.source_id);
        rows.delete(before.source_id);
        const values = row === undefined ? null : changesOf(before, row);
        if (row === undefined || values === null) this.context.summary.insights.unchanged += 1;
        else changes.push({ insightId: Number(before.insight_id), row, values });
      }
      fresh.push(...rows.values());
    }
    return changes;
  }

  private async write(fresh: readonly InsightValues[], changes: readonly Change[]): Promise<void> {
    const { db, clock } = this.context;
    const sights = sightsOf([...fresh, ...changes.map(({ row }) => row)], clock.now());
    await writeSlice(this.context, fresh.length + changes.length, async (transaction) => {
      // First, so that two imports at once wait here and not for each other's rows.
      await sights.write(transaction);
      await db.dialect.insertMany(transaction, "insights", fresh, IDENTITY);
      for (const { insightId, values } of changes) {
        await transaction.updateTable("insights").set(values).where("insight_id", "=", insightId).execute();
      }
    });
  }
}

/** Rows whose camera's time is unknown tell nothing of when the Sentinel saw them: an archive is not a call. */
function sightsOf(rows: readonly InsightValues[], nowMs: number): LastSights {
  const sights = new LastSights();
  for (const { device_ref, time_stamp, file_ctime } of rows) {
    if (file_ctime === null) continue;
    const cameraTime = { timeStampMs: Number(time_stamp), fileCtimeMs: Number(file_ctime) };
    sights.add(Number(device_ref), lastSightMs(cameraTime, nowMs), false);
  }
  return sights;
}

function count(summary: ImportSummary, record: InsightRecord): void {
  summary.origins[record.origin] += 1;
  if (record.className === EMPTY_CLASS_NAME) summary.empty += 1;
  if (record.time === null) summary.timesUnknown += 1;
  else if (record.time.offset === null) summary.timesWithoutZone += 1;
}
