import { createStore, type StoreApi } from "zustand/vanilla";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightEngine, InsightPage, InsightQuery } from "../../../query/insight-engine.ts";
import type { MirrorReader } from "../../../storage/mirror/mirror-reader.ts";
import { readCollectionsEnabled } from "./collections.ts";

/** A page together with the question that it answers. */
export interface AnsweredQuery {
  query: InsightQuery;
  page: InsightPage;
}

/** Read before the screen is drawn, so that nothing moves in it afterwards. */
export interface Opening {
  collectionsEnabled: boolean;
  groups: readonly Group[];
  /** The first page, where it came within `FIRST_ANSWER_MS`. */
  first: AnsweredQuery | null;
}

export interface OpeningParts {
  view: InsightEngine;
  mirror: MirrorReader;
  /** The first question; null where none is to be asked. */
  question(collectionsEnabled: boolean): InsightQuery | null;
}

/** Holds the opening as soon as it is read, null before. */
export interface OpeningStore extends StoreApi<Opening | null> {
  readonly opened: Promise<Opening>;
}

/** Upper bound for the empty page: after it the screen is drawn without rows and says that it waits. */
const FIRST_ANSWER_MS = 1_000;

/** Openings that were prefetched, until their screen is drawn. */
const prefetched = new WeakMap<InsightEngine, OpeningStore>();

/** Reads what the screen needs before it is drawn; resolves when it can be drawn at once. */
export async function prefetchOpening(parts: OpeningParts): Promise<void> {
  const store = createOpening(parts);
  prefetched.set(parts.view, store);
  await store.opened;
}

/** The prefetched opening, or one that starts to read now. */
export function openingOf(parts: OpeningParts): OpeningStore {
  return prefetched.get(parts.view) ?? createOpening(parts);
}

/** A later drawing of the screen must not show a state of long ago. */
export function forgetPrefetched(view: InsightEngine): void {
  prefetched.delete(view);
}

function createOpening(parts: OpeningParts): OpeningStore {
  const store = createStore<Opening | null>(() => null);
  const opened = open(parts);
  void opened.then((opening) => store.setState(opening, true));
  return { ...store, opened };
}

async function open({ view, mirror, question }: OpeningParts): Promise<Opening> {
  const groups = mirror.groups();
  // Avoids an unhandled rejection where the features fail first; `await groups` throws it again.
  groups.catch(() => undefined);
  try {
    const collectionsEnabled = await readCollectionsEnabled(mirror);
    const query = question(collectionsEnabled);
    const first = query === null ? null : await firstAnswer(view, query);
    return { collectionsEnabled, groups: await groups, first };
  } catch {
    // The screen reads the same again and reports the failure.
    return { collectionsEnabled: false, groups: [], first: null };
  }
}

async function firstAnswer(view: InsightEngine, query: InsightQuery): Promise<AnsweredQuery | null> {
  const waiting = new AbortController();
  const late = setTimeout(() => waiting.abort(), FIRST_ANSWER_MS);
  try {
    return { query, page: await view.page(query, waiting.signal) };
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}
