import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import ScrollText from "lucide-react/icons/scroll-text";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { pageCount, USUAL_SIZES } from "../../../domain/table/table-page.ts";
import { tableMessages } from "../../../messages/table.ts";
import { IconButton } from "../../controls/icon-button.tsx";
import type { RowWindow } from "../rows/row-window.tsx";
import styles from "./page-bar.module.css";

const { pages: words } = tableMessages;

interface PageBarProps {
  page: number;
  pageSize: number;
  /** Place of the first row of a page, from 1. */
  first: number;
  shown: number;
  matched: number;
  /** `matched` is not known yet: its figure is hidden, but keeps its place. */
  countsLater?: boolean | undefined;
  /** The part that the count covers, where that is not all. */
  covers?: string | null;
  onPage(page: number): void;
  onPageSize(pageSize: number): void;
  scroll: boolean;
  /** Of a list without pages, and what scrolls it. */
  window?: RowWindow | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** Left out where a list cannot be scrolled without pages. */
  onScroll?: ((scroll: boolean) => void) | undefined;
  /** The usual ones where left out. */
  sizes?: readonly number[] | undefined;
}

export function PageBar(props: PageBarProps) {
  const { page, pageSize, first, shown, matched, onPage, onPageSize, scroll, onScroll } = props;
  const { countsLater = false, sizes = USUAL_SIZES.sizes } = props;
  const pages = pageCount(matched, pageSize);
  return (
    <nav className={styles.bar} aria-label={words.nav} data-foot="pages">
      <span className={styles.rows}>
        {shown > 0 &&
          (props.window ? (
            <RowInSight scroller={props.scroller} row={props.window.rowInSight} of={matched} />
          ) : (
            words.rows(first, first + shown - 1)
          ))}
        {shown > 0 && (
          <Later is={countsLater}>
            {words.of(matched)}
            {props.covers && ` ${props.covers}`}
          </Later>
        )}
      </span>
      {onScroll && (
        <IconButton
          label={words.scroll}
          icon={<ScrollText size={18} aria-hidden="true" />}
          pressed={scroll}
          onClick={() => onScroll(!scroll)}
        />
      )}
      {!scroll && (
        <>
          <label className={styles.size}>
            <span className={styles.sizeLabel}>{words.perPage}</span>
            <select
              className={styles.select}
              value={pageSize}
              onChange={(event) => onPageSize(Number(event.target.value))}
            >
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>
          </label>
          <span className={styles.turn} data-turns>
            <IconButton
              label={words.previous}
              icon={<ChevronLeft size={20} aria-hidden="true" />}
              disabled={page <= 1}
              onClick={() => onPage(page - 1)}
            />
            <span>
              {words.page(page)}
              <Later is={countsLater}>{words.of(pages)}</Later>
            </span>
            <IconButton
              label={words.next}
              icon={<ChevronRight size={20} aria-hidden="true" />}
              disabled={!countsLater && page >= pages}
              onClick={() => onPage(page + 1)}
            />
          </span>
        </>
      )}
    </nav>
  );
}

/** Ten times a second is soon enough for a figure that is read while the list moves. */
const FOLLOWS_MS = 100;

interface RowInSightProps {
  scroller: RefObject<HTMLElement | null>;
  row(): number;
  of: number;
}

/** The place of the first row in sight. React draws nothing for it: that would begin the drawing of new rows anew. */
function RowInSight({ scroller, row, of: matched }: RowInSightProps) {
  const figure = useRef<HTMLSpanElement>(null);
  const write = useEffectEvent(() => {
    if (figure.current) figure.current.textContent = words.row(Math.min(row() + 1, matched));
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const follow = useEffectEvent(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      write();
    }, FOLLOWS_MS);
  });
  useEffect(() => {
    const box = scroller.current;
    const onScroll = () => follow();
    write();
    box?.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      box?.removeEventListener("scroll", onScroll);
    };
  }, [scroller]);
  // At once where the list has another number of rows, because the timer would leave "Row 812 of 3" until it is due.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `write` reads the number, and the effect runs when it changes
  useEffect(() => write(), [matched]);
  // After each drawing, because a new answer or rows of another height may be at another place; not at once, because
  // that would lay out the new rows apart from the frame that shows them.
  useEffect(() => follow());
  return <span ref={figure} />;
}

/** Reserves the place of a figure, so that nothing moves when it arrives. */
function Later({ is, children }: { is: boolean; children: ReactNode }) {
  return is ? (
    <span className={styles.later} aria-hidden="true">
      {children}
    </span>
  ) : (
    children
  );
}
