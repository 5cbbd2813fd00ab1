import { useState } from "react";
import { isRecord } from "../../domain/record-guard.ts";
import { OWN_LAYOUT, readLayout, type TableLayout } from "../../domain/table/table-layout.ts";
import { browserLocalValues, LOCAL_KEYS, type LocalValues } from "../../platform/stored-values.ts";

/** Filters, order and columns under a name. */
export interface SavedView {
  name: string;
  /** The query string of the table, without what belongs to others. */
  address: string;
  layout: TableLayout;
}

export interface TableSettings {
  layout: TableLayout;
  views: readonly SavedView[];
}

/** How this person has arranged one table on this device; kept at once. */
export function useTableSettings(table: string) {
  const [values] = useState(() => browserLocalValues());
  const [settings, setSettings] = useState(() => readTableSettings(values, table));
  /** Views are read anew before one is kept or removed: another window may have kept some meanwhile. */
  const change = (turn: (stored: TableSettings) => Partial<TableSettings>) => {
    const { views } = readTableSettings(values, table);
    const stored = { layout: settings.layout, views };
    const next = { ...stored, ...turn(stored) };
    storeTableSettings(values, table, next);
    setSettings(next);
  };
  return {
    ...settings,
    setLayout: (layout: TableLayout) => change(() => ({ layout })),
    /** A view of the same name gives way. */
    saveView: (view: SavedView) =>
      change(({ views }) => ({ views: [...views.filter(({ name }) => name !== view.name), view] })),
    removeView: (gone: string) =>
      change(({ views }) => ({ views: views.filter(({ name }) => name !== gone) })),
  };
}

export function readTableSettings(values: LocalValues, table: string): TableSettings {
  const stored = recordIn(recordIn(readAll(values), personIn(values)), table);
  const views = Array.isArray(stored.views) ? stored.views.flatMap(readView) : [];
  return { layout: stored.layout === undefined ? OWN_LAYOUT : readLayout(stored.layout), views };
}

function storeTableSettings(values: LocalValues, table: string, settings: TableSettings): void {
  const all = readAll(values);
  const person = personIn(values);
  const own = { ...recordIn(all, person), [table]: settings };
  values.set(LOCAL_KEYS.tables, JSON.stringify({ ...all, [person]: own }));
}

/** Two people who share a browser do not see each other's views. */
function personIn(values: LocalValues): string {
  return values.get(LOCAL_KEYS.userId) ?? "";
}

function readAll(values: LocalValues): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(values.get(LOCAL_KEYS.tables) ?? "{}"));
  } catch {
    // What another program has written there is as good as nothing.
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
