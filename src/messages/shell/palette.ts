import { countText } from "../../domain/insight/insight-text.ts";

/** The words of the command palette. */
export const PALETTE = {
  title: "Commands",
  field: "Type a command",
  results: "Commands found",
  goTo: "Go to",
  act: "Actions",
  filter: "Filter this list",
  other: "Other",
  search: "Search this list",
  keys: "Keyboard shortcuts",
  nothing: "No command by that name",
  found: (count: number) => (count === 1 ? "1 command" : `${countText(count)} commands`),
} as const;
