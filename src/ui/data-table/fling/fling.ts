import { pxOfRow, SCROLL_TOP, type ScrollAnchor } from "../../../domain/table/table-scroll.ts";
import { systemTimers, type Timers } from "../../../platform/timers.ts";

/** Above this speed rows cannot be read, so that new ones may be drawn by their header alone. */
const FAST_PX_PER_MS = 5;
/** A fling has ended when nothing has moved so fast for this long. */
const REST_MS = 150;
/** A frame. Events may follow each other sooner after a late one, which says nothing about the speed. */
const LEAST_MS = 16;
/** Rows that are drawn whole in one frame: all at once would make that frame late. */
const ROWS_IN_A_FRAME = 4;

/** Where the rows of a list lie: a row with its pixel, and the height of each, in px. */
interface RowPlaces {
  anchor: ScrollAnchor;
  rowPx: number;
}

/** Draws rows without React. */
interface FlungDrawing {
  /**
   * @param first the place of the first row in the list, from 0
   * @param everythingBut where all rows of the list are chosen, those that are not
   */
  show(rows: readonly unknown[], first: number, everythingBut: ReadonlySet<string> | null): void;
  clear(): void;
}

/** Whether a list is scrolled too fast to be read. Rows that come meanwhile are drawn plain: by their header alone. */
export interface Fling {
  isFast(): boolean;
  /** Calls back when it begins and when it ends. Returns the function that unsubscribes. */
  subscribe(listener: (fast: boolean) => void): () => void;
  /** The height of a row, in px. */
  rowPx(): number;
  /** Whether React draws new rows plain: during a fling, and afterwards where they replace rows of `show`. */
  isPlain(): boolean;
  /** Calls `complete` after the fling, those in sight first, a few in each frame. Returns the function that cancels it. */
  whenSlow(row: HTMLElement, complete: () => void): () => void;
}

/**
 * The same for the parts of the table, which report its movements and draw its rows: during a fling rows are drawn
 * without React, whose drawing of the whole screen for each answer would make frames late.
 */
export interface FlungList extends Fling {
  /** To be called with each movement of the list. */
  moved(px: number, places: RowPlaces): void;
  /** Ends a fling before the list has slowed down, so that React draws the last answer. */
  end(): void;
  /** Where a row begins, in px from the first one. */
  topPxOf(row: number): number;
  /** Sets what draws rows during a fling. Returns the function that removes it, with all that it has drawn. */
  registerDrawing(drawing: FlungDrawing): () => void;
  /** Draws the rows of an answer; false where React is to draw it, because the list is slow or no drawing is registered. */
  show(...answer: Parameters<FlungDrawing["show"]>): boolean;
  /** To be called after each drawing by React: after a fling it removes what `show` has drawn. */
  clear(): void;
}

interface FlingParts {
  timers: Timers;
  nextFrame(run: () => void): void;
}

const IN_BROWSER: FlingParts = { timers: systemTimers, nextFrame: (run) => requestAnimationFrame(run) };

export function createFling({ timers, nextFrame }: FlingParts = IN_BROWSER): FlungList {
  const listeners = new Set<(fast: boolean) => void>();
  const plain = new Map<HTMLElement, () => void>();
  let fast = false;
  let movedAtMs = Number.NEGATIVE_INFINITY;
  let places: RowPlaces = { anchor: SCROLL_TOP, rowPx: 0 };
  let drawing: FlungDrawing | null = null;
  let shown = false;
  let completing = false;
  let cancelEnd = () => {};

  const setFast = (now: boolean) => {
    if (now === fast) return;
    fast = now;
    for (const listener of listeners) listener(fast);
  };
  const completeNext = (order: HTMLElement[]) => {
    const now = fast ? [] : order.filter((row) => plain.has(row));
    for (const row of now.slice(0, ROWS_IN_A_FRAME)) {
      plain.get(row)?.();
      plain.delete(row);
    }
    completing = now.length > ROWS_IN_A_FRAME;
    if (completing) nextFrame(() => completeNext(now));
    else completeAll();
  };
  const completeAll = () => {
    if (fast || completing || plain.size === 0) return;
    completing = true;
    nextFrame(() => completeNext(nearestFirst([...plain.keys()])));
  };

  const clear = () => {
    if (shown) drawing?.clear();
    shown = false;
  };
  const end = () => {
    cancelEnd();
    setFast(false);
    completeAll();
  };

  return {
    isFast: () => fast,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    moved(px, now) {
      places = now;
      const tookMs = Math.max(LEAST_MS, timers.elapsedMs() - movedAtMs);
      movedAtMs = timers.elapsedMs();
      // After a rest, a long way is a jump, as by a key: where it arrives is read at once.
      if (tookMs >= REST_MS || Math.abs(px) / tookMs < FAST_PX_PER_MS) return;
      setFast(true);
      cancelEnd();
      cancelEnd = timers.after(REST_MS, end);
    },
    end,
    rowPx: () => places.rowPx,
    topPxOf: (row) => pxOfRow(places.anchor, row, places.rowPx),
    registerDrawing(next) {
      drawing = next;
      return () => {
        clear();
        drawing = null;
      };
    },
    show(...answer) {
      if (!fast || drawing === null) return false;
      shown = true;
      drawing.show(...answer);
      return true;
    },
    clear() {
      if (!fast) clear();
    },
    isPlain: () => fast || shown,
    whenSlow(row, complete) {
      plain.set(row, complete);
      completeAll();
      return () => void plain.delete(row);
    },
  };
}

/** By the distance from the middle of the window. */
function nearestFirst(rows: readonly HTMLElement[]): HTMLElement[] {
  const distances = new Map(rows.map((row) => [row, distanceOf(row)]));
  return rows.toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
}

function distanceOf(row: HTMLElement): number {
  const { top, bottom } = row.getBoundingClientRect();
  return Math.abs((top + bottom) / 2 - window.innerHeight / 2);
}
