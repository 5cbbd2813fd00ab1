import type { CSSProperties } from "react";
import { classNames } from "../../class-names.ts";
import type { FlungList } from "../fling/fling.ts";
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
  /** The place of the first row in sight, from 0, also while it is not drawn. */
  rowInSight(): number;
  /** Left out where rows are always drawn whole. */
  fling?: FlungList;
}

interface SpacerProps {
  heightPx: number | undefined;
  rowPx: number | undefined;
}

/**
 * The place of the rows of a table that are not drawn. It has one cell: a cell over all columns would count those that
 * a narrow table hides, for which the browser would then keep room.
 */
export function Spacer({ heightPx, rowPx }: SpacerProps) {
  if (heightPx === undefined || rowPx === undefined || heightPx <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true" className={styles.spacer}>
      <td className={styles.ruled} style={ruledStyle(heightPx, rowPx)} />
    </tr>
  );
}

/** The place of the cards before or after those that are drawn, inside their list. */
export function CardSpace({ side, place }: { side: "before" | "after"; place: RowWindow | undefined }) {
  const heightPx = (side === "before" ? place?.beforePx : place?.afterPx) ?? 0;
  if (place === undefined || heightPx <= 0) return null;
  return (
    <li
      aria-hidden="true"
      className={classNames(styles.ruled, styles[side])}
      style={ruledStyle(heightPx, place.rowPx)}
    />
  );
}

/** Props of a list of cards that leave the room for each `CardSpace`. */
export function windowProps(place: RowWindow | undefined, className: string | undefined) {
  if (place === undefined) return { className };
  const style: CSSProperties = { marginTop: place.beforePx, marginBottom: place.afterPx };
  return { className: classNames(className, styles.around), style };
}

/** On an element without children: a property that scrolling changes is inherited by all that is inside. */
function ruledStyle(heightPx: number, rowPx: number): CSSProperties & Record<`--${string}`, string> {
  return { height: heightPx, "--row-px": `${rowPx}px` };
}
