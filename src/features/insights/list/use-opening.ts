import { useLayoutEffect, useState } from "react";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightEngine, InsightQuery } from "../../../query/insight-engine.ts";
import type { MirrorReader } from "../../../storage/mirror/mirror-reader.ts";
import { readCollectionsEnabled } from "./use-collections.ts";
import type { AnsweredQuery } from "./use-insight-page.ts";

/** What the screen must know before it is drawn: nothing moves in it afterwards. */
export interface Opening {
  collectionsEnabled: boolean;
  groups: readonly Group[];
  /** The first page, where it came in a moment. */
  first: AnsweredQuery | null;
}

interface OpeningParts {
  view: InsightEngine;
  mirror: MirrorReader;
  /** The first question; null where none is to be asked. */
  question(collectionsEnabled: boolean): InsightQuery | null;
}

/** Longer than this nobody looks at an empty page: the screen is drawn and says that it waits. */
const FIRST_ANSWER_MS = 600;

/** What was begun before the screen is drawn, until it is. */
const ahead = new WeakMap<InsightEngine, Begun>();

interface Begun {
  opened: Promise<Opening>;
  /** Null until then. */
  opening: Opening | null;
}

/** Begins before the screen is drawn; resolves when it can be drawn at once. */
export async function openAhead(parts: OpeningParts): Promise<void> {
  const begun = begin(parts);
  ahead.set(parts.view, begun);
  await begun.opened;
}

function begin(parts: OpeningParts): Begun {
  const begun: Begun = { opened: open(parts), opening: null };
  void begun.opened.then((opening) => {
    begun.opening = opening;
  });
  return begun;
}

/**
 * Reads what the screen needs, and its first page as soon as its question is known, while the browser still paints
 * what stands around it: a slow phone then draws the screen once, with rows. Null until then.
 */
export function useOpening(parts: OpeningParts): Opening | null {
  // Begun with the first drawing at the latest: an effect would come after the browser has painted.
  const [begun] = useState(() => ahead.get(parts.view) ?? begin(parts));
  const [opening, setOpening] = useState(begun.opening);
  useLayoutEffect(() => {
    let over = false;
    // Of a later drawing of this screen it would be what was true long ago.
    ahead.delete(parts.view);
    void begun.opened.then((opened) => {
      if (!over) setOpening(opened);
    });
    return () => {
      over = true;
    };
  }, [begun, parts.view]);
  return opening;
}

async function open({ view, mirror, question }: OpeningParts): Promise<Opening> {
  const groups = mirror.groups();
  // Where the features fail first, nobody waits for the groups any more.
  groups.catch(() => undefined);
  try {
    const collectionsEnabled = await readCollectionsEnabled(mirror);
    const query = question(collectionsEnabled);
    const first = query === null ? null : await firstAnswer(view, query);
    return { collectionsEnabled, groups: await groups, first };
  } catch {
    // The screen reads the same again, and tells what is wrong.
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
