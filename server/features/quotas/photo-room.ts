import { GIGABYTE, type QuotaName, type Quotas } from "../../../src/domain/account/quota.ts";
import type { Clock } from "../../../src/domain/clock.ts";
import { MINUTE_MS } from "../../../src/domain/time.ts";
import type { Database, WriteTransaction } from "../../db/database.ts";
import { MAX_PHOTO_BYTES } from "../../files/photo-store.ts";
import { findUsersOf, lockUsers, type PhotoUse, readPhotoUse } from "./photo-repository.ts";

/** As much as no server receives for one account within LOOKED_AT_MS. */
const AMPLE_BYTES = 20 * GIGABYTE;
const AMPLE_UPLOADS = 5_000;
const LOOKED_AT_MS = MINUTE_MS;

interface Needs {
  readonly db: Database;
  /** One that goes on when the system's is set. */
  readonly clock: Clock;
  readonly quotas: PhotoQuotas;
}

export type PhotoQuotas = Pick<Quotas, "maxPhotoGb" | "maxUploads">;

interface Photo {
  readonly deviceRef: number;
  readonly bytes: number;
  readonly exceptUpload?: number;
}

/** Why a photo has no room: the quota that its users have reached. */
interface PhotoOverflow {
  readonly quota: QuotaName;
  readonly held: number;
  readonly most: number;
}

/**
 * Whether the accounts of a Sentinel have room for one more photo. Far from the quota an account is looked at once a
 * minute, without a lock; near it within each transaction, so that of two photos at once the second counts the first.
 * A shared Sentinel has room as long as one of its accounts has: else one person could stop the Sentinels of another.
 */
export class PhotoRoom {
  readonly #needs: Needs;
  #ample = new Map<number, Promise<boolean>>();
  #forgetAtMs = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * Looks at the accounts of the Sentinel, and returns the check to run within the transaction that stores or begins
   * the photo, which returns null where there is room.
   *
   * @param photo `bytes` as large as it may become; `exceptUpload`: an upload whose place it takes
   */
  async checkOf(photo: Photo): Promise<(transaction: WriteTransaction) => Promise<PhotoOverflow | null>> {
    const users = await findUsersOf(this.#needs.db.reader, photo.deviceRef);
    if (users.length === 0 || (await this.#isAmple(users))) return async () => null;
    return (transaction) => this.#overflow(transaction, photo);
  }

  async #overflow(transaction: WriteTransaction, photo: Photo): Promise<PhotoOverflow | null> {
    const { db, quotas } = this.#needs;
    const users = await findUsersOf(transaction, photo.deviceRef);
    await lockUsers(db, transaction, users);
    let found: PhotoOverflow | null = null;
    for (const userId of users) {
      const use = await readPhotoUse(transaction, userId, MAX_PHOTO_BYTES, photo.exceptUpload);
      const over = overflowOf(use, photo.bytes, quotas);
      if (over === null) return null;
      found ??= over;
    }
    return found;
  }

  async #isAmple(users: readonly number[]): Promise<boolean> {
    const nowMs = this.#needs.clock.now();
    if (nowMs >= this.#forgetAtMs) {
      this.#ample = new Map();
      this.#forgetAtMs = nowMs + LOOKED_AT_MS;
    }
    for (const userId of users) {
      const known = this.#ample.get(userId) ?? this.#lookAt(userId);
      this.#ample.set(userId, known);
      if (await known.catch(() => false)) return true;
    }
    return false;
  }

  async #lookAt(userId: number): Promise<boolean> {
    const { db, quotas } = this.#needs;
    const { bytes, uploads } = await readPhotoUse(db.reader, userId, MAX_PHOTO_BYTES);
    return bytes + AMPLE_BYTES < quotas.maxPhotoGb * GIGABYTE && uploads + AMPLE_UPLOADS < quotas.maxUploads;
  }
}

/** The quota that an account of this use reaches with one more photo; null where there is room. */
export function overflowOf(
  { bytes, uploads }: PhotoUse,
  more: number,
  { maxPhotoGb, maxUploads }: PhotoQuotas,
): PhotoOverflow | null {
  if (bytes + more > maxPhotoGb * GIGABYTE) {
    return { quota: "maxPhotoGb", held: Math.floor(bytes / GIGABYTE), most: maxPhotoGb };
  }
  return uploads + 1 > maxUploads ? { quota: "maxUploads", held: uploads, most: maxUploads } : null;
}
