import { lastSightMs } from "../../src/domain/device/device-report.ts";
import { BOXES_KEPT } from "../../src/domain/insight/detection-box.ts";
import { EMPTY_CLASS_NAME } from "../../src/domain/insight/insight.ts";
import type { InsightRecord } from "../../src/formats/import-record.ts";
import { findImported, insertInsights, updateInsight } from "../insight-store/insight-repository.ts";
import type { InsightValues } from "../insight-store/insight-values.ts";
import { LastSights } from "../insight-store/last-sight-repository.ts";
import type { CollectionIntake } from "./collection-intake.ts";
import type { DeviceIntake, OpenDevice } from "./device-intake.ts";
import type { ImportSummary } from "./import-summary.ts";
import { CLASS_COLUMNS, changesOf, insightRow, TIME_COLUMNS } from "./insight-row.ts";
import { type IntakeContext, writeSlice } from "./intake-context.ts";
import type { PhotoIntake } from "./photo-intake.ts";

const COMPARED_COLUMNS = [...CLASS_COLUMNS, ...TIME_COLUMNS];

interface Change {
  insightId: number;
  row: InsightValues;
  values: InsightValues;
}

/**
 * Stores insights, slice by slice; the next slice is read while one is being written. An insight is identified by
 * (device, table, source_id): an equal one is left alone, a different one is updated.
 */
export class InsightIntake {
  readonly #context: IntakeContext;
  readonly #devices: DeviceIntake;
  readonly #collections: CollectionIntake;
  readonly #photos: PhotoIntake | null;
  #pending: InsightRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(
    context: IntakeContext,
    devices: DeviceIntake,
    collections: CollectionIntake,
    photos: PhotoIntake | null,
  ) {
    this.#photos = photos;
    this.#context = context;
    this.#devices = devices;
    this.#collections = collections;
  }

  get isFull(): boolean {
    return this.#pending.length >= this.#context.pacer.rows;
  }

  add(record: InsightRecord): void {
    this.#pending.push(record);
  }

  /** Starts to write the slice, once the one before is written. */
  async flush(): Promise<void> {
    const records = this.#pending;
    this.#pending = [];
    const { fresh, mayBeKnown } = this.#sort(records);
    const changes = await this.#compare(mayBeKnown, fresh);
    const { summary, dryRun } = this.#context;
    summary.insights.created += fresh.length;
    summary.insights.updated += changes.length;
    await this.#writing;
    if (dryRun || (fresh.length === 0 && changes.length === 0)) return;
    this.#writing = this.#write(fresh, changes);
    // Avoids an unhandled rejection; the next flush or `settle` awaits the write and throws.
    this.#writing.catch(() => undefined);
  }

  /** Waits until everything that was started is written. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  /** Rows of Sentinels made by this import are new; rows of others are looked up, Sentinel by Sentinel. */
  #sort(records: readonly InsightRecord[]) {
    const { clock, summary, refuse } = this.#context;
    const nowMs = clock.now();
    const fresh: InsightValues[] = [];
    const mayBeKnown = new Map<number, Map<string, InsightValues>>();
    for (const record of records) {
      const device = this.#devices.find(record.deviceId);
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
      this.#photos?.add(record, device);
      const row = insightRow(record, device, this.#collectionOf(record, device), nowMs);
      if (device.isNew) {
        fresh.push(row);
        continue;
      }
      const rows = mayBeKnown.get(device.ref) ?? new Map<string, InsightValues>();
      mayBeKnown.set(device.ref, rows.set(record.sourceId, row));
    }
    return { fresh, mayBeKnown };
  }

  #collectionOf(record: InsightRecord, device: OpenDevice): number | null {
    const { collectionSourceId } = record;
    return collectionSourceId === null
      ? null
      : (this.#collections.find(device.ref, collectionSourceId) ?? null);
  }

  /** The changes to known rows; rows that are not known join `fresh`. */
  async #compare(
    mayBeKnown: ReadonlyMap<number, Map<string, InsightValues>>,
    fresh: InsightValues[],
  ): Promise<Change[]> {
    const changes: Change[] = [];
    for (const [deviceRef, rows] of mayBeKnown) {
      const { reader } = this.#context.db;
      const known = await findImported(reader, deviceRef, [...rows.keys()], COMPARED_COLUMNS);
      for (const before of known) {
        const row = rows.get(before.source_id);
        rows.delete(before.source_id);
        const values = row === undefined ? null : changesOf(before, row);
        if (row === undefined || values === null) this.#context.summary.insights.unchanged += 1;
        else changes.push({ insightId: Number(before.insight_id), row, values });
      }
      fresh.push(...rows.values());
    }
    return changes;
  }

  async #write(fresh: readonly InsightValues[], changes: readonly Change[]): Promise<void> {
    const { db, clock } = this.#context;
    const sights = sightsOf([...fresh, ...changes.map(({ row }) => row)], clock.now());
    await writeSlice(this.#context, fresh.length + changes.length, async (transaction) => {
      // First, because it locks the Sentinels: two imports at once wait here and cannot deadlock on insights.
      await sights.write(transaction);
      await insertInsights(db, transaction, fresh);
      for (const { insightId, values } of changes) await updateInsight(transaction, insightId, values);
    });
  }
}

/** Rows without a camera time are left out: the time of the import is not the time of the sighting. */
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
