import { useMemo, useState } from "react";
import { browserLocalValues } from "../../platform/stored-values.ts";
import {
  readTableSettings,
  storeTableSettings,
  type TableSettings,
  type TableSettingsControl,
} from "./table-settings.ts";

/** How this person has arranged one table on this device; each change is stored at once. */
export function useTableSettings(table: string): TableSettingsControl {
  const [values] = useState(() => browserLocalValues());
  const [settings, setSettings] = useState(() => readTableSettings(values, table));
  return useMemo(() => {
    /** Another window may have stored views meanwhile, so they are read again before each change. */
    const change = (turn: (stored: TableSettings) => Partial<TableSettings>) => {
      const { views } = readTableSettings(values, table);
      const stored = { layout: settings.layout, views };
      const next = { ...stored, ...turn(stored) };
      storeTableSettings(values, table, next);
      setSettings(next);
    };
    return {
      ...settings,
      setLayout: (layout) => change(() => ({ layout })),
      saveView: (view) =>
        change(({ views }) => ({ views: [...views.filter(({ name }) => name !== view.name), view] })),
      removeView: (gone) => change(({ views }) => ({ views: views.filter(({ name }) => name !== gone) })),
    };
  }, [settings, values, table]);
}
