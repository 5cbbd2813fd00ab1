import type { Ids } from "../domain/clock.ts";

const UUID_BYTES = 16;
/** Ids for which random bytes are drawn at once: the call costs more than the bytes. */
const UUIDS_AT_ONCE = 256;
const pool = new Uint8Array(UUID_BYTES * UUIDS_AT_ONCE);
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
let used = pool.length;

/** UUIDs of the browser's own generator. `crypto.randomUUID` is missing on plain HTTP, `getRandomValues` is not. */
export const randomIds: Ids = {
  uuid() {
    if (used === pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    const bytes = pool.subarray(used, used + UUID_BYTES);
    used += UUID_BYTES;
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    let uuid = "";
    for (let index = 0; index < UUID_BYTES; index += 1) {
      if (index === 4 || index === 6 || index === 8 || index === 10) uuid += "-";
      uuid += HEX[bytes[index] ?? 0];
    }
    return uuid;
  },
};
