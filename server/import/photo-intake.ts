import type { Transaction } from "kysely";
import { lastSightMs } from "../../src/domain/device-report.ts";
import type { SourceTime } from "../../src/formats/cells/source-time.ts";
import type { TimeZoneRule } from "../../src/formats/cells/time-zone.ts";
import type { InsightRecord } from "../../src/formats/import-record.ts";
import { LastSights } from "../db/last-sights.ts";
import type { Schema } from "../db/schema.ts";
import { MAX_PHOTO_BYTES } from "../files/photo-check.ts";
import { PhotoRefused, type PhotoStore, type StoredPhoto } from "../files/photo-store.ts";
import type { OpenDevice } from "./device-intake.ts";
import type { IntakeRefusalCode } from "./import-refusal.ts";
import { IMPORT_TABLE_NAME } from "./insight-row.ts";
import { type IntakeContext, writeSlice } from "./intake-context.ts";
import { matchPictures, type WantedPicture } from "./photo-matching.ts";
import { insertPhoto, insertPhotoFile } from "./photo-rows.ts";
import { readPhotoTime } from "./photo-time.ts";
import type { PictureFolder } from "./picture-folder.ts";

/** Is told how many pictures are done. */
export type PhotoProgress = (done: number, total: number) => void | Promise<void>;

interface Picture extends WantedPicture {
  deviceRef: number;
  sourceIds: string[];
}

interface KnownInsight {
  insight_id: number;
  time_stamp: number;
  file_ctime: number | null;
}

const REFUSAL_CODES: Record<PhotoRefused["reason"], IntakeRefusalCode> = {
  unsupported_type: "photo_unsupported_type",
  too_large: "photo_too_large",
  damaged: "photo_damaged",
};

/**
 * Brings the photographs of a folder to the insights that speak of them. Only pictures whose name is in the folder
 * are remembered; they are matched when all insights are in, because a name may come again at the very end.
 */
export class PhotoIntake {
  private readonly context: IntakeContext;
  private readonly folder: PictureFolder;
  private readonly store: PhotoStore;
  private readonly zone: TimeZoneRule;
  private readonly wanted = new Map<string, Picture>();

  constructor(context: IntakeContext, folder: PictureFolder, store: PhotoStore, zone: TimeZoneRule) {
    this.context = context;
    this.folder = folder;
    this.store = store;
    this.zone = zone;
  }

  add(record: InsightRecord, device: OpenDevice): void {
    const { photo, deviceId, sourceId } = record;
    if (photo === null) return;
    if (!this.folder.has(photo.name)) {
      this.context.summary.photos.missing += 1;
      return;
    }
    const path = endsAs(photo.path, photo.name) ? (photo.path ?? photo.name) : photo.name;
    const key = `${deviceId}\n${photo.path ?? photo.name}`;
    const picture = this.wanted.get(key);
    if (picture === undefined) {
      const { ref: deviceRef, names: folderNames } = device;
      this.wanted.set(key, { path, name: photo.name, folderNames, deviceRef, sourceIds: [sourceId] });
    } else {
      picture.sourceIds.push(sourceId);
    }
  }

  /** Matches and stores; tells after each picture how many are done. */
  async settle(progress: PhotoProgress): Promise<void> {
    const pictures = [...this.wanted.values()];
    const matches = matchPictures(pictures, this.folder.files);
    const { photos } = this.context.summary;
    let done = 0;
    for (const [index, picture] of pictures.entries()) {
      const match = matches[index];
      if (match?.kind === "found") await this.take(picture, match.file);
      else if (match?.kind === "ambiguous") this.refuse(picture.name, "photo_ambiguous", picture.path);
      else photos.missing += picture.sourceIds.length;
      done += 1;
      await progress(done, pictures.length);
    }
  }

  private async take(picture: Picture, file: string): Promise<void> {
    const { dryRun, summary } = this.context;
    if (dryRun) {
      summary.photos.stored += picture.sourceIds.length;
      return;
    }
    const bytes = await this.folder.read(file, MAX_PHOTO_BYTES).catch(() => undefined);
    if (bytes === undefined || bytes === null) {
      this.refuse(file, bytes === null ? "photo_too_large" : "photo_unreadable", null);
      return;
    }
    try {
      const stored = await this.store.put(bytes);
      const time = await readPhotoTime(bytes, this.zone);
      await writeSlice(this.context, picture.sourceIds.length, (transaction) =>
        this.attach(transaction, picture, stored, time),
      );
    } catch (error) {
      if (!(error instanceof PhotoRefused)) throw error;
      this.refuse(file, REFUSAL_CODES[error.reason], null);
    }
  }

  private async attach(
    transaction: Transaction<Schema>,
    { deviceRef, sourceIds, name }: Picture,
    stored: StoredPhoto,
    time: SourceTime | null,
  ): Promise<void> {
    const { clock, db, summary } = this.context;
    const now = clock.now();
    const { contentHash } = stored;
    await insertPhotoFile(db, transaction, stored, now);
    if (db.kind === "postgres") {
      // In the order in which all others lock: the Sentinel, then its insights.
      await transaction
        .selectFrom("devices")
        .select("device_ref")
        .where("device_ref", "=", deviceRef)
        .forUpdate()
        .execute();
      await lockInsights(transaction, deviceRef, sourceIds);
    }
    const insights = await transaction
      .selectFrom("insights")
      .leftJoin("photos", (join) =>
        join
          .onRef("photos.insight_id", "=", "insights.insight_id")
          .on("photos.content_hash", "=", contentHash),
      )
      .select(["insights.insight_id", "insights.time_stamp", "insights.file_ctime", "photos.photo_id"])
      .where("insights.device_ref", "=", deviceRef)
      .where("insights.table_name", "=", IMPORT_TABLE_NAME)
      .where("insights.source_id", "in", sourceIds)
      .execute();
    const sights = new LastSights();
    for (const insight of insights) {
      if (insight.photo_id !== null) {
        summary.photos.known += 1;
        continue;
      }
      const told = timeOfPhoto(insight, time, now);
      const { time_stamp: timeStampMs, file_ctime: fileCtimeMs } = { ...insight, ...told };
      if (fileCtimeMs !== null) sights.add(deviceRef, lastSightMs({ timeStampMs, fileCtimeMs }, now), true);
      await insertPhoto(
        transaction,
        {
          insight_id: insight.insight_id,
          device_ref: deviceRef,
          table_name: IMPORT_TABLE_NAME,
          content_hash: contentHash,
          source_name: name,
          created_at: now,
        },
        told,
      );
      summary.photos.stored += 1;
    }
    await sights.write(transaction);
  }

  private refuse(file: string, code: IntakeRefusalCode, value: string | null): void {
    this.context.summary.photos.refused += 1;
    this.context.refuse({ place: { file, row: null }, field: null, code, value, lost: "photo" });
  }
}

/** Until the end of the transaction, so that two imports at once do not both find the photo missing. */
async function lockInsights(
  transaction: Transaction<Schema>,
  deviceRef: number,
  sourceIds: readonly string[],
): Promise<void> {
  await transaction
    .selectFrom("insights")
    .select("insight_id")
    .where("device_ref", "=", deviceRef)
    .where("table_name", "=", IMPORT_TABLE_NAME)
    .where("source_id", "in", sourceIds)
    .orderBy("insight_id")
    .forUpdate()
    .execute();
}

/** A camera's time from the photo, where the source gave none. */
function timeOfPhoto(insight: KnownInsight, time: SourceTime | null, nowMs: number) {
  if (time === null || insight.file_ctime !== null) return {};
  return {
    time_stamp: Math.min(time.epochMs, nowMs),
    file_ctime: time.epochMs,
    file_ctime_text: time.text,
    file_ctime_offset: time.offset,
  };
}

/** Some sources give a download address whose last part says nothing of the file. */
function endsAs(path: string | null, name: string): boolean {
  return path?.toLowerCase().endsWith(name.toLowerCase()) ?? false;
}
