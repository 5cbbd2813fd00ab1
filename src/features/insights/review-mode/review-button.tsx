import GalleryHorizontalEnd from "lucide-react/icons/gallery-horizontal-end";
import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "wouter";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { systemClock } from "../../../platform/system-clock.ts";
import { whenIdle } from "../../../platform/when-idle.ts";
import type { InsightOrder } from "../../../query/insight-engine.ts";
import { isShortcut, listKeys } from "../../../state/keyboard-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { countedPlace, firstRowOf, ROW, rowInSight } from "../../../ui/data-table/rows/rows-in-sight.ts";
import { type InsightAddress, readAddress } from "../list/insight-address.ts";
import { REVIEW_PARAMETER, writeReviewPlace } from "./cursor/review-address.ts";
import { takeReviewFocus } from "./cursor/review-return.ts";
import { PRELOADS_REVIEW, ReviewMode } from "./later-review.ts";

const KEYS = { title: words.keysGroup, lines: [{ keys: ["R"], does: words.keyLines.start }] } as const;

/** Opens review mode, by press or R, at the row that had the focus, else at the first in sight. */
export function ReviewButton({
  order,
  disabled = false,
  className,
}: {
  /** The list that is reviewed. */
  order: InsightOrder;
  disabled?: boolean;
  className?: string | undefined;
}) {
  const [search, setSearch] = useSearchParams();
  const button = useRef<HTMLButtonElement>(null);
  const lastRow = useRef<string | null>(null);
  const isComing = search.has(REVIEW_PARAMETER);

  const start = () => {
    if (disabled || isComing) return;
    const row = rowInUse(lastRow.current);
    const insightId = row?.dataset.insight ?? null;
    setSearch(
      writeReviewPlace({ index: indexOfRow(row, readAddress(search, systemClock.now())), insightId }, search),
    );
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "r" || event.shiftKey || event.repeat || !isShortcut(event)) return;
    event.preventDefault();
    start();
  });
  const comeBack = useEffectEvent(() => {
    if (takeReviewFocus(order)) button.current?.focus();
  });

  useEffect(() => listKeys(KEYS), []);
  useEffect(() => {
    // A disabled button takes no focus, so this waits for the list.
    if (!disabled) comeBack();
  }, [disabled]);
  useEffect(() => {
    // After the rows of the list, which would wait for this code on a slow phone.
    if (!disabled) void whenIdle().then(ReviewMode.preload);
  }, [disabled]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => onKeyDown(event);
    const onFocus = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>(ROW) : null;
      if (row !== null) lastRow.current = row.dataset.insight ?? null;
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("focusin", onFocus);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("focusin", onFocus);
    };
  }, []);

  return (
    <Button
      ref={button}
      title={words.openTitle}
      aria-keyshortcuts="R"
      className={className}
      disabled={disabled}
      busy={isComing}
      icon={<GalleryHorizontalEnd size={16} aria-hidden="true" />}
      onClick={start}
      {...PRELOADS_REVIEW}
    >
      {words.open}
    </Button>
  );
}

/** The row that had the focus, unless it was scrolled away: then, and where none had it, the first row in sight. */
function rowInUse(lastId: string | null): HTMLElement | null {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const used = rows.find(({ dataset }) => dataset.insight === lastId);
  const first = firstInSight(rows);
  if (used === undefined) return first;
  const isAbove = first !== null && rows.indexOf(used) < rows.indexOf(first);
  const isBelow = used.getBoundingClientRect().top >= innerHeight;
  return isAbove || isBelow ? first : used;
}

function firstInSight(rows: readonly HTMLElement[]): HTMLElement | null {
  const box = rows[0]?.closest<HTMLElement>("[data-hides-bar]");
  return (box ? firstRowOf(box) : rowInSight(rows)) ?? rows[0] ?? null;
}

/** Where in the whole list a row stands, from 0; review looks up what has moved meanwhile by its id. */
function indexOfRow(row: HTMLElement | null, { page, pageSize, scroll }: InsightAddress): number {
  const counted = countedPlace(row);
  if (counted !== null) return counted;
  const place = Math.max(0, [...document.querySelectorAll(ROW)].indexOf(row as Element));
  return scroll ? place : (page - 1) * pageSize + place;
}
