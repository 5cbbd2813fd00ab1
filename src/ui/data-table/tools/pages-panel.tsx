import { USUAL_SIZES } from "../../../domain/table/table-page.ts";
import { tableMessages } from "../../../messages/table.ts";
import styles from "../table-tools.module.css";

const { pages: words } = tableMessages;

interface PagesPanelProps {
  pageSize: number;
  scroll: boolean;
  /** Left out where the list cannot be scrolled without pages. */
  onScroll?: ((scroll: boolean) => void) | undefined;
  /** The usual ones where left out. */
  sizes?: readonly number[] | undefined;
  /** Begins pages of this size. */
  onPageSize(pageSize: number): void;
}

/** Whether a list is scrolled or has pages, and of how many rows. */
export function PagesPanel(props: PagesPanelProps) {
  const { pageSize, scroll, onScroll, onPageSize, sizes = USUAL_SIZES.sizes } = props;
  return (
    <>
      {onScroll && (
        <label className={styles.choice}>
          <input type="checkbox" checked={scroll} onChange={({ target }) => onScroll(target.checked)} />
          {words.scroll}
        </label>
      )}
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words.perPage}</legend>
        {sizes.map((size) => (
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
