import { isInsightStatus } from "../domain/insight/insight.ts";
import { isRecord } from "../domain/record-guard.ts";

/**
 * Unsent work as a file, so that it outlives a phone. JSON of one object:
 *
 *   format    "understory-outbox"
 *   version   1; a reader refuses a higher one
 *   server    origin of the server that the work is for, e.g. "https://cameras.example.org"
 *   userId    whose work it is, and `username` to say so
 *   exportedAt, and a batch's sealedAt: UTC epoch ms by the clock of the phone that wrote it, right or wrong
 *   batches   oldest first: { key, kind, sealedAt, actions: [{ id, subject, deviceId, value, base, at }] }
 *   checksum  CRC-32 of the JSON text of all the other fields in the order above,
 *             each UTF-16 unit as two bytes, the low one first; 8 hexadecimal digits
 *
 * `key` is the Idempotency-Key under which a batch is sent, from whichever device: that is why the server does
 * it once. Of the kind "insightStatus" `subject` is the insight and `value` and `base` are statuses; of "deviceEdit"
 * `subject` is the Sentinel, `value` the fields that change, named as `GET /api/getDevicesForUser` does, and `base`
 * what they were; of "alertStatus" `subject` is the alert, and `value` and `base` are its statuses. An action may have
 * `seen`: further facts that the person saw of what it names by number.
 */
export interface OutboxFile {
  readonly server: string;
  readonly userId: number;
  readonly username: string;
  readonly exportedAt: number;
  readonly batches: readonly FileBatch[];
}
export interface FileBatch {
  readonly key: string;
  readonly kind: string;
  readonly sealedAt: number;
  readonly actions: readonly FileAction[];
}
export interface FileAction {
  readonly id: string;
  readonly subject: string;
  readonly deviceId: string;
  readonly value: FileValue;
  readonly base: FileValue;
  readonly at: number;
  /** Absent in files of earlier versions of the app. */
  readonly seen?: Exclude<FileValue, string>;
}
export type FileValue = string | Readonly<Record<string, string | number | boolean | null>>;

export type OutboxFileFault = "notOurs" | "newer" | "damaged";

const FORMAT = "understory-outbox";
const VERSION = 1;

export function writeOutboxFile({ server, userId, username, exportedAt, batches }: OutboxFile): string {
  const content = { format: FORMAT, version: VERSION, server, userId, username, exportedAt, batches };
  return JSON.stringify({ ...content, checksum: checksumOf(JSON.stringify(content)) });
}

/** Reads a file of `writeOutboxFile`; other files are classified by what a person can do about them. */
export function readOutboxFile(text: string): OutboxFile | OutboxFileFault {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return text.includes(FORMAT) ? "damaged" : "notOurs";
  }
  if (!isRecord(read) || read.format !== FORMAT) return "notOurs";
  if (typeof read.version === "number" && read.version > VERSION) return "newer";
  const { checksum, ...content } = read;
  if (checksum !== checksumOf(JSON.stringify(content)) || !isContent(content)) return "damaged";
  return content;
}

function isContent(value: Record<string, unknown>): value is Record<string, unknown> & OutboxFile {
  const { server, userId, username, exportedAt, batches } = value;
  return (
    typeof server === "string" &&
    Number.isSafeInteger(userId) &&
    typeof username === "string" &&
    typeof exportedAt === "number" &&
    Array.isArray(batches) &&
    batches.every(isBatch)
  );
}

function isBatch(value: unknown): value is FileBatch {
  if (!isRecord(value) || !Array.isArray(value.actions) || value.actions.length === 0) return false;
  const { key, kind, sealedAt, actions } = value;
  const statuses = kind === "insightStatus";
  return (
    typeof key === "string" &&
    key.length > 0 &&
    typeof kind === "string" &&
    typeof sealedAt === "number" &&
    actions.every(
      (action) =>
        isRecord(action) &&
        typeof action.id === "string" &&
        typeof action.subject === "string" &&
        typeof action.deviceId === "string" &&
        typeof action.at === "number" &&
        (action.seen === undefined || isFields(action.seen)) &&
        [action.value, action.base].every((one) =>
          statuses ? isInsightStatus(one) : typeof one === "string" || isFields(one),
        ),
    )
  );
}

function isFields(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.values(value).every((one) => one === null || ["string", "number", "boolean"].includes(typeof one))
  );
}

/** CRC-32 as in zip and PNG: it detects damage, not forgery. */
function checksumOf(text: string): string {
  let crc = 0xffff_ffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 16; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ((crc ^ 0xffff_ffff) >>> 0).toString(16).padStart(8, "0");
}
