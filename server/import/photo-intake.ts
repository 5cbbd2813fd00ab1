import { lastSightMs } from "../../src/domain/device/device-report.ts";
import type { SourceTime } from "../../src/formats/cells/source-time.ts";
import type { TimeZoneRule } from "../../src/formats/cells/time-zone.ts";
import type { InsightRecord, PhotoReference } from "../../src/formats/import-record.ts";
import type { WriteTransaction } from "../db/database.ts";
import type { PhotoForecast } from "../features/quotas/photo-forecast.ts";
import { MAX_PHOTO_BYTES, PhotoRefused, type PhotoStore, type StoredPhoto } from "../files/photo-store.ts";
import { checkWholePhoto } from "../files/whole-photo.ts";
import { DEFAULT_TABLE_NAME } from "../insight-store/insight-values.ts";
import { LastSights } from "../insight-store/last-sight-repository.ts";
import {
  findImportedWithPhoto,
  insertPhoto,
  insertPhotoFile,
  leaveUnused,
  lockImportedWithPhoto,
} from "../insight-store/photo-repository.ts";
import type { OpenDevice } from "./device-intake.ts";
import type { IntakeRefusalCode } from "./import-refusal.ts";
import { timesOf } from "./insight-row.ts";
import { type IntakeContext, writeSlice } from "./intake-context.ts";
import { matchPictures, type PictureMatch, type WantedPicture } from "./photo-matching.ts";
import { readPhotoTime } from "./photo-time.ts";
import type { PictureFolder } from "./picture-folder.ts";

/** Called with the number of pictures that are done. */
export type PhotoProgress = (done: number, total: number) => void | Promise<void>;

interface Picture extends WantedPicture {
  deviceRef: number;
  sourceIds: string[];
}

/** The counts that keeping a picture would give. */
interface ExpectedCount extends AttachedCount {
  contentHash: string;
}

interface PhotoNeeds {
  readonly folder: PictureFolder;
  readonly store: PhotoStore;
  readonly zone: TimeZoneRule;
  /** Of a dry run, which stores nothing; null where the import writes. */
  readonly forecast: PhotoForecast | null;
}

/** Insights of a picture that got it, and that had it. */
interface AttachedCount {
  stored: number;
  known: number;
  /** The names of other photographs that insights of it have. */
  others: readonly string[];
}

type KnownInsight = Awaited<ReturnType<typeof findImportedWithPhoto>>[number];

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
  readonly #forecast: PhotoForecast | null;
  readonly #wanted = new Map<string, Picture>();
  #matches: ReadonlyMap<Picture, PictureMatch> = new Map();

  constructor(context: IntakeContext, { folder, store, zone, forecast }: PhotoNeeds) {
    this.#context = context;
    this.#folder = folder;
    this.#store = store;
    this.#zone = zone;
    this.#forecast = forecast;
  }

  add(record: InsightRecord, device: OpenDevice): void {
    const { photo, deviceId, sourceId } = record;
    if (photo === null) return;
    if (!this.#folder.has(photo.name)) {
      this.#context.summary.photos.missing += 1;
      return;
    }
    const path = endsAs(photo.path, photo.name) ? (photo.path ?? photo.name) : photo.name;
    const picture = this.#wanted.get(keyOf(deviceId, photo));
    if (picture === undefined) {
      const { ref: deviceRef, names: folderNames } = device;
      this.#wanted.set(keyOf(deviceId, photo), {
        path,
        name: photo.name,
        folderNames,
        deviceRef,
        sourceIds: [sourceId],
      });
    } else {
      picture.sourceIds.push(sourceId);
    }
  }

  /** Whether a file has the name of the record's picture. Only `match` shows whether it is the picture's. */
  mayHave({ photo }: InsightRecord): boolean {
    return photo !== null && this.#folder.has(photo.name);
  }

  /** Matches the pictures of all records that were added. */
  match(): void {
    const pictures = [...this.#wanted.values()];
    const matches = matchPictures(pictures, this.#folder.files);
    this.#matches = new Map(
      pictures.map((picture, index) => [picture, matches[index] ?? { kind: "missing" }]),
    );
  }

  /** When the record's picture was taken, as its file says; null without a file or without a time in it. */
  async timeOf({ deviceId, photo }: InsightRecord): Promise<SourceTime | null> {
    const picture = photo === null ? undefined : this.#wanted.get(keyOf(deviceId, photo));
    const match = picture === undefined ? undefined : this.#matches.get(picture);
    if (match?.kind !== "found") return null;
    const bytes = await this.#folder.read(match.file, MAX_PHOTO_BYTES).catch(() => null);
    return bytes === null ? null : readPhotoTime(bytes, this.#zone);
  }

  /** Takes back a record that became no insight; its picture is stored only if others show it. */
  forget({ deviceId, photo, sourceId }: InsightRecord): void {
    const picture = photo === null ? undefined : this.#wanted.get(keyOf(deviceId, photo));
    if (picture === undefined || photo === null) return;
    picture.sourceIds = picture.sourceIds.filter((id) => id !== sourceId);
    if (picture.sourceIds.length === 0) this.#wanted.delete(keyOf(deviceId, photo));
  }

  /** Stores what was matched, and reports progress after each picture. */
  async settle(progress: PhotoProgress): Promise<void> {
    const pictures = [...this.#wanted.values()];
    const { photos } = this.#context.summary;
    let done = 0;
    for (const picture of pictures) {
      const match = this.#matches.get(picture);
      if (match?.kind === "found") await this.#take(picture, match.file);
      else if (match?.kind === "ambiguous" || match?.kind === "elsewhere")
        this.#refuse(picture.path, `photo_${match.kind}`, match.rivals.join("; "));
      else photos.missing += picture.sourceIds.length;
      done += 1;
      await progress(done, pictures.length);
    }
  }

  async #take(picture: Picture, file: string): Promise<void> {
    const { summary } = this.#context;
    const bytes = await this.#folder.read(file, MAX_PHOTO_BYTES).catch(() => undefined);
    if (bytes === undefined || bytes === null) {
      this.#refuse(file, bytes === null ? "photo_too_large" : "photo_unreadable", null);
      return;
    }
    try {
      const expected = await this.#compare(picture, bytes);
      // A picture that every insight of it has otherwise leaves no file behind; a known one may be missing on the disk.
      const isTaken = expected.stored + expected.known > 0;
      const attached = isTaken ? await this.#takeExpected(picture, bytes, expected) : expected;
      if (attached === null) return this.#refuse(file, "photo_quota", null);
      summary.photos.stored += attached.stored;
      summary.photos.known += attached.known;
      if (attached.others.length > 0) this.#refuse(file, "photo_other", attached.others.join("; "));
    } catch (error) {
      if (!(error instanceof PhotoRefused)) throw error;
      this.#refuse(file, REFUSAL_CODES[error.reason], null);
    }
  }

  /** @returns null where the picture is new to an insight and the owner has no room for it */
  async #takeExpected(
    picture: Picture,
    bytes: Buffer,
    expected: ExpectedCount,
  ): Promise<AttachedCount | null> {
    const isNew = expected.stored > 0;
    if (this.#forecast === null) return this.#keep(picture, bytes, isNew);
    const { contentHash } = expected;
    const photo = { deviceRef: picture.deviceRef, contentHash, bytes: bytes.length };
    return !isNew || (await this.#forecast.take(photo)) ? expected : null;
  }

  /** @returns null where the picture is new to an insight and the owner has no room for it */
  async #keep(picture: Picture, bytes: Buffer, isNew: boolean): Promise<AttachedCount | null> {
    const { clock, db, room } = this.#context;
    const photo = { deviceRef: picture.deviceRef, bytes: bytes.length };
    const overflow = isNew ? await room.checkOf(photo) : async () => null;
    const stored = await this.#store.put(bytes);
    const time = await readPhotoTime(bytes, this.#zone);
    return writeSlice(this.#context, picture.sourceIds.length, async (transaction) => {
      if ((await overflow(transaction)) === null) return this.#attach(transaction, picture, stored, time);
      await leaveUnused(db, transaction, stored.contentHash, clock.now());
      return null;
    });
  }

  async #compare({ deviceRef, sourceIds }: Picture, bytes: Buffer): Promise<ExpectedCount> {
    const { contentHash } = await checkWholePhoto(bytes);
    const insights = await findImportedWithPhoto(this.#context.db.reader, {
      deviceRef,
      sourceIds,
      contentHash,
    });
    const { known, others, otherNames } = sortByPhoto(insights);
    return {
      stored: sourceIds.length - known.length - others.length,
      known: known.length,
      others: otherNames,
      contentHash,
    };
  }

  /** Gives the insights of a picture that have none its photo, in one transaction. */
  async #attach(
    transaction: WriteTransaction,
    { deviceRef, sourceIds, name }: Picture,
    photo: StoredPhoto,
    time: SourceTime | null,
  ): Promise<AttachedCount> {
    const { clock, db } = this.#context;
    const nowMs = clock.now();
    const { contentHash } = photo;
    await insertPhotoFile(db, transaction, photo, nowMs);
    const insights = await lockImportedWithPhoto(db, transaction, { deviceRef, sourceIds, contentHash });
    const { known, without, otherNames } = sortByPhoto(insights);
    const sights = new LastSights();
    for (const insight of without) {
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
    return { stored: without.length, known: known.length, others: otherNames };
  }

  #refuse(file: string, code: IntakeRefusalCode, value: string | null): void {
    this.#context.summary.photos.refused += 1;
    this.#context.refuse({ place: { file, row: null }, field: null, code, value, lost: "photo" });
  }
}

/** Insights that have the photo, that have none, and that have another one. */
function sortByPhoto(insights: readonly KnownInsight[]) {
  const known = insights.filter(({ photo_id }) => photo_id !== null);
  const others = insights.filter((one) => one.photo_id === null && one.newest_photo_id !== null);
  const without = insights.filter((one) => one.newest_photo_id === null);
  const otherNames = [
    ...new Set(others.map(({ newest_name, newest_photo_id }) => newest_name ?? `photo ${newest_photo_id}`)),
  ];
  return { known, others, without, otherNames };
}

/** A camera's time from the photo, where the source gave none. */
function timesOfPhoto(insight: KnownInsight, time: SourceTime | null, nowMs: number) {
  return time === null || insight.file_ctime !== null ? {} : timesOf(time, nowMs);
}

function keyOf(deviceId: string, photo: PhotoReference): string {
  return `${deviceId}\n${photo.path ?? photo.name}`;
}

/** In some sources the last part of a download address does not name the file. */
function endsAs(path: string | null, name: string): boolean {
  return path?.toLowerCase().endsWith(name.toLowerCase()) ?? false;
}
