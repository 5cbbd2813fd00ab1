import { type RefObject, useLayoutEffect, useReducer, useRef } from "react";
import { MAX_SCROLL_PX } from "../../../domain/table/table-scroll.ts";
import { classNames } from "../../class-names.ts";
import type { FlungList } from "./fling.ts";
import styles from "./flung-rows.module.css";

/** A row that is scrolled past too fast to be read. */
interface FlungRow {
  /** The text of its header. */
  text: string;
  selected: boolean;
}

interface DrawnTable<Row> {
  rowId(row: Row): string;
  headerText(row: Row): string;
  /** Not in use where all rows of the list are chosen. */
  selectedIds: ReadonlySet<string>;
  /** Class of the header's column. */
  className: string | undefined;
  /** The rows that React has drawn: the place of the first one, from 0, and how many. */
  first: number;
  count: number;
}

/**
 * During a fling, draws the rows into their table that React has not drawn.
 *
 * @param body the rows of React. The header of each row is its first `th`
 */
export function useFlungRows<Row>(
  fling: FlungList | undefined,
  body: RefObject<HTMLTableSectionElement | null>,
  table: DrawnTable<Row>,
): void {
  const latest = useRef(table);
  useLayoutEffect(() => {
    latest.current = table;
    fling?.clear();
  });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => fling?.subscribe((fast) => void (!fast && redraw())), [fling]);
  useLayoutEffect(() => fling?.registerDrawing(createFlungRows(fling, body, latest)), [fling, body]);
}

interface Line {
  element: HTMLTableRowElement;
  text: Text;
  row: FlungRow;
  topPx: number;
}

function createFlungRows<Row>(
  fling: FlungList,
  body: RefObject<HTMLTableSectionElement | null>,
  drawn: { readonly current: DrawnTable<Row> },
) {
  let section: HTMLTableSectionElement | null = null;
  /** By the places of their rows. Those of rows that leave are used again for rows that come. */
  const lines = new Map<number, Line>();
  let isAway = false;
  const setAway = (away: boolean) => {
    isAway = away;
    // React gives this section no class.
    if (body.current) body.current.className = away ? (styles.away ?? "") : "";
  };
  const write = (line: Line, row: FlungRow, topPx: number) => {
    if (line.row.text !== row.text) line.text.data = row.text;
    if (line.row.selected !== row.selected) line.element.toggleAttribute("data-selected", row.selected);
    if (line.topPx !== topPx) line.element.style.transform = `translateY(${topPx}px)`;
    line.row = row;
    line.topPx = topPx;
  };
  return {
    show(rows: readonly Row[], first: number, everythingBut: ReadonlySet<string> | null): void {
      if (body.current === null) return;
      section ??= addSection(body.current, fling.rowPx());
      const { rowId, headerText, selectedIds, className, ...table } = drawn.current;
      const isDrawn = (place: number) => place >= table.first && place < table.first + table.count;
      const isSelected = (id: string) =>
        everythingBut === null ? selectedIds.has(id) : !everythingBut.has(id);
      const free: Line[] = [];
      for (const [place, line] of lines) {
        if (place >= first && place < first + rows.length && !isDrawn(place)) continue;
        lines.delete(place);
        free.push(line);
      }
      let isNear = false;
      for (const [at, row] of rows.entries()) {
        const place = first + at;
        const topPx = fling.topPxOf(place);
        if (isDrawn(place)) isNear = true;
        // By an anchor of later, rows of a question of earlier may lie far beyond the list, and would make it longer.
        if (isDrawn(place) || topPx > MAX_SCROLL_PX) continue;
        const line = lines.get(place) ?? free.pop() ?? addLine(section, className);
        lines.set(place, line);
        write(line, { text: headerText(row), selected: isSelected(rowId(row)) }, topPx);
      }
      for (const { element } of free) element.remove();
      if (isNear === isAway) setAway(!isNear);
    },
    clear(): void {
      section?.remove();
      setAway(false);
      section = null;
      lines.clear();
    },
  };
}

/** The place of the flung rows, as an own part of the table. Their words begin where those of other rows do. */
function addSection(body: HTMLTableSectionElement, rowPx: number): HTMLTableSectionElement {
  const section = document.createElement("tbody");
  section.className = styles.rows ?? "";
  section.ariaHidden = "true";
  section.dataset.plain = "";
  section.style.top = `${body.offsetTop}px`;
  section.style.setProperty("--row-px", `${rowPx}px`);
  const header = body.querySelector<HTMLElement>("th");
  if (header !== null) {
    const { paddingLeft } = getComputedStyle(header);
    section.style.setProperty("--start", `calc(${header.offsetLeft}px + ${paddingLeft})`);
  }
  body.after(section);
  return section;
}

function addLine(section: HTMLTableSectionElement, className: string | undefined): Line {
  const element = document.createElement("tr");
  const text = document.createTextNode("");
  element.className = classNames(styles.row, className);
  element.append(text);
  section.append(element);
  return { element, text, row: { text: "", selected: false }, topPx: 0 };
}
