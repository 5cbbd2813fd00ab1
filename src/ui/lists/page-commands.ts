import { tableMessages } from "../../messages/table.ts";
import type { ListCommand } from "./offered-lists.ts";

/** Null where there is no such page. */
export interface PageTurns {
  nextPage: (() => void) | null;
  previousPage: (() => void) | null;
}

/** The commands of the palette that turn the page of a list. */
export function pageCommands({ nextPage, previousPage }: PageTurns): ListCommand[] {
  const { next, previous } = tableMessages.pages;
  return [...commandOf("next-page", next, nextPage), ...commandOf("previous-page", previous, previousPage)];
}

function commandOf(id: string, words: string, run: (() => void) | null): ListCommand[] {
  return run === null ? [] : [{ id, words, kind: "filter", run }];
}
