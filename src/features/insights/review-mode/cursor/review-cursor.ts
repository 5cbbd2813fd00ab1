import { MOST_BURST_FRAMES } from "../../../../domain/insight/burst.ts";
import type { InsightEngine, InsightQuery, InsightRow } from "../../../../query/insight-engine.ts";
import { foldRows, type RowSteps, SINGLE_STEPS } from "./burst-rows.ts";
import type { ReviewPlace } from "./review-address.ts";
import { findInsight, idsOf, settlePlace, windowAround } from "./review-position.ts";

/** Where a reviewer is in the filtered set, and the rows around. */
export interface ReviewCursorState {
  phase: "loading" | "ready" | "failed";
  /** Rows around the place, in the order of the set; those of a burst as one, where bursts are walked. */
  rows: readonly InsightRow[];
  /** Place in `rows` of the one that is looked at; `rows.length` past the last of the set. */
  place: number;
  /** What is looked at; null past the end and before the first answer. */
  row: InsightRow | null;
  /** Place in the set, from 0; of a burst that of its first frame. */
  index: number;
  /** How many places of the set are looked at: more than one for a burst. */
  span: number;
  matched: number;
  /** How many there are in all is not known yet. */
  countsLater: boolean;
  /** The first copy is still on its way: more may come. */
  complete: boolean;
  /** Somebody else's change took what is looked at out of the set; it stays until the reviewer moves on. */
  left: boolean;
  atEnd: boolean;
}

export interface ReviewCursor {
  getState(): ReviewCursorState;
  subscribe(listener: () => void): () => void;
  move(step: 1 | -1): void;
  goTo(index: number): void;
  /** Walks image by image or burst by burst from here on; what is looked at stays. */
  stepBy(steps: RowSteps): void;
  /** Remembers where an action was taken, for the way back. */
  remember(row: InsightRow): void;
  /** Goes to the image that shows one of these insights, as soon as the set has it again. */
  find(insightIds: readonly string[]): void;
  /** The rows look different now: what waits in the outbox changed. */
  refresh(): void;
  retry(): void;
  close(): void;
}

interface WalkParts {
  view: InsightEngine;
  query: InsightQuery;
  start: ReviewPlace;
  /** Rows as they look now, without those that the set no longer has. */
  overlay(rows: readonly InsightRow[]): readonly InsightRow[];
}

interface Answer {
  offset: number;
  rows: readonly InsightRow[];
  matched: number;
  complete: boolean;
  countsLater?: boolean;
}

interface Target {
  /** What to stand on; null for a place alone. */
  row: InsightRow | null;
  insightId: string | null;
  index: number;
  step: 1 | -1 | 0;
}

/** Near this many rows to the edge of what is known more is asked for. */
const EDGE = 16;
const TRAIL = 500;
/** A set that changes while it is read is read again so often before the next change is waited for. */
const MOST_READS = 3;

export function createReviewCursor({ view, query, start, overlay }: WalkParts): ReviewCursor {
  const listeners = new Set<() => void>();
  const trail = new Map<string, number>();
  let raw: Answer = { offset: 0, rows: [], matched: 0, complete: false };
  // While the set is still being read the place of the address is waited for, unless the reviewer moves.
  let awaitsStart = true;
  let target: Target = { row: null, insightId: start.insightId, index: start.index, step: 0 };
  let sought: readonly string[] | null = null;
  let asking: AbortController | null = null;
  let answered = false;
  let steps = SINGLE_STEPS;
  /** The rows one by one, and the place among them. */
  let single: { rows: readonly InsightRow[]; place: number } = { rows: [], place: 0 };
  let state: ReviewCursorState = {
    phase: "loading",
    rows: [],
    place: 0,
    row: null,
    index: start.index,
    span: 1,
    matched: 0,
    countsLater: false,
    complete: false,
    left: false,
    atEnd: false,
  };

  const show = (next: ReviewCursorState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  /** Finds the place anew in what is known; false where it lies outside, or a burst there goes on outside. */
  const settle = ({ part = false } = {}): boolean => {
    const rows = overlay(raw.rows);
    const matched = raw.matched - (raw.rows.length - rows.length);
    if (sought !== null) {
      const at = findInsight(rows, sought);
      if (at >= 0) {
        sought = null;
        target = standOn(rows[at] ?? null, raw.offset + at);
      }
    }
    const followers = single.rows.slice(state.left ? single.place : steps.after(single.rows, single.place));
    const settled = settlePlace({ rows, offset: raw.offset, matched, target, followers, steps });
    if (settled === null) return false;
    const end = steps.after(rows, settled.place);
    const goesOn =
      end - settled.place < MOST_BURST_FRAMES && end >= rows.length && raw.offset + end < matched;
    if (steps !== SINGLE_STEPS && goesOn && !part) return false;
    const folded = foldRows(rows, settled.place, steps);
    const here = folded.rows[folded.place] ?? null;
    const row = settled.left ? lookOf(target.row) : here;
    const index = raw.offset + settled.place;
    const waits = awaitsStart && (row === null || !raw.complete);
    if (!waits) {
      awaitsStart = false;
      // Past the last one the reviewer stays past it, also when rows come in at the front.
      target = standOn(row, row === null ? Number.POSITIVE_INFINITY : index);
    }
    single = { rows, place: settled.place };
    show({
      phase: waits && row === null && !raw.complete ? "loading" : "ready",
      ...folded,
      row,
      index,
      span: row === null || settled.left ? 1 : end - settled.place,
      matched,
      countsLater: raw.countsLater ?? false,
      complete: raw.complete,
      left: settled.left,
      atEnd: row === null,
    });
    return true;
  };
  const lookOf = (row: InsightRow | null): InsightRow | null =>
    row === null ? null : (overlay([row])[0] ?? row);

  const ask = (around: number) => {
    asking?.abort();
    const controller = new AbortController();
    asking = controller;
    void read(around, controller.signal).catch(() => {
      if (!controller.signal.aborted) show({ ...state, phase: answered ? state.phase : "failed" });
    });
  };
  const read = async (around: number, signal: AbortSignal, tries = 0): Promise<void> => {
    const page = await view.page({ ...query, ...windowAround(around) }, signal);
    if (signal.aborted) return;
    if (page.rows.length === 0 && page.matched > 0) return read(page.matched - 1, signal, tries);
    const wantedIds = sought ?? (target.insightId === null ? null : idsOf(target));
    const isHere = wantedIds === null || findInsight(page.rows, wantedIds) >= 0;
    const mayHaveMoved =
      page.matched > page.rows.length && (sought !== null || awaitsStart || !knowsAny(page.rows));
    if (!isHere && mayHaveMoved && tries === 0) {
      const moved = await view.placeOf(query, wantedIds, signal);
      if (signal.aborted) return;
      if (moved !== null) return read(moved, signal, 1);
    }
    raw = { ...page, offset: windowAround(around).offset };
    answered = true;
    const part = tries >= MOST_READS;
    if (!settle({ part }) && !part) return read(wantedIndex(), signal, tries + 1);
  };
  /** Where the target lies by what is known: only asked where that is outside of the rows at hand. */
  const wantedIndex = () => {
    const found = findInsight(raw.rows, idsOf(target));
    return found < 0 ? Math.max(0, Math.min(target.index, raw.matched)) : raw.offset + found;
  };
  /** Whether any of the rows around the place is still there: then the set has not shifted far. */
  const knowsAny = (rows: readonly InsightRow[]) =>
    findInsight(
      rows,
      single.rows.map(({ insightId }) => insightId),
    ) >= 0;
  const askAtEdge = () => {
    const ahead = single.rows.length - single.place;
    const isMoreAhead = raw.offset + raw.rows.length < raw.matched;
    if ((ahead < EDGE && isMoreAhead) || (single.place < EDGE && raw.offset > 0)) ask(state.index);
  };

  const unsubscribe = view.subscribe(() => ask(state.index));
  ask(start.index);

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    move(step) {
      if (state.phase !== "ready") return;
      sought = null;
      awaitsStart = false;
      target = { ...standOn(state.row, state.index), step };
      if (settle()) askAtEdge();
      else ask(state.index);
    },
    goTo(index) {
      sought = null;
      awaitsStart = false;
      target = standOn(null, index);
      if (!settle()) ask(index);
    },
    stepBy(next) {
      if (next === steps) return;
      steps = next;
      target = standOn(state.row, state.row === null ? target.index : state.index);
      if (answered && !settle()) ask(state.index);
    },
    remember(row) {
      trail.delete(row.insightId);
      trail.set(row.insightId, state.index);
      for (const one of row.members) trail.set(one.insightId, state.index);
      for (const oldest of trail.keys()) {
        if (trail.size <= TRAIL) break;
        trail.delete(oldest);
      }
    },
    find(insightIds) {
      if (insightIds.length === 0) return;
      awaitsStart = false;
      sought = insightIds;
      const stands = settle();
      if (sought !== null) ask(trail.get(insightIds[0] ?? "") ?? state.index);
      else if (!stands) ask(target.index);
    },
    refresh: () => {
      if (answered) settle({ part: true });
    },
    retry: () => ask(state.index),
    close() {
      unsubscribe();
      asking?.abort();
    },
  };
}

function standOn(row: InsightRow | null, index: number): Target {
  return { row, insightId: row?.insightId ?? null, index, step: 0 };
}
