import { lastSightMs } from "../../src/domain/device/device-report.ts";
import { BOXES_KEPT } from "../../src/domain/insight/detection-box.ts";
import { EMPTY_CLASS_NAME } from "../../src/domain/insight/insight.ts";
import { ANIMAL_CLASS_NAME } from "../../src/formats/cells/class-label.ts";
import type { InsightRecord } from "../../src/formats/import-record.ts";
import { findImported, insertStep, updateStep } from "../insight-store/insight-repository.ts";
import type { InsightValues } from "../insight-store/insight-values.ts";
import { LastSights } from "../insight-store/last-sight-repository.ts";
import { slicesOf } from "../insight-store/slices-of.ts";
import type { CollectionIntake } from "./collection-intake.ts";
import type { DeviceIntake, OpenDevice } from "./device-intake.ts";
import type { ImportSummary } from "./import-summary.ts";
import { CLASS_COLUMNS, changesOf, insightRow, replaceValues, TIME_COLUMNS, timesOf } from "./insight-row.ts";
import { type IntakeContext, writeStepsOf } from "./intake-context.ts";
import type { PhotoIntake } from "./photo-intake.ts";

/** Files that are read for the time of their pictures before a write. */
const UNDATED_A_SLICE = 100;
const COMPARED_COLUMNS = [...CLASS_COLUMNS, ...TIME_COLUMNS];

/** An insight on its way into the database. */
interface Taken {
  record: InsightRecord;
  row: InsightValues;
}

interface Change {
  insightId: number;
  row: InsightValues;
  values: InsightValues;
}

/**
 * Stores insights, slice by slice; the next slice is read while one is being written. An insight is identified by
 * (device, table, source_id): an equal one is left alone, a different one is updated. A new one without a time waits
 * for that of its photograph, and is refused where there is none: placed at today, it would be a sighting of today.
 */
export class InsightIntake {
  readonly #context: IntakeContext;
  readonly #devices: DeviceIntake;
  readonly #collections: CollectionIntake;
  readonly #photos: PhotoIntake | null;
  #pending: InsightRecord[] = [];
  readonly #undated: Taken[] = [];
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
    await this.#start(this.#withTime(fresh), changes);
  }

  /** Those that have a time; the others wait for their photographs, or are refused. */
  #withTime(fresh: readonly Taken[]): Taken[] {
    return fresh.filter((taken) => {
      if (taken.record.time !== null) return true;
      if (this.#photos?.mayHave(taken.record)) this.#undated.push(taken);
      else this.#refuseUndated(taken.record);
      return false;
    });
  }

  /** Takes the insights that waited for the time of their photograph, once all are matched. */
  async settleUndated(): Promise<void> {
    const photos = this.#photos;
    if (photos === null) return;
    for (const slice of slicesOf(this.#undated, UNDATED_A_SLICE)) {
      const dated: Taken[] = [];
      for (const { record, row } of slice) {
        const time = await photos.timeOf(record);
        if (time !== null) {
          this.#context.summary.timesFromPhotos += 1;
          dated.push({
            record: { ...record, time },
            row: { ...row, ...timesOf(time, this.#context.clock.now()) },
          });
        } else {
          photos.forget(record);
          this.#refuseUndated(record);
        }
      }
      await this.#start(dated, []);
    }
    await this.settle();
  }

  #refuseUndated({ place, sourceId }: InsightRecord): void {
    this.#context.refuse({ place, field: null, code: "missing_time", value: sourceId, lost: "row" });
  }

  /** Starts to write, once the slice before is written. */
  async #start(fresh: readonly Taken[], changes: readonly Change[]): Promise<void> {
    const { summary, dryRun } = this.#context;
    for (const { record } of fresh) count(summary, record);
    summary.insights.created += fresh.length;
    summary.insights.updated += changes.length;
    await this.#writing;
    if (dryRun || (fresh.length === 0 && changes.length === 0)) return;
    this.#writing = this.#write(
      fresh.map(({ row }) => row),
      changes,
    );
    // Avoids an unhandled rejection; the next flush or `settle` awaits the write and throws.
    this.#writing.catch(() => undefined);
  }

  /** Waits until everything that was started is written. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  /** Rows of Sentinels made by this import are new; rows of others are looked up, Sentinel by Sentinel. */
  #sort(records: readonly InsightRecord[]) {
    const { clock, refuse } = this.#context;
    const nowMs = clock.now();
    const fresh: Taken[] = [];
    const mayBeKnown = new Map<number, Map<string, Taken>>();
    for (const record of records) {
      const device = this.#devices.find(record.deviceId);
      if (device === undefined) {
        const { place, deviceId } = record;
        const code = this.#devices.refusalOf(deviceId);
        refuse({ place, field: null, code, value: deviceId, lost: "row" });
        continue;
      }
      if (record.boxes.length > BOXES_KEPT) {
        const [{ place }, value] = [record, String(record.boxes.length)];
        refuse({ place, field: "boxes", code: "too_many_boxes", value, lost: "field" });
      }
      this.#photos?.add(record, device);
      const row = insightRow(record, device, this.#collectionOf(record, device), nowMs);
      if (device.isNew) {
        fresh.push({ record, row });
        continue;
      }
      const rows = mayBeKnown.get(device.ref) ?? new Map<string, Taken>();
      mayBeKnown.set(device.ref, rows.set(record.sourceId, { record, row }));
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
  async #compare(mayBeKnown: ReadonlyMap<number, Map<string, Taken>>, fresh: Taken[]): Promise<Change[]> {
    const changes: Change[] = [];
    for (const [deviceRef, rows] of mayBeKnown) {
      const { reader } = this.#context.db;
      const known = await findImported(reader, deviceRef, [...rows.keys()], COMPARED_COLUMNS);
      let replaced = 0;
      for (const before of known) {
        const taken = rows.get(before.source_id);
        rows.delete(before.source_id);
        if (taken === undefined) continue;
        const { row } = taken;
        count(this.#context.summary, taken.record);
        const values = changesOf(before, row);
        if (values === null) this.#context.summary.insights.unchanged += 1;
        else changes.push({ insightId: Number(before.insight_id), row, values });
        if (values !== null && replaceValues(before, values)) replaced += 1;
      }
      this.#context.survey?.count(deviceRef, known.length, replaced);
      fresh.push(...rows.values());
    }
    return changes;
  }

  async #write(fresh: readonly InsightValues[], changes: readonly Change[]): Promise<void> {
    const { db, clock } = this.#context;
    const sights = sightsOf([...fresh, ...changes.map(({ row }) => row)], clock.now());
    await writeStepsOf(this.#context, fresh.length + changes.length, [
      // First, because they lock the Sentinels: two imports at once wait here and cannot deadlock on insights.
      ...sights.steps(db.reader),
      insertStep(fresh),
      ...changes.map(({ insightId, values }) => updateStep(db.reader, insightId, values)),
    ]);
    this.#context.written.insights += fresh.length + changes.length;
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
  if (record.className === ANIMAL_CLASS_NAME) summary.onlyAnimals += 1;
  if (record.time?.offset === null) summary.timesWithoutZone += 1;
  if (record.time?.isWholeDay) summary.wholeDays += 1;
}
