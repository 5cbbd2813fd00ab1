import { allWords, searchWords, wordsHeld } from "../../../domain/text-search.ts";
import { RELEASES } from "../../../messages/admin/releases.ts";
import { placeText } from "../../../parts/device-health.ts";
import { type AssignRow, assignRowId } from "./assign-calls.ts";

/** One thing that can be assigned, as the dialog lists it. */
export interface AssignItem {
  id: string;
  name: string;
  /** Its id or place, which tells it from others of the same name. */
  remark: string;
}

export type AssignShow = "all" | "assigned" | "changed";

export function assignItem(row: AssignRow): AssignItem {
  const id = assignRowId(row);
  if ("device_id" in row) {
    const name = row.display_name;
    return { id, name, remark: remarkOf([id === name ? null : id, placeText(row)]) };
  }
  if ("alg_id" in row) return { id, name: row.alg_name, remark: remarkOf([id, row.framework]) };
  return {
    id,
    name: row.name,
    remark: remarkOf([RELEASES.modelCount(row.components.length), row.description]),
  };
}

function remarkOf(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(" · ");
}

/**
 * Everything that can be assigned, those that were assigned when the edit began first, each part in the order of the
 * server. An assigned one that is not among all is kept, so that saving does not drop it.
 */
export function assignItems(
  all: readonly AssignRow[],
  assigned: readonly AssignRow[],
  base: ReadonlySet<string>,
): readonly AssignItem[] {
  const items = new Map([...assigned, ...all].map((row) => [assignRowId(row), row]));
  const known = [...items.values()].map(assignItem);
  return [...known.filter(({ id }) => base.has(id)), ...known.filter(({ id }) => !base.has(id))];
}

interface AssignFilter {
  text: string;
  show: AssignShow;
  base: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
}

export function findItems(
  items: readonly AssignItem[],
  { text, show, base, chosen }: AssignFilter,
): readonly AssignItem[] {
  const words = searchWords(text);
  const all = allWords(words);
  return items.filter(({ id, name, remark }) => {
    if (show === "assigned" && !chosen.has(id)) return false;
    if (show === "changed" && chosen.has(id) === base.has(id)) return false;
    return words.length === 0 || wordsHeld(words, [name, id, remark]) === all;
  });
}
