import type { PreferredNames } from "../../domain/device/device-name.ts";
import type { OutboxRecord } from "../../domain/outbox/outbox-record.ts";
import { writesOf } from "../../domain/outbox/projection.ts";
import { DEVICE_EDIT } from "./kinds/device-edit-kind.ts";

/**
 * Reads the preferred names that device edits in the outbox give, by device id; null clears a name. Answers the same
 * map until they change: results of the query engine are cached by it, and most changes of the outbox are statuses.
 */
export function createPreferredNames(): (record: OutboxRecord) => PreferredNames {
  let last: { record: OutboxRecord | null; text: string; names: PreferredNames } = {
    record: null,
    text: "",
    names: new Map(),
  };
  return (record) => {
    if (last.record === record) return last.names;
    const names = [...writesOf(record, DEVICE_EDIT)].flatMap(([deviceId, value]) => {
      const name = typeof value === "object" && value !== null ? value.display_name : undefined;
      return name === null || typeof name === "string" ? [[deviceId, name] as const] : [];
    });
    const text = names.length === 0 ? "" : JSON.stringify(names);
    last = { record, text, names: text === last.text ? last.names : new Map(names) };
    return last.names;
  };
}
