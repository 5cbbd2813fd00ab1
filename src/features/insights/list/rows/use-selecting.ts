import { type RefObject, useCallback, useState } from "react";
import { useLongPress } from "../../../../ui/data-table/rows/use-long-press.ts";
import { useBackCloses } from "../../../../ui/layout/use-back-closes.ts";
import type { InsightListStore } from "../insight-list-store.ts";
import type { InsightSelection } from "./insight-selection.ts";

const NO_LIST: RefObject<null> = { current: null };

/**
 * On a phone a press on a card chooses it, from a long press on until nothing is chosen any more or Back ends it.
 *
 * @param scroller in which cards are pressed long; null where none are
 */
export function useSelecting(
  { count, ids }: InsightSelection,
  table: InsightListStore["table"],
  { scroller, narrow }: { scroller: RefObject<HTMLElement | null> | null; narrow: boolean },
) {
  const [wanted, setWanted] = useState(false);
  const [chosen, setChosen] = useState(count > 0);
  if (chosen !== count > 0) {
    setChosen(count > 0);
    setWanted(count > 0);
  }
  const choose = (rowId: string) => {
    setWanted(true);
    if (!ids.has(rowId)) table.select(rowId, false);
  };
  useLongPress(scroller ?? NO_LIST, scroller === null ? null : choose);
  const selecting = wanted || count > 0;
  const setSelecting = useCallback(
    (next: boolean) => {
      setWanted(next);
      if (!next) table.clear();
    },
    [table],
  );
  useBackCloses(narrow && selecting, () => setSelecting(false));
  return { selecting, setSelecting };
}
