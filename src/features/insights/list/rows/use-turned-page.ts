import { useEffect, useEffectEvent, useState } from "react";
import { isSameValue } from "../../../../domain/same-value.ts";
import type { InsightQuery } from "../../../../query/insight-engine.ts";
import { type CursorList, cursorAt, type RowCursor } from "./row-cursor.ts";

interface TurnedPage {
  /** The page that was left. */
  from: InsightQuery;
  step: number;
}

/**
 * Takes a step past the rows of a page to its neighbour.
 *
 * @param land takes the row that the step reaches: the first of the next page, the last of the one before
 */
export function useTurnedPage(list: CursorList, land: (cursor: RowCursor) => void) {
  const { rows, answered, failed } = list;
  const [turned, setTurned] = useState<TurnedPage | null>(null);
  const awaits = turned !== null && turned.from === answered && !failed;
  const arrive = useEffectEvent(({ from, step }: TurnedPage) => {
    setTurned(null);
    // Back, or another filter, has led elsewhere meanwhile.
    const wanted = { ...from, offset: from.offset + step * from.limit };
    if (!isSameValue(answered, wanted)) return;
    const reached = cursorAt(rows, step > 0 ? 0 : rows.length - 1);
    if (reached !== null) land(reached);
  });
  useEffect(() => {
    if (turned !== null && !awaits) arrive(turned);
  }, [turned, awaits]);
  return {
    /** The rows of the other page are still to come. */
    awaits,
    /** Returns false where there is no such page. */
    turn(step: number): boolean {
      // While the list says that its rows could not be read, a second failure would look like the first one, and the
      // keys would wait for a page that does not come.
      if (answered === null || failed || !list.turnPage(step)) return false;
      setTurned({ from: answered, step });
      return true;
    },
  };
}
