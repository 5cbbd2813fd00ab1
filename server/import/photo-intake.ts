import { lastSightMs } from "../../src/domain/device/device-report.ts";
import type { SourceTime } from "../../src/formats/cells/source-time.ts";
import type { TimeZoneRule } from "../../src/formats/cells/time-zone.ts";
import type { InsightRecord } from "../../src/formats/import-record.ts";
import type { WriteTransaction } from "../db/database.ts";
import { MAX_PHOTO_BYTES } from "../files/photo-check.ts";
import { PhotoRefused, type PhotoStore, type StoredPhoto } from "../files/photo-store.ts";
import { DEFAULT_TABLE_NAME } from "../insight-store/insight-values.ts";
import { LastSights } from "../insight-store/last-sight-repository.ts";
import { insertPhoto, insertPhotoFile, lockImportedWithPhoto } from "../insight-store/photo-repository.ts";
import type { OpenDevice } from "./device-intake.ts";
import type { IntakeRefusalCode } from "./import-refusal.ts";
import { type IntakeContext, writeSlice } from "./intake-context.ts";
import { matchPictures, type WantedPicture } from "./photo-matching.ts";
import { readPhotoTime } from "./photo-time.ts";
import type { PictureFolder } from "./picture-folder.ts";

/** Called with the number of pictures that are done. */
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
 * Links the photographs of a folder to their insights. Pictures are matched after all insights were read, because a
 * name may occur again at the end; only pictures whose name is in the folder are remembered.
 */
export class PhotoIntake {
  readonly #context: IntakeContext;
  readonly #folder: PictureFolder;
  readonly #store: PhotoStore;
  readonly #zone: TimeZoneRule;
  readonly #wanted = new Map<string, Picture>();

  constructor(context: IntakeContext, folder: PictureFolder, store: PhotoStore, zone: TimeZoneRule) {
    this.#context = context;
    this.#folder = folder;
    this.#store = store;
    this.#zone = zone;
  }

  add(record: InsightRecord, device: OpenDevice): void {
    const { photo, deviceId, sourceId } = record;
    if (photo === null) return;
    if (!this.#folder.has(photo.name)) {
      this.#context.summary.photos.missing += 1;
      return;
    }
    const path = endsAs(photo.path, photo.name) ? (photo.path ?? photo.name) : photo.name;
    const key = `${deviceId}\n${photo.path ?? photo.name}`;
    const picture = this.#wanted.get(key);
    if (picture === undefined) {
      const { ref: deviceRef, names: folderNames } = device;
      this.#wanted.set(key, { path, name: photo.name, folderNames, deviceRef, sourceIds: [sourceId] });
    } else {
      picture.sourceIds.push(sourceId);
    }
  }

  /** Matches and stores, and reports progress after each picture. */
  async settle(progress: PhotoProgress): Promise<void> {
    const pictures = [...this.#wanted.values()];
    const matches = matchPictures(pictures, this.#folder.files);
    const { photos } = this.#context.summary;
    let done = 0;
    for (const [index, picture] of pictures.entries()) {
      const match = matches[index];
      if (match?.kind === "found") await this.#take(picture, match.file);
      else if (match?.kind === "ambiguous") this.#refuse(picture.name, "photo_ambiguous", picture.path);
      else photos.missing += picture.sourceIds.length;
      done += 1;
      await progress(done, pictures.length);
    }
  }

  async #take(picture: Picture, file: string): Promise<void> {
    const { dryRun, summary } = this.#context;
    if (dryRun) {
      summary.photos.stored += picture.sourceIds.length;
      return;
    }
    const bytes = await this.#folder.read(file, MAX_PHOTO_BYTES).catch(() => undefined);
    if (bytes === undefined || bytes === null) {
      this.#refuse(file, bytes === null ? "photo_too_large" : "photo_unreadable", null);
      return;
    }
    try {
      const stored = await this.#store.put(bytes);
      const time = await readPhotoTime(bytes, this.#zone);
      const attached = await writeSlice(this.#context, picture.sourceIds.length, (transaction) =>
        this.#attach(transaction, picture, stored, time),
      );
      summary.photos.stored += attached.stored;
      summary.photos.known += attached.known;
    } catch (error) {
      if (!(error instanceof PhotoRefused)) throw error;
      this.#refuse(file, REFUSAL_CODES[error.reason], null);
    }
  }

  /** Gives the insights of a picture its photo, in one transaction. @returns for how many it was stored, and known */
  async #attach(
    transaction: WriteTransaction,
    { deviceRef, sourceIds, name }: Picture,
    photo: StoredPhoto,
    time: SourceTime | null,
  ): Promise<{ stored: number; known: number }> {
    const { clock, db } = this.#context;
    const nowMs = clock.now();
    const { contentHash } = photo;
    await insertPhotoFile(db, transaction, photo, nowMs);
    const insights = await lockImportedWithPhoto(db, transaction, { deviceRef, sourceIds, contentHash });
    const withoutPhoto = insights.filter(({ photo_id }) => photo_id === null);
    const sights = new LastSights();
    for (const insight of withoutPhoto) {
      const times = timesOfPhoto(insight, time, nowMs);
      const { time_stamp: timeStampMs, file_ctime: fileCtimeMs } = { ...insight, ...times };
      if (fileCtimeMs !== null) sights.add(deviceRef, lastSightMs({ timeStampMs, fileCtimeMs }, nowMs), true);
      await insertPhoto(
        transaction,
        {
          insight_id: insight.insight_id,
          device_ref: deviceRef,
          table_name: DEFAULT_TABLE_NAME,
          content_hash: contentHash,
          source_name: name,
          created_at: nowMs,
        },
        times,
      );
    }
    await sights.write(transaction);
    return { stored: withoutPhoto.length, known: insights.length - withoutPhoto.length };
  }

  #refuse(file: string, code: IntakeRefusalCode, value: string | null): void {
    this.#context.summary.photos.refused += 1;
    this.#context.refuse({ place: { file, row: null }, field: null, code, value, lost: "photo" });
  }
}

/** A camera's time from the photo, where the source gave none. */
function timesOfPhoto(insight: KnownInsight, time: SourceTime | null, nowMs: number) {
  if (time === null || insight.file_ctime !== null) return {};
  return {
    time_stamp: Math.min(time.epochMs, nowMs),
    file_ctime: time.epochMs,
    file_ctime_text: time.text,
    file_ctime_offset: time.offset,
  };
}

/** In some sources the last part of a download address does not name the file. */
function endsAs(path: string | null, name: string): boolean {
  return path?.toLowerCase().endsWith(name.toLowerCase()) ?? false;
}
