import { isStatusBatch, type OutboxRecord } from "./outbox-record.ts";

/** The ids of all that a record holds: actions, batches and refusals. */
export function idsIn({ actions, batches, refused }: OutboxRecord): string[] {
  return [
    ...Array.from(actions.values(), ({ id }) => id),
    ...batches.map(({ batchId }) => batchId),
    ...refused.map(({ id }) => id),
  ];
}

/**
 * The record of a page whose stored outbox was deleted, with what was stored anew since.
 *
 * @param known all that the page knew
 * @param stored what is in the new database by now: of a page that wrote it anew before this one, or that started in it
 * @param restoredIds the ids that a page wrote anew into it: older states of what is known here
 */
export function restoredRecord(
  known: OutboxRecord,
  stored: OutboxRecord,
  restoredIds: readonly string[],
): OutboxRecord {
  const old = new Set([...restoredIds, ...idsIn(known), ...known.settledKeys]);
  const batches = stored.batches.filter(({ batchId }) => !old.has(batchId));
  const settled = new Set(stored.settledKeys);
  const sealed = new Set(batches.filter(isStatusBatch).flatMap(({ actions }) => actions.map(({ id }) => id)));
  const actions = [...stored.actions.values()].filter(({ id }) => !old.has(id));
  const refused = stored.refused.filter(({ id }) => !old.has(id));
  const nothingNew = batches.length + actions.length + refused.length + settled.size === 0;
  if (nothingNew) return known;
  const lastPlace = Math.max(0, ...Array.from(known.actions.values(), ({ place }) => place));
  const lastPosition = Math.max(0, ...known.batches.map(({ position }) => position));
  const kept = [...known.actions].filter(([, { id }]) => !sealed.has(id));
  const added = actions.map((action, at) => ({ ...action, place: lastPlace + 1 + at }));
  return {
    ...known,
    // The later decision about an insight stands.
    actions: new Map([...kept, ...added.map((action) => [action.insightId, action] as const)]),
    batches: [
      ...known.batches.filter(({ batchId }) => !settled.has(batchId)),
      ...batches.map((batch, at) => ({ ...batch, position: lastPosition + 1 + at })),
    ],
    refused: [...known.refused, ...refused],
    settledKeys: [...new Set([...known.settledKeys, ...stored.settledKeys])],
    takenBack: [...new Set([...known.takenBack, ...stored.takenBack])],
  };
}
