import { Link } from "wouter";
import type { Cell, InsightLink, WidgetTable } from "../../domain/dashboard/picture.ts";
import { countText } from "../../domain/insight/insight-text.ts";
import { cellText, dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { SpeciesLabel } from "../../parts/species-label.tsx";
import { classNames } from "../../ui/class-names.ts";
import scroll from "../../ui/layout/scroll-shade.module.css";
import styles from "./dashboard.module.css";

/** More rows are for a spreadsheet: the table's text has them all. */
const ROWS_SHOWN = 200;

export function WidgetTableView({
  table,
  caption,
  hrefOf,
}: {
  table: WidgetTable;
  caption: string;
  hrefOf(link: InsightLink): string;
}) {
  const hidden = table.rows.length - ROWS_SHOWN;
  return (
    // A region that scrolls must be reached by the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={classNames(styles.tableFrame, scroll.shade)} tabIndex={0} aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {table.columns.map((column, at) => (
              <th key={column} scope="col" data-figure={isFigure(table.rows[0]?.cells[at] ?? "")}>
                {dashboardMessages.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, ROWS_SHOWN).map(({ cells, link }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own and are not moved
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={table.columns[column]} data-figure={isFigure(cell)}>
                  {column === 0 && link !== undefined ? (
                    <Link href={hrefOf(link)} className={styles.rowLink}>
                      <CellContent cell={cell} />
                    </Link>
                  ) : (
                    <CellContent cell={cell} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p className={styles.note}>{dashboardMessages.moreRows(hidden)}</p>}
    </section>
  );
}

function isFigure(cell: Cell | ""): boolean {
  if (cell === "") return false;
  return cell === null || typeof cell === "number" || cell.kind === "figure";
}

function CellContent({ cell }: { cell: Cell }) {
  if (cell !== null && typeof cell === "object" && cell.kind === "class" && cell.className !== "")
    return <SpeciesLabel className={cell.className} strong={false} />;
  return typeof cell === "number" ? countText(cell) : cellText(cell);
}
