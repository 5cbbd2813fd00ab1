import { ChevronLeft, ChevronRight, ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { pageCount, USUAL_SIZES } from "../../../domain/table/table-page.ts";
import { tableMessages } from "../../../messages/table.ts";
import { IconButton } from "../../controls/icon-button.tsx";
import { readScrollPlace } from "../rows/scroll-place.ts";
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
    <nav className={styles.bar} aria-label={words.nav}>
      <span className={styles.rows}>
        {shown > 0 && (scroll ? <RowInSight of={matched} /> : words.rows(first, first + shown - 1))}
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
          <span className={styles.turn}>
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

/** The place of the first row in sight of a list without pages, which is kept in the address. */
function RowInSight({ of: matched }: { of: number }) {
  const [search] = useSearchParams();
  return words.row(Math.min(readScrollPlace(search) + 1, matched));
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
