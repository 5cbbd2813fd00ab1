import { randomBytes } from "node:crypto";
import webPush from "web-push";
import { isRecord } from "../../../src/domain/record-guard.ts";
import type { Database } from "../../db/database.ts";
import { storedPushKeys } from "./keys-repository.ts";

/**
 * The keys by which browsers know this server. They are stored in the database, so that all servers of one database
 * and a restored backup have the same: with others every browser would have to subscribe anew.
 */
export interface PushKeys {
  /** VAPID keys, base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Signs the addresses of pictures in notifications, base64url. */
  readonly pictureKey: string;
}

/** The keys of this database; made at the first call. */
export async function readPushKeys(db: Database): Promise<PushKeys> {
  const text = await storedPushKeys(db, () => {
    const pictureKey = randomBytes(32).toString("base64url");
    return JSON.stringify({ ...webPush.generateVAPIDKeys(), pictureKey } satisfies PushKeys);
  });
  const keys: unknown = JSON.parse(text);
  if (!isPushKeys(keys)) throw new Error("The keys for push messages in the database are damaged.");
  return keys;
}

function isPushKeys(value: unknown): value is PushKeys {
  return (
    isRecord(value) &&
    typeof value.publicKey === "string" &&
    typeof value.privateKey === "string" &&
    typeof value.pictureKey === "string"
  );
}
