import type { Database } from "../../db/database.ts";
import { MAX_PHOTO_BYTES } from "../../files/photo-store.ts";
import { findUsersOf, holdsPhoto, type PhotoUse, readPhotoUse } from "./photo-repository.ts";
import { overflowOf, type PhotoQuotas } from "./photo-room.ts";

interface Needs {
  readonly db: Pick<Database, "reader">;
  readonly quotas: PhotoQuotas;
  /** Of the Sentinels that do not exist yet. */
  readonly ownerId: number;
}

interface PlannedPhoto {
  /** Negative for a Sentinel that does not exist yet. */
  readonly deviceRef: number;
  readonly contentHash: string;
  readonly bytes: number;
}

/**
 * Whether photos have room that are not stored, as `PhotoRoom` says it of those that are: each one that has room counts
 * for the next. Photos that other calls store during the forecast are not counted.
 */
export class PhotoForecast {
  readonly #needs: Needs;
  readonly #users = new Map<number, readonly number[]>();
  readonly #uses = new Map<number, PhotoUse>();
  /** Photos that have room, by Sentinel and content. */
  readonly #planned = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Counts the photo where it has room; false where it has none. */
  async take(photo: PlannedPhoto): Promise<boolean> {
    const users = await this.#usersOf(photo.deviceRef);
    const uses = await Promise.all(users.map((userId) => this.#useOf(userId)));
    const hasRoom = uses.some((use) => overflowOf(use, photo.bytes, this.#needs.quotas) === null);
    if (!hasRoom && users.length > 0) return false;
    if (await this.#isCounted(photo)) return true;
    users.forEach((userId, at) => {
      const { bytes = 0, uploads = 0 } = uses[at] ?? {};
      this.#uses.set(userId, { bytes: bytes + photo.bytes, uploads });
    });
    return true;
  }

  /** Photos of one Sentinel with the same content count once. */
  async #isCounted({ deviceRef, contentHash }: PlannedPhoto): Promise<boolean> {
    const key = `${deviceRef} ${contentHash}`;
    if (this.#planned.has(key)) return true;
    this.#planned.add(key);
    return deviceRef > 0 && holdsPhoto(this.#needs.db.reader, deviceRef, contentHash);
  }

  async #usersOf(deviceRef: number): Promise<readonly number[]> {
    const { db, ownerId } = this.#needs;
    const users =
      this.#users.get(deviceRef) ?? (deviceRef < 0 ? [ownerId] : await findUsersOf(db.reader, deviceRef));
    this.#users.set(deviceRef, users);
    return users;
  }

  async #useOf(userId: number): Promise<PhotoUse> {
    const use =
      this.#uses.get(userId) ?? (await readPhotoUse(this.#needs.db.reader, userId, MAX_PHOTO_BYTES));
    this.#uses.set(userId, use);
    return use;
  }
}
