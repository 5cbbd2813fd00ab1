import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { hashSecret, newSecret } from "../sessions/token.ts";
import {
  deleteKnownDevices,
  findKnownDevice,
  insertKnownDevice,
  touchKnownDevice,
} from "./known-device-repository.ts";

/** Devices that are known of a user at once. */
export const MOST_DEVICES_OF_USER = 20;
/** Secrets that a browser keeps: one for each user who signs in there. */
export const MOST_SECRETS_OF_BROWSER = 10;

export interface KnownDevice {
  readonly knownDeviceId: number;
  readonly secret: string;
}

/** The device of an account, by the secrets of a browser, each of which belongs to one user; null: none is known. */
export async function knownDeviceOf(
  { db }: Pick<Dependencies, "db">,
  account: string,
  secrets: readonly string[],
): Promise<KnownDevice | null> {
  if (secrets.length === 0) return null;
  const byHash = new Map(secrets.map((secret) => [hashSecret(secret), secret]));
  const found = await findKnownDevice(db.reader, account, [...byHash.keys()]);
  const secret = found === undefined ? undefined : byHash.get(found.secret_hash);
  return found === undefined || secret === undefined
    ? null
    : { knownDeviceId: found.known_device_id, secret };
}

/**
 * Keeps the browser of a user who has just proved to be one.
 *
 * A browser never chooses a secret: one that it sends is either the user's own already or not used, so that nobody can
 * plant a secret that they know in another person's browser.
 *
 * @param known the device that it is already
 * @returns the secrets that the browser keeps from now on, the user's first
 */
export async function keepDevice(
  { clock }: Pick<Dependencies, "clock">,
  transaction: WriteTransaction,
  userId: number,
  { known, secrets }: { readonly known: KnownDevice | null; readonly secrets: readonly string[] },
): Promise<string[]> {
  const nowMs = clock.now();
  const isKept = known !== null && (await touchKnownDevice(transaction, known.knownDeviceId, nowMs));
  const secret = isKept ? known.secret : newSecret();
  if (!isKept) {
    const device = { userId, secretHash: hashSecret(secret), nowMs };
    await insertKnownDevice(transaction, device, MOST_DEVICES_OF_USER);
  }
  const others = secrets.filter((one) => one !== secret && one !== known?.secret);
  return [secret, ...others].slice(0, MOST_SECRETS_OF_BROWSER);
}

/** Forgets all devices of a user whose password is replaced, and keeps this one under a new secret. */
export async function keepOnlyDevice(
  needs: Pick<Dependencies, "clock">,
  transaction: WriteTransaction,
  userId: number,
  browser: { readonly known: KnownDevice | null; readonly secrets: readonly string[] },
): Promise<string[]> {
  await deleteKnownDevices(transaction, userId);
  return keepDevice(needs, transaction, userId, browser);
}
