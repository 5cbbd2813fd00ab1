import type { Quotas } from "../../src/domain/account/quota.ts";
import type { Clock } from "../../src/domain/clock.ts";
import type { DateOrder } from "../../src/formats/cells/date-order.ts";
import type { TimeZoneRule } from "../../src/formats/cells/time-zone.ts";
import type { FormatReader, ReadOptions } from "../../src/formats/format-reader.ts";
import type { ImportRecord } from "../../src/formats/import-record.ts";
import type { PackageSource } from "../../src/formats/source/package-source.ts";
import type { Database } from "../db/database.ts";
import { PhotoForecast } from "../features/quotas/photo-forecast.ts";
import { PhotoRoom } from "../features/quotas/photo-room.ts";
import type { PhotoStore } from "../files/photo-store.ts";
import { CollectionIntake } from "./collection-intake.ts";
import type { DatasetNaming } from "./device-choice.ts";
import { DeviceIntake } from "./device-intake.ts";
import { hasDevices } from "./device-repository.ts";
import { ImportStopped } from "./import-halt.ts";
import type { ImportRefusal } from "./import-refusal.ts";
import { emptySummary, type ImportSummary } from "./import-summary.ts";
import { ImportSurvey } from "./import-survey.ts";
import { InsightIntake } from "./insight-intake.ts";
import type { IntakeContext } from "./intake-context.ts";
import type { PhotoIntake, PhotoProgress } from "./photo-intake.ts";
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
  /** The order of day and month; null where the package must show it. */
  readonly dates: DateOrder | null;
  readonly threshold?: number | undefined;
  readonly speciesColumn?: string | null;
  readonly ownerId: number;
  /** The quotas of the owner. Rows beyond them are refused one by one; a later run takes them once there is room. */
  readonly quotas: Pick<Quotas, "maxDevices" | "maxPhotoGb" | "maxUploads">;
  /** The name of the dataset; null where the package's own counts. */
  readonly dataset: string | null;
  /** Whether a person asked for changes of known rows, however many. */
  readonly update: boolean;
  readonly photos: { readonly folder: PictureFolder; readonly store: PhotoStore } | null;
  /** Reads and compares everything, and writes nothing. */
  readonly dryRun: boolean;
  readonly onRefusal: (refusal: ImportRefusal) => void;
  readonly onProgress: (progress: ImportProgress) => void | Promise<void>;
}

/** `survey`: the comparison with what the account has, before the first write. */
export type ImportProgress =
  | { readonly phase: "survey"; readonly insights: number }
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
 * @throws FormatError when the package is not of the reader's format; ImportHalt when a person has to decide;
 * ImportStopped around any error after insights were written.
 */
export async function importPackage(request: ImportRequest): Promise<ImportResult> {
  const { dataset, onProgress } = request;
  const naming = { given: dataset, apart: await survey(request) };
  const context = contextOf(request, naming, null);
  const intake = new PackageIntake(context, await photoIntake(context, request));
  try {
    await takeAll(intake, request, "metadata");
    await intake.settlePhotos((done, total) => onProgress({ phase: "photos", done, total }));
  } catch (error) {
    await intake.abandon();
    const { insights } = context.written;
    throw insights > 0 ? new ImportStopped(error, insights) : error;
  }
  return { summary: context.summary, longestWriteMs: context.pacer.longestMs };
}

async function takeAll(
  intake: PackageIntake,
  request: ImportRequest,
  phase: "survey" | "metadata",
): Promise<void> {
  const { source, read, onProgress } = request;
  for await (const piece of read(source, readOptionsOf(request))) {
    for (const record of "kind" in piece ? [piece] : piece) {
      const progress = intake.take(record);
      if (progress === null) continue;
      await progress;
      await onProgress({ phase, insights: intake.insights });
    }
  }
  await intake.settle();
  await onProgress({ phase, insights: intake.insights });
}

function readOptionsOf({ zone, dates, threshold, speciesColumn = null }: ImportRequest): ReadOptions {
  return { zone, dates, speciesColumn, ...(threshold === undefined ? {} : { threshold }) };
}

/**
 * Compares the package with what the account has; an account without Sentinels has nothing to compare.
 *
 * @returns the deployments that are of another dataset than the Sentinels of their ids
 * @throws ImportHalt
 */
async function survey(request: ImportRequest): Promise<ReadonlySet<string>> {
  const { db, ownerId, dataset, update } = request;
  if (!(await hasDevices(db.reader, ownerId))) return new Set();
  const naming = { given: dataset, apart: new Set<string>() };
  const comparison = new ImportSurvey(naming);
  const blind = { ...request, dryRun: true, onRefusal: () => undefined };
  await takeAll(new PackageIntake(contextOf(blind, naming, comparison), null), request, "survey");
  return comparison.verdict(db.reader, update);
}

function contextOf(
  request: ImportRequest,
  naming: DatasetNaming,
  survey: ImportSurvey | null,
): IntakeContext {
  const { db, clock, stopwatch, ownerId, quotas, dryRun, onRefusal } = request;
  const summary = emptySummary();
  return {
    db,
    clock,
    stopwatch,
    ownerId,
    maxDevices: quotas.maxDevices,
    room: new PhotoRoom({ db, clock, quotas }),
    dryRun,
    summary,
    pacer: new SlicePacer(),
    written: { insights: 0 },
    naming,
    survey,
    refuse(refusal) {
      if (refusal.lost === "row") summary.rowsRefused += 1;
      if (refusal.lost === "field") summary.fieldsRefused += 1;
      onRefusal(refusal);
    },
  };
}

async function photoIntake(
  context: IntakeContext,
  { db, quotas, ownerId, photos, zone, dryRun }: ImportRequest,
): Promise<PhotoIntake | null> {
  if (photos === null) return null;
  // Imported where there are photographs: what decodes them takes a tenth of a second to load.
  const { PhotoIntake } = await import("./photo-intake.ts");
  const forecast = dryRun ? new PhotoForecast({ db, quotas, ownerId }) : null;
  return new PhotoIntake(context, { ...photos, zone, forecast });
}

/** The list of refusals is kept in memory until progress is reported. */
const REFUSALS_A_REPORT = 1_000;

/** Sends each record to its intake, in an order in which everything that it names exists before it. */
class PackageIntake {
  insights = 0;
  #refusals = 0;
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

  /** Resolves when there is progress to report: a slice was handed to the writer, or many refusals wait to be written. */
  take(record: ImportRecord): Promise<void> | null {
    switch (record.kind) {
      case "device":
        this.#devices.add(record);
        return null;
      case "collection":
        this.#collections.add(record);
        return null;
      case "refusal":
        this.#context.refuse(record);
        this.#refusals += 1;
        return this.#refusals % REFUSALS_A_REPORT === 0 ? Promise.resolve() : null;
      case "notice":
        this.#context.summary.notices.push(record);
        return null;
      case "insight":
        this.#insightIntake.add(record);
        this.insights += 1;
        return this.#insightIntake.isFull ? this.#flush() : null;
    }
  }

  async settle(): Promise<void> {
    await this.#flush();
    await this.#insightIntake.settle();
    this.#photos?.match();
    await this.#insightIntake.settleUndated();
  }

  /** Waits for the write that is under way, whatever comes of it. */
  async abandon(): Promise<void> {
    await this.#insightIntake.settle().catch(() => undefined);
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
