import { BULK_STATUS, KEY_KEPT_MS } from "../domain/bulk-update.ts";
import type { Clock, Ids } from "../domain/clock.ts";
import {
  type FileBatch,
  type OutboxFileFault,
  readOutboxFile,
  writeOutboxFile,
} from "../protocol/outbox-file.ts";
import {
  INSIGHT_STATUS,
  isStatusBatch,
  type OutboxRecord,
  type StoredAction,
  type StoredBatch,
} from "../storage/outbox-record.ts";
import { sealList } from "./outbox-seal.ts";
import { statusSealed } from "./outbox-sealed.ts";
import type { StoredReviewOutbox } from "./stored-review-outbox.ts";

/** Whose work a file holds, and for which server. */
export interface OutboxOwner {
  userId: number;
  username: string;
  /** Origin of the server. */
  server: string;
}

export interface OutboxFilesParts {
  outbox: Pick<StoredReviewOutbox, "record" | "change" | "overlay">;
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
  /** Nothing was taken yet: whoever imports it is asked, see `mayBeForgotten`. */
  | { kind: "asks"; count: number }
  | {
      kind: "refused";
      why: OutboxFileFault | "otherUser" | "otherServer" | "forbidden" | "failed";
      /** Whose or where to, for the sentence. */
      of: string;
    };

/**
 * Seals what waits and writes all that the server has not confirmed into a file. It stays here too: both go out
 * under the same keys, so that whichever comes second changes nothing.
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
  const sealed = await outbox.change((before) => {
    let after = before;
    while (after.actions.size > 0) after = sealList(after, { batchId: ids.uuid(), atMs, automatic: false });
    return after;
  });
  const batches = outbox.record().batches.filter(({ bulk }) => bulk?.status !== BULK_STATUS.completed);
  if (!sealed || batches.length === 0) return null;
  return {
    name: `understory-unsent-${new Date(atMs).toISOString().slice(0, 16).replace(/[:T]/g, "-")}.json`,
    text: writeOutboxFile({ ...owner, exportedAt: atMs, batches: batches.map(toFile) }),
    count: batches.reduce((sum, { actions }) => sum + actions.length, 0),
  };
}

/**
 * Takes the batches of a file into the queue: those that are not here and never were.
 *
 * @param agreed the person was told that the server may have forgotten these keys, and wants them taken
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
    return { kind: "asks", count: unseen.reduce((sum, { actions }) => sum + actions.length, 0) };
  }
  let taken = 0;
  const stored = await outbox.change((before) => {
    const after = withImported(before, file.batches);
    taken = countOf(after) - countOf(before);
    return after;
  });
  const all = file.batches.reduce((sum, { actions }) => sum + actions.length, 0);
  return stored ? { kind: "taken", count: taken, known: all - taken } : refused("failed");
}

/** How far two phones that both ask for the time may differ. */
const CLOCKS_DIFFER_MS = 86_400_000;

/**
 * Whether the server may have forgotten a key, and would do once more what it did. It counts from when it first saw
 * the key; all that a file has is the clock of the phone that sealed it, which may have started anew in 2020 or run
 * ahead. So this is reason to ask and none to refuse: work is not lost for the clock of a phone.
 */
function mayBeForgotten({ sealedAt }: FileBatch, nowMs: number): boolean {
  return nowMs - sealedAt > KEY_KEPT_MS || sealedAt - nowMs > CLOCKS_DIFFER_MS;
}

function knownKeys({ settledKeys, batches }: OutboxRecord): Set<string> {
  return new Set([...settledKeys, ...batches.map(({ batchId }) => batchId)]);
}

/**
 * The record with these batches in its queue; a key that is here, or has been, is passed over.
 *
 * They count as older than all that was decided here and was not taken yet, as they do for the list, which lies over
 * them in any case. By `sealedAt` the clock of another phone would decide: one that runs two days ahead would put
 * its old work over what this person sees on this phone. Should the file be the newer after all, nothing goes
 * silently: the server tells that the one was applied over the other. Among themselves they keep the order of the
 * file, also where a file of the same phone brought the first of them before.
 */
export function withImported(record: OutboxRecord, imported: readonly FileBatch[]): OutboxRecord {
  const known = knownKeys(record);
  let batches = [...record.batches];
  const open = batches.findIndex(({ bulk }) => bulk === null);
  let place = open < 0 ? batches.length : open;
  let added = false;
  for (const file of imported) {
    const there = batches.findIndex(({ batchId }) => batchId === file.key);
    if (there >= 0) place = Math.max(place, there + 1);
    if (known.has(file.key)) continue;
    known.add(file.key);
    added = true;
    batches.splice(place, 0, fromFile(file));
    place += 1;
  }
  if (!added) return record;
  const first = record.batches[0]?.position ?? 1;
  batches = batches.map((batch, index) => {
    const position = first + index;
    return batch.position === position ? batch : { ...batch, position };
  });
  return overSealed({ ...record, batches });
}

/** The list lies over what was imported beneath it. */
function overSealed(record: OutboxRecord): OutboxRecord {
  const actions = new Map<string, StoredAction>();
  for (const action of record.actions.values()) {
    const base = statusSealed(record, action.insightId) ?? action.base;
    if (base !== action.insightStatus) {
      actions.set(action.insightId, base === action.base ? action : { ...action, base });
    }
  }
  return { ...record, actions };
}

function countOf({ batches }: OutboxRecord): number {
  return batches.reduce((sum, { actions }) => sum + actions.length, 0);
}

function toFile(batch: StoredBatch): FileBatch {
  const { batchId: key, kind, sealedAtMs: sealedAt } = batch;
  const actions = isStatusBatch(batch)
    ? batch.actions.map(({ id, insightId, deviceId, insightStatus, base, atMs }) => ({
        id,
        subject: insightId,
        deviceId,
        value: insightStatus,
        base,
        at: atMs,
      }))
    : batch.actions.map(({ id, subject, deviceId, value, base, atMs }) => ({
        id,
        subject,
        deviceId,
        value,
        base,
        at: atMs,
      }));
  return { key, kind, sealedAt, actions };
}

/** What was read was checked to be of its kind. */
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
    actions: actions.map(({ id, subject, deviceId, value, base, at }, index) =>
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
          }
        : { id, subject, deviceId, value, base, atMs: at },
    ),
  } as StoredBatch;
}
