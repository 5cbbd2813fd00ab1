import { isRecord } from "../../domain/record-guard.ts";
import { OWN_LAYOUT, readLayout, type TableLayout } from "../../domain/table/table-layout.ts";
import { LOCAL_KEYS, type LocalValues } from "../../platform/stored-values.ts";

export interface SavedView {
  name: string;
  /** The query string of the table, without foreign parameters. */
  address: string;
  layout: TableLayout;
}

export interface TableSettings {
  layout: TableLayout;
  views: readonly SavedView[];
}

/** The settings of one table, and every way to change them. */
export interface TableSettingsControl extends TableSettings {
  setLayout(layout: TableLayout): void;
  /** Replaces a view of the same name. */
  saveView(view: SavedView): void;
  removeView(name: string): void;
}

export function readTableSettings(values: LocalValues, table: string): TableSettings {
  const stored = recordIn(recordIn(readAll(values), personIn(values)), table);
  const views = Array.isArray(stored.views) ? stored.views.flatMap(readView) : [];
  return { layout: stored.layout === undefined ? OWN_LAYOUT : readLayout(stored.layout), views };
}

export function storeTableSettings(values: LocalValues, table: string, settings: TableSettings): void {
  const all = readAll(values);
  const person = personIn(values);
  const own = { ...recordIn(all, person), [table]: settings };
  values.set(LOCAL_KEYS.tables, JSON.stringify({ ...all, [person]: own }));
}

/** By user: people who share a browser must not see each other's views. */
function personIn(values: LocalValues): string {
  return values.get(LOCAL_KEYS.userId) ?? "";
}

function readAll(values: LocalValues): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(values.get(LOCAL_KEYS.tables) ?? "{}"));
  } catch {
    // Another program may have written there.
    return {};
  }
}

function readView(stored: unknown): SavedView[] {
  const { name, address, layout } = asRecord(stored);
  return typeof name === "string" && typeof address === "string"
    ? [{ name, address, layout: readLayout(layout) }]
    : [];
}

function recordIn(from: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.hasOwn(from, key) ? asRecord(from[key]) : {};
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
