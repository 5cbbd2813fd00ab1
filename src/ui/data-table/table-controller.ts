import { createStore, type StoreApi } from "zustand/vanilla";
import { isSameValue } from "../../domain/same-value.ts";
import { type RowsAsked, sharesMostRows } from "../../domain/table/table-scroll.ts";
import { createFling, type FlungList } from "./fling/fling.ts";
import {
  type ChosenRows,
  chosenOf,
  extendSelection,
  NOTHING_CHOSEN,
  type PlacedRow,
  type RowSelection,
  selectionIn,
  selectRange,
  togglePage,
  toggleRow,
  withoutRows,
} from "./row-selection.ts";

/** Answers queries over a list by page and counts, never with all rows. */
export interface PageSource<Query, Page> {
  page(query: Query, signal?: AbortSignal): Promise<Page>;
  /** Calls back when an earlier answer may no longer hold. */
  subscribe?(listener: () => void): () => void;
}

export interface TableAnswer<Query, Page> {
  source: PageSource<Query, Page>;
  query: Query;
  page: Page;
}

/** Rows that are being read to be chosen: on their way, not readable, or chosen but not readable for an action. */
export type RangeReading = "reading" | "failed" | "unread" | null;

export interface TableState<Query, Page> {
  /** The last answer; it stays while the next one is on its way. Null before the first. */
  answer: TableAnswer<Query, Page> | null;
  /** Rows that match in all, by the last answer; 0 before it. */
  total: number;
  /** Whether the last question could not be answered. */
  failed: boolean;
  chosen: ChosenRows;
  range: RangeReading;
}

/** The rows that the screen shows now, as far as choosing needs them. */
export interface ShownRows {
  /** Names the list by its value. A list of another name begins without chosen rows. */
  list: string;
  ids: readonly string[];
  /** Place of the first of them in all that match, from 0. */
  offset: number;
  matched: number;
  /** The chosen ids, where the owner of the table keeps them. */
  chosenIds?: ReadonlySet<string>;
}

export interface TableSelectionParts {
  /** Ids of the rows from one to the other, both included, in the order of the list. */
  readBetween(ends: readonly [PlacedRow, PlacedRow]): Promise<readonly string[]>;
  onChosen?(ids: ReadonlySet<string>): void;
  /**
   * `count` rows are chosen no longer, because the list is another one; all that match where they were chosen by rule.
   */
  onEnded?(count: number): void;
}

/** The query, the answer and the selection of one table; without React, so that all tables share its rules. */
export interface TableController<Query, Page> extends TablePages<Query, Page>, TableSelection {
  readonly store: StoreApi<TableState<Query, Page>>;
  /** The list as it is flung, where it has no pages. */
  readonly fling: FlungList;
  /** Gives up all reading. The next question starts anew. */
  close(): void;
}

interface TablePages<Query, Page> {
  /**
   * Asks a question, unless the same objects were asked last. The question before is cancelled, unless its answer has
   * most of the rows that this one asks for: then this one is sent after it.
   */
  ask(source: PageSource<Query, Page>, query: Query): void;
  /**
   * Sends a question that `ask` is about to be called with, by value, so that its answer is on its way while the screen
   * is drawn for it. Never shown where `ask` is called with another one.
   */
  askAhead(source: PageSource<Query, Page>, query: Query): void;
  /** Asks the last question again. */
  retry(): void;
}

interface TableSelection {
  /** Takes over what is shown now; to be called after each drawing. Notifies nobody unless the list is another one. */
  show(shown: ShownRows): void;
  /** Turns one row over, or adds all from the last one that was turned over to this one. */
  select(rowId: string, isRange: boolean): void;
  /** Chooses these rows, or no longer. @param changes by their ids: whether each is chosen */
  mark(changes: ReadonlyMap<string, boolean>): void;
  /** Extends the selection from a row to its neighbour, or takes it back. */
  extend(fromId: string, toId: string): void;
  /** Chooses all rows that are shown, or none of them where all are chosen. */
  selectPage(): void;
  /** Chooses all that match by their rule, rows that come later included. */
  selectEverything(): void;
  /** Chooses all that match by their ids. */
  selectEveryId(): Promise<void>;
  /** Removes rows that have left the list. */
  drop(gone: readonly string[]): void;
  clear(): void;
  setRange(range: RangeReading): void;
}

export function createTableController<Query extends RowsAsked, Page extends { matched: number }>(
  parts: TableSelectionParts & {
    first?: TableAnswer<Query, Page> | null;
    /** Rows that match, where that is known before the first answer. */
    total?: number;
    fling?: FlungList;
  },
): TableController<Query, Page> {
  const { first = null, total = first?.page.matched ?? 0, fling = createFling() } = parts;
  const store = createStore<TableState<Query, Page>>(() => ({
    answer: first,
    total,
    failed: false,
    chosen: NOTHING_CHOSEN,
    range: null,
  }));
  const { close, ...pages } = createPages(store);
  return { store, fling, ...pages, ...createSelection(store, parts), close };
}

function createPages<Query extends RowsAsked, Page extends { matched: number }>(
  store: StoreApi<TableState<Query, Page>>,
) {
  type Asked = Pick<TableAnswer<Query, Page>, "source" | "query">;
  let asked: Asked | null = null;
  let awaited: (Asked & SentQuery<Page>) | null = null;
  let unsubscribe = () => {};
  const ahead = createAhead<Query, Page>();
  const giveUp = () => {
    awaited?.reading.abort();
    awaited = null;
  };
  const receive = (sent: Asked & SentQuery<Page>) => {
    giveUp();
    awaited = sent;
    const settle = (next: (last: Query) => Partial<TableState<Query, Page>>) => {
      if (asked === null || sent.reading.signal.aborted) return;
      awaited = null;
      const isLast = asked.source === sent.source && isSameValue(asked.query, sent.query);
      const state = next(isLast ? asked.query : sent.query);
      // Sent before the rows are drawn, so that the source answers while the page draws.
      if (!isLast) read();
      // Where another question waits, a failure is not shown: the other may succeed.
      if (isLast || state.failed !== true) store.setState(state);
    };
    const { source } = sent;
    sent.answer.then(
      (page) => settle((query) => ({ answer: { source, query, page }, total: page.matched, failed: false })),
      () => settle(() => ({ failed: true })),
    );
  };
  const read = () => {
    if (asked === null) return;
    ahead.drop();
    receive({ ...asked, ...send(asked.source, asked.query) });
  };
  let isQueued = false;
  /** Several announcements in one turn, as of the mirror and the outbox, are one reason to read. */
  const readSoon = () => {
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(() => {
      isQueued = false;
      read();
    });
  };
  return {
    ask(source: PageSource<Query, Page>, query: Query): void {
      if (asked?.source === source && asked.query === query) return;
      if (asked?.source !== source) {
        unsubscribe();
        unsubscribe = source.subscribe?.(readSoon) ?? (() => {});
      }
      asked = { source, query };
      const sent = ahead.take(source, query);
      if (sent !== null) receive({ source, query, ...sent });
      // A fast scroll asks faster than a slow device answers: if each question cancelled the one before, no row would
      // come until it ends.
      else if (awaited?.source !== source || !sharesMostRows(awaited.query, query)) read();
    },
    askAhead(source: PageSource<Query, Page>, query: Query): void {
      // Only of the source that is asked, whose changes are heard: an answer must not outlive a change of the rows.
      if (asked?.source === source && !isSameValue(asked.query, query)) ahead.send(source, query);
      else ahead.drop();
    },
    retry: read,
    close(): void {
      unsubscribe();
      unsubscribe = () => {};
      giveUp();
      ahead.drop();
      asked = null;
    },
  };
}

/** A question on its way. */
interface SentQuery<Page> {
  reading: AbortController;
  answer: Promise<Page>;
}

function send<Query, Page>(source: PageSource<Query, Page>, query: Query): SentQuery<Page> {
  const reading = new AbortController();
  return { reading, answer: source.page(query, reading.signal) };
}

/** At most one question whose drawing has not begun yet. */
function createAhead<Query, Page>() {
  let held: (SentQuery<Page> & { source: PageSource<Query, Page>; query: Query }) | null = null;
  const drop = () => {
    held?.reading.abort();
    held = null;
  };
  return {
    drop,
    send(source: PageSource<Query, Page>, query: Query): void {
      if (held?.source === source && isSameValue(held.query, query)) return;
      drop();
      held = { source, query, ...send(source, query) };
      // Avoids an unhandled rejection where nobody takes it; `take` gives it on.
      held.answer.catch(() => undefined);
    },
    /** Null where another question was sent, which is given up. */
    take(source: PageSource<Query, Page>, query: Query): SentQuery<Page> | null {
      const taken = held?.source === source && isSameValue(held.query, query) ? held : null;
      if (taken === null) drop();
      held = null;
      return taken;
    },
  };
}

/** @param holds the mark that brings an id into the set */
function withMarks(ids: ReadonlySet<string>, marks: ReadonlyMap<string, boolean>, holds: boolean) {
  const next = new Set(ids);
  for (const [id, mark] of marks) {
    if (mark === holds) next.add(id);
    else next.delete(id);
  }
  return next;
}

const NOTHING_SHOWN: ShownRows = { list: "", ids: [], offset: 0, matched: 0 };

function createSelection<Query, Page>(
  store: StoreApi<TableState<Query, Page>>,
  { readBetween, onChosen, onEnded }: TableSelectionParts,
): TableSelection {
  let shown = NOTHING_SHOWN;
  /** Counts the choices: a range that is read belongs to one, and is dropped after the next. */
  let choices = 0;
  const chosenNow = (): ChosenRows => {
    const chosen = chosenOf(store.getState().chosen, shown.list);
    const { chosenIds } = shown;
    return chosenIds === undefined
      ? chosen
      : { ...chosen, selection: { ...chosen.selection, ids: chosenIds } };
  };
  const choose = (next: Omit<ChosenRows, "of">) => {
    choices += 1;
    store.setState({ chosen: { ...next, of: shown.list }, range: null });
    onChosen?.(next.selection.ids);
  };
  /** Where all that match are chosen, `next` says which of the rows that are shown are. */
  const chooseOfEverything = (without: ReadonlySet<string>, next: RowSelection, anchorPlace: number) => {
    const others = [...without].filter((id) => !shown.ids.includes(id));
    const out = new Set([...others, ...shown.ids.filter((id) => !next.ids.has(id))]);
    const selection = { ids: new Set<string>(), anchorId: next.anchorId };
    choose({ selection, anchorPlace, everythingBut: out });
  };
  const readRange = async (
    ends: readonly [PlacedRow, PlacedRow],
    chosen: ChosenRows,
    next: (ids: readonly string[]) => RowSelection,
  ) => {
    choices += 1;
    const mine = choices;
    store.setState({ range: "reading" });
    try {
      const between = await readBetween(ends);
      if (mine === choices) choose({ ...chosen, selection: next(between), everythingBut: null });
    } catch {
      if (mine === choices) store.setState({ range: "failed" });
    }
  };

  return {
    show(next) {
      shown = next;
      const before = store.getState().chosen;
      const count = before.everythingBut === null ? before.selection.ids.size : next.matched;
      const ended = before.of === next.list ? 0 : count;
      if (ended === 0) return;
      store.setState({ chosen: NOTHING_CHOSEN });
      onEnded?.(ended);
    },
    select(rowId, isRange) {
      // A row of the answer before may be drawn for one more frame: what the list does not have cannot be chosen.
      if (!shown.ids.includes(rowId)) return;
      const chosen = chosenNow();
      const selection = selectionIn(chosen, shown.ids);
      const { anchorId } = selection;
      const inSight = () =>
        isRange ? selectRange(selection, rowId, shown.ids) : toggleRow(selection, rowId);
      const place = shown.offset + shown.ids.indexOf(rowId);
      if (chosen.everythingBut !== null) {
        const next = inSight();
        const anchorPlace = next.anchorId === rowId ? place : chosen.anchorPlace;
        chooseOfEverything(chosen.everythingBut, next, anchorPlace);
      } else if (!isRange || anchorId === null) {
        choose({ selection: inSight(), anchorPlace: place, everythingBut: null });
      } else if (shown.ids.includes(anchorId)) choose({ ...chosen, selection: inSight() });
      else {
        const ends = [
          { id: anchorId, place: chosen.anchorPlace },
          { id: rowId, place },
        ] as const;
        void readRange(ends, chosen, (between) => ({
          ids: new Set([...selection.ids, ...between, rowId]),
          anchorId,
        }));
      }
    },
    mark(changes) {
      const { everythingBut, ...chosen } = chosenNow();
      if (everythingBut !== null) {
        choose({ ...NOTHING_CHOSEN, everythingBut: withMarks(everythingBut, changes, false) });
        return;
      }
      const ids = withMarks(chosen.selection.ids, changes, true);
      choose({ ...chosen, selection: { ...chosen.selection, ids }, everythingBut: null });
    },
    extend(fromId, toId) {
      const chosen = chosenNow();
      const before = selectionIn(chosen, shown.ids);
      const next = extendSelection(before, [fromId, toId], shown.ids, chosen.anchorPlace - shown.offset);
      const begins = next.anchorId !== before.anchorId;
      const anchorPlace = begins ? shown.offset + shown.ids.indexOf(fromId) : chosen.anchorPlace;
      if (chosen.everythingBut !== null) chooseOfEverything(chosen.everythingBut, next, anchorPlace);
      else choose({ selection: next, anchorPlace, everythingBut: null });
    },
    selectPage() {
      const chosen = chosenNow();
      const next = togglePage(selectionIn(chosen, shown.ids), shown.ids);
      if (chosen.everythingBut !== null) chooseOfEverything(chosen.everythingBut, next, 0);
      else choose({ ...NOTHING_CHOSEN, selection: next });
    },
    selectEverything: () => choose({ ...NOTHING_CHOSEN, everythingBut: new Set() }),
    selectEveryId: () =>
      readRange(
        [
          { id: "", place: 0 },
          { id: "", place: shown.matched - 1 },
        ],
        chosenNow(),
        (ids) => ({ ids: new Set(ids), anchorId: null }),
      ),
    drop(gone) {
      const { chosen } = store.getState();
      const selection = withoutRows(chosen.selection, gone);
      if (selection !== chosen.selection) store.setState({ chosen: { ...chosen, selection } });
    },
    clear: () => choose(NOTHING_CHOSEN),
    setRange: (range) => store.setState({ range }),
  };
}
