import { createStore } from "zustand/vanilla";
import { readWidgetChoices, type WidgetChoices, withWidget } from "../domain/dashboard/visibility.ts";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

const values = browserLocalValues();

/** Which widgets this browser's person turned on or off against their default. */
export const dashboardStore = createStore<{ choices: WidgetChoices }>(() => ({
  choices: readWidgetChoices(values.get(LOCAL_KEYS.dashboardWidgets)),
}));

export function chooseWidget(widget: { id: string; onByDefault: boolean }, on: boolean): void {
  const choices = withWidget(dashboardStore.getState().choices, widget, on);
  values.set(LOCAL_KEYS.dashboardWidgets, JSON.stringify(choices));
  dashboardStore.setState({ choices });
}
