/** Which widgets this browser's person turned on or off against their default, by id: what local storage holds. */
export type WidgetChoices = Readonly<Record<string, boolean>>;

interface Choosable {
  readonly id: string;
  readonly onByDefault: boolean;
}

export function isWidgetOn(widget: Choosable, choices: WidgetChoices): boolean {
  return choices[widget.id] ?? widget.onByDefault;
}

/** Only what differs from the default is kept, so that a widget that is added later follows its own default. */
export function withWidget(choices: WidgetChoices, widget: Choosable, on: boolean): WidgetChoices {
  const { [widget.id]: _, ...others } = choices;
  return on === widget.onByDefault ? others : { ...others, [widget.id]: on };
}

/** Reads what was stored; what is not understood counts as no choice. */
export function readWidgetChoices(stored: string | null): WidgetChoices {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
    );
  } catch {
    return {};
  }
}
