import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { PHONE_ON_ITS_SIDE } from "../../../domain/breakpoints.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { keepFocusedInSight } from "../../../ui/data-table/rows/rows-in-sight.ts";
import { useHidingBar } from "../../../ui/layout/use-hiding-bar.ts";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import styles from "../insights-page.module.css";
import { NotRefreshed } from "./insights-head.tsx";
import { usePhoneOnItsSide } from "./thumb/use-phone-on-its-side.ts";
import { useThumbLift } from "./thumb/use-thumb-lift.ts";

/** The list whose scrolling hides the bar. */
const LIST = "[data-hides-bar]";

/** Most answers arrive sooner: dimming the rows earlier would paint them twice. */
const SOON_MS = 120;

interface InsightsLayoutProps {
  narrow: boolean;
  /** The shown rows answer an earlier query. */
  stale: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  head: ReactNode;
  pageBar: ReactNode;
  /** Null where no rows are chosen. */
  selectionBar: ReactNode;
  notices: readonly ReactNode[];
  /** The panel of unsaved actions at the right, or its bar at the bottom. */
  panel: ReactNode;
  unsavedBar: ReactNode;
  /** On a phone: floats over the rows, in reach of the thumb. */
  thumbButton: ReactNode;
  overlays: ReactNode;
  children: ReactNode;
}

/** The layout of the screen: on a desk only the rows scroll, on a phone all but the bars at the bottom. */
export function InsightsLayout(props: InsightsLayoutProps) {
  const { narrow, head, pageBar, selectionBar } = props;
  const onItsSide = usePhoneOnItsSide();
  // On its side the bar of the list has the button: over such low cards it would cover words.
  const floatsThumb = narrow && !onItsSide && selectionBar === null && props.thumbButton !== null;
  const staleForLong = useStaleForLong(props.stale);
  useHidingBar(props.scroller, LIST);
  const thumb = useRef<HTMLDivElement>(null);
  useThumbLift(props.scroller, thumb);
  const noteHeight = useFloatingHeight(props.scroller);
  // In a low window head and foot scroll with the rows, which would have no room otherwise.
  const scrollsWhole = useMediaQuery(PHONE_ON_ITS_SIDE) || narrow;
  return (
    <section className={styles.page} aria-label={insightsMessages.title}>
      <div className={styles.main}>
        {!scrollsWhole && head}
        <div className={styles.middle}>
          <div
            ref={props.scroller}
            className={styles.scroller}
            data-stale={staleForLong || undefined}
            data-hides-bar
            data-floating={floatsThumb || undefined}
          >
            {scrollsWhole && head}
            {props.children}
            {scrollsWhole && pageBar}
          </div>
          <div className={styles.floatFrame}>
            {floatsThumb && (
              <div ref={thumb} className={styles.thumb}>
                {props.thumbButton}
              </div>
            )}
            {!narrow && selectionBar && (
              <div ref={noteHeight} className={styles.floating}>
                {selectionBar}
              </div>
            )}
          </div>
        </div>
        {props.notices.map(
          (notice, at) =>
            notice && (
              // biome-ignore lint/suspicious/noArrayIndexKey: each notice has its own place
              <div key={at} className={styles.pinned}>
                {notice}
              </div>
            ),
        )}
        {/* Below the rows, which would move under a thumb when it comes and goes. */}
        <NotRefreshed />
        {narrow && selectionBar}
        {!(narrow && selectionBar) && props.unsavedBar}
        {!scrollsWhole && pageBar}
      </div>
      {props.panel}
      {props.overlays}
    </section>
  );
}

/** Follows the height of a bar that floats over the rows: the list has as much room at its end while the bar stands. */
function useFloatingHeight(scroller: RefObject<HTMLElement | null>) {
  return useCallback(
    (bar: HTMLElement | null) => {
      const box = scroller.current;
      if (bar === null || box === null) return;
      const note = () => {
        // The gap below the bar, and as much above it.
        box.style.setProperty("--floating", `calc(${bar.offsetHeight}px + 2 * var(--floating-gap))`);
        keepFocusedInSight(box);
      };
      note();
      const resized = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(note);
      resized?.observe(bar);
      return () => {
        resized?.disconnect();
        box.style.removeProperty("--floating");
      };
    },
    [scroller],
  );
}

function useStaleForLong(stale: boolean): boolean {
  const [forLong, setForLong] = useState(false);
  useEffect(() => {
    if (!stale) return;
    const timer = setTimeout(() => setForLong(true), SOON_MS);
    return () => {
      clearTimeout(timer);
      setForLong(false);
    };
  }, [stale]);
  return forLong && stale;
}
