import {
  isStatusBatch,
  type StoredBatch,
  type StoredBulk,
  type StoredWrite,
  type WriteBatch,
  type WriteFields,
  type WriteValue,
} from "./outbox-record.ts";

/** Fields of actions of other kinds than statuses, such as the edits of a device. */

/** The part of a write's value that the server has not refused; null where nothing is left. */
export function stillHolds({ subject, value }: StoredWrite, bulk: StoredBulk | null): WriteValue | null {
  let left: WriteValue | null = value;
  for (const { insightId, outcome, fields } of bulk?.outcomes ?? []) {
    if (left !== null && insightId === subject && outcome !== "overrode" && outcome !== "noop") {
      left = withoutFields(left, fields);
    }
  }
  return left;
}

/** The value without these fields, or without all where they are left out. @returns null where nothing is left */
export function withoutFields(value: WriteValue, fields: readonly string[] | undefined): WriteValue | null {
  if (fields === undefined || !isFields(value)) return null;
  const left = fieldsWhere(value, (name) => !fields.includes(name));
  return Object.keys(left).length === 0 ? null : left;
}

export function onlyFields(value: WriteValue, fields: readonly string[] | undefined): WriteValue {
  return fields === undefined || !isFields(value)
    ? value
    : fieldsWhere(value, (name) => fields.includes(name));
}

/** Rebase of fields: the first later write of each field moves to the failed write's base of it. */
export function rebasedWrites(later: readonly StoredBatch[], failed: WriteBatch): readonly StoredBatch[] {
  const bases = new Map(failed.actions.map(({ subject, base }) => [subject, base]));
  return later.map((batch) => {
    if (isStatusBatch(batch) || batch.kind !== failed.kind) return batch;
    const actions = batch.actions.map((action) => {
      const under = bases.get(action.subject);
      if (!under || !isFields(under) || !isFields(action.base)) return action;
      const covered = Object.keys(action.base);
      bases.set(action.subject, withoutFields(under, covered) ?? {});
      return { ...action, base: { ...action.base, ...fieldsWhere(under, (name) => covered.includes(name)) } };
    });
    return { ...batch, actions };
  });
}

export function isFields(value: WriteValue): value is WriteFields {
  return typeof value === "object";
}

export function fieldsWhere(fields: WriteFields, keeps: (name: string) => boolean): WriteFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => keeps(name)));
}
