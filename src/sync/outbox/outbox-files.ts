import { BULK_STATUS, KEY_RETENTION_MS } from "../../domain/bulk-update.ts";
import type { Clock, Ids } from "../../domain/clock.ts";
import { INSIGHT_STATUS, isStatusBatch, type StoredBatch } from "../../domain/outbox/outbox-record.ts";
import { knownKeys } from "../../domain/outbox/projection.ts";
import { DAY_MS } from "../../domain/time.ts";
import {
  type FileAction,
  type FileBatch,
  type OutboxFileFault,
  readOutboxFile,
  writeOutboxFile,
} from "../../protocol/outbox-file.ts";
import type { StoredOutbox } from "./stored-outbox.ts";

/** The person and the server that a file's work is of. */
export interface OutboxOwner {
  userId: number;
  username: string;
  /** Origin of the server. */
  server: string;
}

export interface OutboxFilesParts {
  outbox: Pick<StoredOutbox, "record" | "apply" | "overlay">;
  owner: OutboxOwner;
  maySave: boolean;
  clock: Clock;
  ids: Ids;
}

export interface Exported {
  name: string;
  text: string;
  /** Actions in it. */
  count: number;
}

export type Imported =
  | { kind: "taken"; count: number; known: number }
  /** Nothing was taken yet; the person must agree, see `mayBeForgotten`. */
  | { kind: "asks"; count: number }
  | {
      kind: "refused";
      why: OutboxFileFault | "otherUser" | "otherServer" | "forbidden" | "failed";
      /** The other user or server, for the sentence. */
      of: string;
    };

/**
 * Seals the list and writes all that the server has not confirmed into a file. It stays in this outbox too: both are
 * sent under the same keys, so that the second to arrive changes nothing.
 *
 * @returns null where nothing waits, or it could not be sealed
 */
export async function exportOutbox({
  outbox,
  owner,
  clock,
  ids,
}: OutboxFilesParts): Promise<Exported | null> {
  await outbox.overlay();
  const atMs = clock.now();
  const { stored } = await outbox.apply("sealAll", { atMs, automatic: false }, () => ids.uuid());
  const batches = outbox.record().batches.filter(({ bulk }) => bulk?.status !== BULK_STATUS.completed);
  if (!stored || batches.length === 0) return null;
  return {
    name: `understory-unsent-${new Date(atMs).toISOString().slice(0, 16).replace(/[:T]/g, "-")}.json`,
    text: writeOutboxFile({ ...owner, exportedAt: atMs, batches: batches.map(toFile) }),
    count: actionsIn(batches),
  };
}

/**
 * Takes the batches of a file into the queue whose keys this outbox does not know.
 *
 * @param agreed the person read that the server may have forgotten these keys, and agreed
 */
export async function importOutbox(
  { outbox, owner, maySave, clock }: OutboxFilesParts,
  text: string,
  agreed = false,
): Promise<Imported> {
  const refused = (why: Extract<Imported, { kind: "refused" }>["why"], of = ""): Imported => ({
    kind: "refused",
    why,
    of,
  });
  if (!maySave) return refused("forbidden");
  const file = readOutboxFile(text);
  if (typeof file === "string") return refused(file);
  if (file.server !== owner.server) return refused("otherServer", file.server);
  if (file.userId !== owner.userId) return refused("otherUser", file.username);
  await outbox.overlay();
  const known = knownKeys(outbox.record());
  const unseen = file.batches.filter(({ key }) => !known.has(key));
  if (!agreed && unseen.some((batch) => mayBeForgotten(batch, clock.now()))) {
    return { kind: "asks", count: actionsIn(unseen) };
  }
  const applied = await outbox.apply("importBatches", file.batches.map(fromFile));
  if (!applied.stored) return refused("failed");
  const { taken } = applied.result;
  return { kind: "taken", count: taken, known: actionsIn(file.batches) - taken };
}

/** How far the clocks of two phones with network time may differ. */
const CLOCKS_DIFFER_MS = DAY_MS;

/**
 * Whether the server may have forgotten a key, and would apply the batch a second time. The server counts from its
 * first sight of the key; the file has only the clock of the phone that sealed it, which may be wrong by years. So
 * the person is asked, and the file is not refused.
 */
function mayBeForgotten({ sealedAt }: FileBatch, nowMs: number): boolean {
  return nowMs - sealedAt > KEY_RETENTION_MS || sealedAt - nowMs > CLOCKS_DIFFER_MS;
}

function actionsIn(batches: readonly { readonly actions: readonly unknown[] }[]): number {
  return batches.reduce((sum, { actions }) => sum + actions.length, 0);
}

function toFile(batch: StoredBatch): FileBatch {
  const { batchId: key, kind, sealedAtMs: sealedAt } = batch;
  const actions = isStatusBatch(batch)
    ? batch.actions.map(({ id, insightId, deviceId, insightStatus, base, atMs, seen }) => ({
        id,
        subject: insightId,
        deviceId,
        value: insightStatus,
        base,
        at: atMs,
        ...(seen !== undefined && { seen: { ...seen } }),
      }))
    : batch.actions.map(({ id, subject, deviceId, value, base, atMs, seen }) => ({
        id,
        subject,
        deviceId,
        value,
        base,
        at: atMs,
        ...(seen !== undefined && { seen }),
      }));
  return { key, kind, sealedAt, actions };
}

/** `readOutboxFile` has checked the actions by their kind. */
function fromFile({ key, kind, sealedAt, actions }: FileBatch): StoredBatch {
  const sealed = {
    batchId: key,
    kind,
    position: 0,
    sealedAtMs: sealedAt,
    automatic: kind !== INSIGHT_STATUS,
    blockedTimes: 0,
    bulk: null,
  };
  return {
    ...sealed,
    actions: actions.map(({ id, subject, deviceId, value, base, at, seen }, index) =>
      kind === INSIGHT_STATUS
        ? {
            id,
            place: index + 1,
            insightId: subject,
            deviceId,
            insightStatus: value,
            base,
            atMs: at,
            offline: false,
            returned: false,
            ...(isSeen(seen) && { seen }),
          }
        : { id, subject, deviceId, value, base, atMs: at, ...(seen !== undefined && { seen }) },
    ),
  } as StoredBatch;
}

function isSeen(seen: FileAction["seen"]): boolean {
  return (
    typeof seen?.timeStampMs === "number" &&
    (seen.fileCtimeMs === null || typeof seen.fileCtimeMs === "number") &&
    typeof seen.className === "string"
  );
}
