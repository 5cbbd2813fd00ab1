import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import styles from "../insights-page.module.css";

/** Lower than this, a phone on its side, the page's head and foot scroll with the rows, or there is no room for these. */
const LOW_PX = 480;

/** Most answers come within this time: to dim the rows before would have the browser paint them twice. */
const SOON_MS = 120;

interface InsightsLayoutProps {
  narrow: boolean;
  /** What is shown answers an earlier question. */
  stale: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  head: ReactNode;
  pageBar: ReactNode;
  /** What can be done with the chosen rows; null where none are chosen. */
  selectionBar: ReactNode;
  /** What must not be missed. */
  notices: readonly ReactNode[];
  /** The list of unsaved actions at the right, or where it has no room there, its bar at the bottom. */
  panel: ReactNode;
  unsavedBar: ReactNode;
  /** What lies over the page. */
  overlays: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** Where the parts of the screen stand: on a desk the rows alone are scrolled, on a phone all but the bars below. */
export function InsightsLayout(props: InsightsLayoutProps) {
  const { narrow, head, pageBar, selectionBar } = props;
  const staleForLong = useStaleForLong(props.stale);
  const scrollsWhole = useMediaQuery(`(max-height: ${LOW_PX}px)`) || narrow;
  return (
    <section className={styles.page} aria-label={insightsMessages.title}>
      <div className={styles.main}>
        {!scrollsWhole && head}
        <div className={styles.middle}>
          <div
            ref={props.scroller}
            className={styles.scroller}
            data-stale={staleForLong || undefined}
            data-floating={(!narrow && selectionBar !== null) || undefined}
          >
            {scrollsWhole && head}
            {props.children}
            {scrollsWhole && pageBar}
          </div>
          {!narrow && selectionBar && <div className={styles.floating}>{selectionBar}</div>}
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
        {narrow && selectionBar}
        {!(narrow && selectionBar) && props.unsavedBar}
        {!scrollsWhole && pageBar}
      </div>
      {props.panel}
      {props.overlays}
    </section>
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
