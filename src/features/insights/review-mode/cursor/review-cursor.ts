import { createStore } from "zustand/vanilla";
import { MOST_BURST_FRAMES } from "../../../../domain/insight/burst.ts";
import type { InsightEngine, InsightQuery, InsightRow } from "../../../../query/insight-engine.ts";
import { createActionTrail } from "./action-trail.ts";
import { foldRows, type RowSteps, SINGLE_STEPS } from "./burst-rows.ts";
import type { ReviewPlace } from "./review-address.ts";
import { findInsight, idsOf, type SkipRow, settlePlace, windowAround } from "./review-position.ts";

/** The position in the filtered set, and the rows around it. */
export interface ReviewCursorState {
  phase: "loading" | "ready" | "failed";
  /** Rows around the place, in the order of the set; a burst is one row where steps go by bursts. */
  rows: readonly InsightRow[];
  /** Place of the shown row in `rows`; `rows.length` past the end of the set. */
  place: number;
  /** The shown row; null past the end and before the first answer. */
  row: InsightRow | null;
  /** Place in the set, from 0, of the first frame. */
  index: number;
  /** Frames of the shown row in the set: more than one for a burst. */
  span: number;
  matched: number;
  /** `matched` is not known yet. */
  countsLater: boolean;
  /** False during the first sync: more may come. */
  complete: boolean;
  /** A change from elsewhere removed the shown row from the set; it stays shown until the next step. */
  left: boolean;
  atEnd: boolean;
}

export interface ReviewCursor {
  getState(): ReviewCursorState;
  subscribe(listener: () => void): () => void;
  move(step: 1 | -1): void;
  goTo(index: number): void;
  /** Steps image by image or burst by burst from here on; the shown image stays. */
  stepBy(steps: RowSteps): void;
  /** Steps from here on pass over such rows; null for none. */
  skip(skips: SkipRow | null): void;
  /** For undo, which returns to the place of the action. */
  remember(row: InsightRow): void;
  /** Moves to the row of one of these insights, as soon as the set has it. */
  find(insightIds: readonly string[]): void;
  /** To be called when the overlay has changed. */
  refresh(): void;
  retry(): void;
  close(): void;
}

interface ReviewCursorParts {
  view: InsightEngine;
  query: InsightQuery;
  start: ReviewPlace;
  overlay(rows: readonly InsightRow[]): readonly InsightRow[];
  /** Whether an overlaid row still is in the set. */
  stays(row: InsightRow): boolean;
}

interface Answer {
  offset: number;
  rows: readonly InsightRow[];
  matched: number;
  complete: boolean;
  countsLater?: boolean;
}

interface Target {
  /** Null for a place alone. */
  row: InsightRow | null;
  insightId: string | null;
  index: number;
  step: 1 | -1 | 0;
}

/** Queries more rows this close to the edge of the known ones. */
const EDGE = 16;
/** A set that changes while it is read is read again this many times. */
const MOST_READS = 3;

export function createReviewCursor(parts: ReviewCursorParts): ReviewCursor {
  return new StoredReviewCursor(parts);
}

class StoredReviewCursor implements ReviewCursor {
  readonly #parts: ReviewCursorParts;
  readonly #store;
  readonly #trail = createActionTrail();
  readonly #unsubscribe: () => void;
  #raw: Answer = { offset: 0, rows: [], matched: 0, complete: false };
  /** During the first sync the place of the address may still come; a step ends the wait. */
  #awaitsStart = true;
  #target: Target;
  #sought: readonly string[] | null = null;
  #asking: AbortController | null = null;
  #answered = false;
  #steps = SINGLE_STEPS;
  #skips: SkipRow | undefined;
  /** The unfolded rows, and the place in them. */
  #single: { rows: readonly InsightRow[]; place: number } = { rows: [], place: 0 };

  constructor(parts: ReviewCursorParts) {
    const { start, view } = parts;
    this.#parts = parts;
    this.#target = { row: null, insightId: start.insightId, index: start.index, step: 0 };
    this.#store = createStore<ReviewCursorState>(() => ({
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
    }));
    this.#unsubscribe = view.subscribe(this.retry);
    this.#ask(start.index);
  }

  getState = (): ReviewCursorState => this.#store.getState();
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  move = (step: 1 | -1): void => {
    const state = this.getState();
    if (state.phase !== "ready") return;
    this.#sought = null;
    this.#awaitsStart = false;
    this.#target = { ...standOn(state.row, state.index), step };
    if (this.#settle()) this.#askAtEdge();
    else this.#ask(this.#target.index);
  };

  goTo = (index: number): void => {
    this.#sought = null;
    this.#awaitsStart = false;
    this.#target = standOn(null, index);
    if (!this.#settle()) this.#ask(index);
  };

  stepBy = (next: RowSteps): void => {
    if (next === this.#steps) return;
    const { row, index } = this.getState();
    this.#steps = next;
    this.#target = standOn(row, row === null ? this.#target.index : index);
    if (this.#answered && !this.#settle()) this.retry();
  };

  skip = (skips: SkipRow | null): void => {
    this.#skips = skips ?? undefined;
  };

  remember = (row: InsightRow): void => this.#trail.add(row, this.getState().index);

  find = (insightIds: readonly string[]): void => {
    if (insightIds.length === 0) return;
    this.#awaitsStart = false;
    this.#sought = insightIds;
    const stands = this.#settle();
    if (this.#sought !== null) this.#ask(this.#trail.placeOf(insightIds[0] ?? "") ?? this.getState().index);
    else if (!stands) this.#ask(this.#target.index);
  };

  refresh = (): void => {
    if (this.#answered) this.#settle({ part: true });
  };

  retry = (): void => this.#ask(this.getState().index);

  close = (): void => {
    this.#unsubscribe();
    this.#asking?.abort();
  };

  /** Finds the position in the known rows; false where it, or its burst, reaches outside them. */
  #settle({ part = false } = {}): boolean {
    const raw = this.#raw;
    const steps = this.#steps;
    const rows = this.#parts.overlay(raw.rows).filter(this.#parts.stays);
    const matched = raw.matched - (raw.rows.length - rows.length);
    this.#findSought(rows);
    const settled = settlePlace({
      rows,
      offset: raw.offset,
      matched,
      target: this.#target,
      followers: this.#followers(),
      steps,
      skips: this.#skips,
    });
    if (settled === null) {
      this.#goOnFromEdge(rows);
      return false;
    }
    const end = steps.after(rows, settled.place);
    const goesOn =
      end - settled.place < MOST_BURST_FRAMES && end >= rows.length && raw.offset + end < matched;
    if (steps !== SINGLE_STEPS && goesOn && !part) return false;
    const folded = foldRows(rows, settled.place, steps);
    const here = folded.rows[folded.place] ?? null;
    const row = settled.left ? this.#lookOf(this.#target.row) : here;
    const index = raw.offset + settled.place;
    const waits = this.#awaitsStart && (row === null || !raw.complete);
    if (!waits) {
      this.#awaitsStart = false;
      // Past the end the cursor stays there, also when rows are added at the front.
      this.#target = standOn(row, row === null ? Number.POSITIVE_INFINITY : index);
    }
    this.#single = { rows, place: settled.place };
    this.#show({
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
  }

  /** Where all known rows ahead are skipped, the step goes on from the last of them, so that further ones are read. */
  #goOnFromEdge(rows: readonly InsightRow[]): void {
    const { step } = this.#target;
    const edge = step === 1 ? rows.length - 1 : 0;
    const row = rows[edge];
    if (step === 0 || row === undefined || this.#skips?.(row) !== true) return;
    this.#target = { ...standOn(row, this.#raw.offset + edge), step };
  }

  #findSought(rows: readonly InsightRow[]): void {
    if (this.#sought === null) return;
    const at = findInsight(rows, this.#sought);
    if (at < 0) return;
    this.#sought = null;
    this.#target = standOn(rows[at] ?? null, this.#raw.offset + at);
  }

  #followers(): readonly InsightRow[] {
    const { rows, place } = this.#single;
    return rows.slice(this.getState().left ? place : this.#steps.after(rows, place));
  }

  #lookOf(row: InsightRow | null): InsightRow | null {
    return row === null ? null : (this.#parts.overlay([row])[0] ?? row);
  }

  #show(next: ReviewCursorState): void {
    this.#store.setState(next, true);
  }

  #ask(around: number): void {
    this.#asking?.abort();
    const controller = new AbortController();
    this.#asking = controller;
    void this.#read(around, controller.signal).catch(() => {
      if (controller.signal.aborted) return;
      const state = this.getState();
      this.#show({ ...state, phase: this.#answered ? state.phase : "failed" });
    });
  }

  async #read(around: number, signal: AbortSignal, tries = 0): Promise<void> {
    const { view, query } = this.#parts;
    const page = await view.page({ ...query, ...windowAround(around) }, signal);
    if (signal.aborted) return;
    if (page.rows.length === 0 && page.matched > 0) return this.#read(page.matched - 1, signal, tries);
    const wantedIds = this.#sought ?? (this.#target.insightId === null ? null : idsOf(this.#target));
    const isHere = wantedIds === null || findInsight(page.rows, wantedIds) >= 0;
    const mayHaveMoved =
      page.matched > page.rows.length &&
      (this.#sought !== null || this.#awaitsStart || !this.#knowsAny(page.rows));
    if (!isHere && mayHaveMoved && tries === 0) {
      const moved = await view.placeOf(query, wantedIds, signal);
      if (signal.aborted) return;
      if (moved !== null) return this.#read(moved, signal, 1);
    }
    this.#raw = { ...page, offset: windowAround(around).offset };
    this.#answered = true;
    const part = tries >= MOST_READS;
    const before = this.#target.insightId;
    if (this.#settle({ part })) return;
    // A run of skipped rows is read to its end, however long it is.
    const goesOn = this.#target.insightId !== before;
    if (goesOn || !part) return this.#read(this.#wantedIndex(), signal, goesOn ? tries : tries + 1);
  }

  /** Place of the target in the set, as far as known. */
  #wantedIndex(): number {
    const { rows, offset, matched } = this.#raw;
    const found = findInsight(rows, idsOf(this.#target));
    return found < 0 ? Math.max(0, Math.min(this.#target.index, matched)) : offset + found;
  }

  /** If a known row is among these, the set has not shifted far. */
  #knowsAny(rows: readonly InsightRow[]): boolean {
    const known = this.#single.rows.map(({ insightId }) => insightId);
    return findInsight(rows, known) >= 0;
  }

  #askAtEdge(): void {
    const { rows, place } = this.#single;
    const { offset, rows: read, matched } = this.#raw;
    const isMoreAhead = offset + read.length < matched;
    if ((rows.length - place < EDGE && isMoreAhead) || (place < EDGE && offset > 0)) this.retry();
  }
}

function standOn(row: InsightRow | null, index: number): Target {
  return { row, insightId: row?.insightId ?? null, index, step: 0 };
}
