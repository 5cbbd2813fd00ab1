import { systemTimers, type Timers } from "../../../platform/timers.ts";

/** Above this speed rows cannot be read, so that new ones may be drawn by their header alone. */
const FAST_PX_PER_MS = 5;
/** A fling has ended when nothing has moved so fast for this long. */
const REST_MS = 150;
/** A frame. Events may follow each other sooner after a late one, which says nothing about the speed. */
const LEAST_MS = 16;
/** Rows that are drawn whole in one frame: all at once would make that frame late. */
const ROWS_IN_A_FRAME = 4;

/** Whether a list is scrolled too fast to be read. Rows that come meanwhile are drawn plain: by their header alone. */
export interface Fling {
  isFast(): boolean;
  /** Calls back when it begins and when it ends. Returns the way to hear no more of it. */
  subscribe(listener: (fast: boolean) => void): () => void;
  /** The height that a row must have before it is drawn whole, in px. */
  rowPx(): number;
  /** Calls `complete` after the fling, those in sight first, a few in each frame. Returns the way to cancel it. */
  whenSlow(row: HTMLElement, complete: () => void): () => void;
}

interface FlungList extends Fling {
  /** To be called with each movement of the list. */
  moved(px: number, rowPx: number): void;
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
  let heightPx = 0;
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

  return {
    isFast: () => fast,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    rowPx: () => heightPx,
    moved(px, rowPx) {
      heightPx = rowPx;
      const tookMs = Math.max(LEAST_MS, timers.elapsedMs() - movedAtMs);
      movedAtMs = timers.elapsedMs();
      // After a rest, a long way is a jump, as by a key: where it arrives is read at once.
      if (tookMs >= REST_MS || Math.abs(px) / tookMs < FAST_PX_PER_MS) return;
      setFast(true);
      cancelEnd();
      cancelEnd = timers.after(REST_MS, () => {
        setFast(false);
        completeAll();
      });
    },
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
