import { PAGE_SIZES } from "../../../domain/table/table-page.ts";
import { tableMessages } from "../../../messages/table.ts";
import styles from "../table-tools.module.css";

const { pages: words } = tableMessages;

interface PagesPanelProps {
  pageSize: number;
  scroll: boolean;
  onScroll(scroll: boolean): void;
  /** Begins pages of this size. */
  onPageSize(pageSize: number): void;
}

/** Whether a list is scrolled or has pages, and of how many rows. */
export function PagesPanel({ pageSize, scroll, onScroll, onPageSize }: PagesPanelProps) {
  return (
    <>
      <label className={styles.choice}>
        <input type="checkbox" checked={scroll} onChange={({ target }) => onScroll(target.checked)} />
        {words.scroll}
      </label>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words.perPage}</legend>
        {PAGE_SIZES.map((size) => (
          <label key={size} className={styles.choice}>
            <input
              type="radio"
              name="page-size"
              checked={!scroll && size === pageSize}
              onChange={() => onPageSize(size)}
            />
            {size}
          </label>
        ))}
      </fieldset>
    </>
  );
}
