import type { CSSProperties } from "react";
import { classNames } from "../../class-names.ts";
import styles from "./row-window.module.css";

/** Where the rows lie in a list that is scrolled without pages. */
export interface RowWindow {
  offset: number;
  total: number;
  /** Height of the empty space before and after the rows. */
  beforePx: number;
  afterPx: number;
  /** Height of a row, or their mean where they differ: the empty space is ruled by it. */
  rowPx: number;
}

type Style = CSSProperties & Record<`--${string}`, string>;

interface SpacerProps {
  heightPx: number | undefined;
  rowPx: number | undefined;
  span: number;
}

/** The place of the rows of a table that are not drawn. */
export function Spacer({ heightPx, rowPx, span }: SpacerProps) {
  if (heightPx === undefined || heightPx <= 0) return null;
  const style: Style = { height: heightPx, "--row-px": `${rowPx}px` };
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true" className={styles.row}>
      <td className={styles.spacer} colSpan={span} style={style} />
    </tr>
  );
}

/** Props of a list of cards, with the place of the cards that are not drawn around it. */
export function windowProps(place: RowWindow | undefined, className: string | undefined) {
  if (place === undefined) return { className };
  const style: Style = {
    marginTop: place.beforePx,
    marginBottom: place.afterPx,
    "--before": `${place.beforePx}px`,
    "--after": `${place.afterPx}px`,
    "--row-px": `${place.rowPx}px`,
  };
  return { className: classNames(className, styles.around), style };
}
