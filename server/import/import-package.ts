import type { Clock } from "../../src/domain/clock.ts";
import type { TimeZoneRule } from "../../src/formats/cells/time-zone.ts";
import type { FormatReader } from "../../src/formats/format-reader.ts";
import type { ImportRecord } from "../../src/formats/import-record.ts";
import type { PackageSource } from "../../src/formats/source/package-source.ts";
import type { Database } from "../db/database.ts";
import type { PhotoStore } from "../files/photo-store.ts";
import { CollectionIntake } from "./collection-intake.ts";
import { DeviceIntake } from "./device-intake.ts";
import type { ImportRefusal } from "./import-refusal.ts";
import { emptySummary, type ImportSummary } from "./import-summary.ts";
import { InsightIntake } from "./insight-intake.ts";
import type { IntakeContext } from "./intake-context.ts";
import { PhotoIntake, type PhotoProgress } from "./photo-intake.ts";
import type { PictureFolder } from "./picture-folder.ts";
import { SlicePacer } from "./slice-pacer.ts";

export interface ImportRequest {
  readonly db: Database;
  readonly clock: Clock;
  /** A monotonic clock, in milliseconds. */
  readonly stopwatch: () => number;
  readonly source: PackageSource;
  readonly read: FormatReader;
  readonly zone: TimeZoneRule;
  readonly ownerId: number;
  readonly photos: { readonly folder: PictureFolder; readonly store: PhotoStore } | null;
  /** Reads and compares everything, and writes nothing. */
  readonly dryRun: boolean;
  readonly onRefusal: (refusal: ImportRefusal) => void;
  readonly onProgress: (progress: ImportProgress) => void | Promise<void>;
}

export type ImportProgress =
  | { readonly phase: "metadata"; readonly insights: number }
  | { readonly phase: "photos"; readonly done: number; readonly total: number };

export interface ImportResult {
  readonly summary: ImportSummary;
  /** The longest write transaction, waiting and commit included, in milliseconds. */
  readonly longestWriteMs: number;
}

/**
 * Imports a package in short write transactions. It may be stopped and run again at any point: known insights are
 * recognised by (device, table, source_id) and left alone.
 *
 * @throws FormatError when the package is not of the reader's format.
 */
export async function importPackage(request: ImportRequest): Promise<ImportResult> {
  const { source, read, zone, photos, onProgress } = request;
  const context = contextOf(request);
  const intake = new PackageIntake(context, photos === null ? null : photoIntake(context, photos, zone));
  for await (const record of read(source, { zone })) {
    const written = await intake.take(record);
    if (written) await onProgress({ phase: "metadata", insights: intake.insights });
  }
  await intake.settle();
  await onProgress({ phase: "metadata", insights: intake.insights });
  await intake.settlePhotos((done, total) => onProgress({ phase: "photos", done, total }));
  return { summary: context.summary, longestWriteMs: context.pacer.longestMs };
}

function contextOf(request: ImportRequest): IntakeContext {
  const { db, clock, stopwatch, ownerId, dryRun, onRefusal } = request;
  const summary = emptySummary();
  return {
    db,
    clock,
    stopwatch,
    ownerId,
    dryRun,
    summary,
    pacer: new SlicePacer(),
    refuse(refusal) {
      if (refusal.lost === "row") summary.rowsRefused += 1;
      if (refusal.lost === "field") summary.fieldsRefused += 1;
      onRefusal(refusal);
    },
  };
}

function photoIntake(
  context: IntakeContext,
  { folder, store }: { folder: PictureFolder; store: PhotoStore },
  zone: TimeZoneRule,
): PhotoIntake {
  return new PhotoIntake(context, folder, store, zone);
}

/** Sends each record to its intake, in an order in which everything that it names exists before it. */
class PackageIntake {
  insights = 0;
  readonly #context: IntakeContext;
  readonly #devices: DeviceIntake;
  readonly #collections: CollectionIntake;
  readonly #insightIntake: InsightIntake;
  readonly #photos: PhotoIntake | null;

  constructor(context: IntakeContext, photos: PhotoIntake | null) {
    this.#context = context;
    this.#photos = photos;
    this.#devices = new DeviceIntake(context);
    this.#collections = new CollectionIntake(context, this.#devices);
    this.#insightIntake = new InsightIntake(context, this.#devices, this.#collections, photos);
  }

  /** Whether a slice was handed to the writer. */
  async take(record: ImportRecord): Promise<boolean> {
    switch (record.kind) {
      case "device":
        this.#devices.add(record);
        return false;
      case "collection":
        this.#collections.add(record);
        return false;
      case "refusal":
        this.#context.refuse(record);
        return false;
      case "notice":
        this.#context.summary.notices.push(record);
        return false;
      case "insight":
        this.#insightIntake.add(record);
        this.insights += 1;
        if (!this.#insightIntake.isFull) return false;
        await this.#flush();
        return true;
    }
  }

  async settle(): Promise<void> {
    await this.#flush();
    await this.#insightIntake.settle();
  }

  async settlePhotos(progress: PhotoProgress): Promise<void> {
    await this.#photos?.settle(progress);
  }

  async #flush(): Promise<void> {
    await this.#devices.flush();
    await this.#collections.flush();
    await this.#insightIntake.flush();
  }
}
