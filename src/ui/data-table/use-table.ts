import { type RefObject, startTransition, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isOfOneList, type RowsAsked, sharesMostRows } from "../../domain/table/table-scroll.ts";
import { useCardWindow } from "./rows/use-card-window.ts";
import { useScrollPlace } from "./rows/use-scroll-place.ts";
import { useScrollWindow } from "./rows/use-scroll-window.ts";
import type { PageSource, TableAnswer, TableController, TableState } from "./table-controller.ts";
import type { TableView } from "./table-view.ts";

interface PageOfRows {
  rows: readonly unknown[];
}

/**
 * The state of a table. An answer to a list that is flung is drawn without React, which draws the last one afterwards.
 *
 * @param scroll rows come by scrolling: an answer that has most of the drawn rows is drawn in a transition, so that no
 * frame is blocked. `useStore` of zustand would draw it at once, as any other answer is: each scroll event begins a
 * transition anew, and a list that is flung would stay empty until it rests.
 */
export function useTableState<Query extends RowsAsked, Page extends PageOfRows>(
  controller: TableController<Query, Page>,
  scroll: boolean,
): TableState<Query, Page> {
  const { store, fling } = controller;
  const [state, setState] = useState(store.getState);
  const drawn = useRef(state.answer);
  useLayoutEffect(() => {
    drawn.current = state.answer;
  }, [state.answer]);
  useLayoutEffect(() => {
    setState(store.getState());
    return store.subscribe((next, before) => {
      const { answer } = next;
      if (answer === null || answer === before.answer || drawn.current === null) return setState(next);
      const { query, page, source } = answer;
      const isOfList = source === drawn.current.source && isOfOneList(query, drawn.current.query);
      const goesOn = isOfList && !before.failed;
      if (goesOn && fling.show(page.rows, query.offset, next.chosen.everythingBut)) return;
      // Rows of a fling that are of another list, or older than a failed question, must leave the screen. React draws the
      // answer in this call, and may change the state by it.
      fling.end();
      const now = store.getState();
      if (scroll && isOfList && sharesMostRows(query, drawn.current.query)) {
        startTransition(() => setState(now));
      } else setState(now);
    });
  }, [store, scroll, fling]);
  useLayoutEffect(
    // At once, because a press or a key that ends a fling acts on the rows that are drawn.
    () => fling.subscribe((fast) => void (!fast && flushSync(() => setState(store.getState())))),
    [fling, store],
  );
  useLayoutEffect(() => () => controller.close(), [controller]);
  return state;
}

interface TableInput<Query, Page extends PageOfRows> {
  controller: TableController<Query, Page>;
  state: TableState<Query, Page>;
  source: PageSource<Query, Page>;
  /** The question of the address, by pages. */
  paged: Query;
  /** Changes with the question of the address: another list starts at its top. */
  list: unknown;
  /** All rows in one list instead of pages. */
  scroll: boolean;
  narrow: boolean;
  /** Cards beside each other, where not the width of the window says it; they are cards on a desk too. */
  perLine?: number | null;
  scroller: RefObject<HTMLElement | null>;
  /** Rows of this list that the place in the address may lead to; 0 before its first answer. */
  reach(answer: TableAnswer<Query, Page> | null): number;
}

/** Asks for one page or, where the list is scrolled, for the rows in sight of it. */
export function useTable<Query extends RowsAsked, Page extends PageOfRows>(
  input: TableInput<Query, Page>,
): TableView<Query, Page> {
  const { controller, state, source, paged, list, scroll, narrow, perLine = null, scroller } = input;
  const { answer, total, failed } = state;
  const rolls = scroll && !narrow && perLine === null;
  const asks = useMemo(() => createQuestions(paged), [paged]);
  const rowWindow = useScrollWindow(rolls, scroller, total, controller.fling, (rows) =>
    controller.ask(source, asks(rows)),
  );
  const cardWindow = useCardWindow({ enabled: scroll && !rolls, scroller, total, perLine, question: list });
  const scrolled = rolls ? rowWindow : cardWindow;
  const { offset, limit } = scroll ? scrolled : paged;
  const query = scroll ? asks({ offset, limit }) : paged;
  // In a layout effect: painting takes long on a slow phone, and the answer can arrive meanwhile. Not the rows that a
  // drawing in parts began with, because the list may have been scrolled on between its parts.
  useLayoutEffect(() => controller.ask(source, rolls ? asks(rowWindow.rows()) : query));
  useScrollPlace({
    enabled: scroll,
    scroller,
    question: list,
    reach: input.reach(answer),
    scrollTo: scrolled.scrollTo,
  });
  const shownOffset = answer?.query.offset ?? 0;
  return {
    query,
    answer,
    page: answer?.page ?? null,
    offset: shownOffset,
    stale: answer !== null && (answer.query !== query || answer.source !== source),
    failed,
    scrollTo: scrolled.scrollTo,
    windowOf: (rows) => (scroll && answer !== null ? scrolled.place(shownOffset, rows) : undefined),
  };
}

/** Questions for rows of one list; the same object for the same rows again, by which an answer is known to be of it. */
function createQuestions<Query extends RowsAsked>(list: Query): (rows: RowsAsked) => Query {
  let last: Query | null = null;
  return ({ offset, limit }) => {
    if (last === null || last.offset !== offset || last.limit !== limit) last = { ...list, offset, limit };
    return last;
  };
}
