import { type RefObject, useLayoutEffect, useReducer, useRef } from "react";
import { classNames } from "../../class-names.ts";
import type { Fling } from "./fling.ts";
import styles from "./flung-rows.module.css";

/** A row that is scrolled past too fast to be read. */
interface FlungRow {
  /** The text of its header. */
  text: string;
  selected: boolean;
}

interface FlungLook<Row> {
  rowId(row: Row): string;
  headerText(row: Row): string;
  /** Not in use where all rows of the list are chosen. */
  selectedIds: ReadonlySet<string>;
  /** That of the column of the header. */
  className: string | undefined;
}

/**
 * Draws the rows of a list that is flung into its table, without React: with it, the drawing of a screen takes most of
 * the time that a frame leaves. Those of React stay below, where they were, until the list has slowed down.
 *
 * @param body the rows of React. The header of each row is its first `th`
 */
export function useFlungRows<Row>(
  fling: Fling | undefined,
  body: RefObject<HTMLTableSectionElement | null>,
  look: FlungLook<Row>,
): void {
  const latest = useRef(look);
  useLayoutEffect(() => {
    latest.current = look;
    fling?.uncover();
  });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => fling?.subscribe((fast) => void (!fast && redraw())), [fling]);
  useLayoutEffect(() => fling?.drawBy(createFlungRows(fling, body, latest)), [fling, body]);
}

interface Line {
  element: HTMLTableRowElement;
  text: Text;
  row: FlungRow;
  topPx: number;
}

function createFlungRows<Row>(
  fling: Fling,
  body: RefObject<HTMLTableSectionElement | null>,
  look: { readonly current: FlungLook<Row> },
) {
  let section: HTMLTableSectionElement | null = null;
  /** By the places of their rows. Those of rows that leave are used again for rows that come. */
  const lines = new Map<number, Line>();
  const write = (line: Line, row: FlungRow, topPx: number) => {
    if (line.row.text !== row.text) line.text.data = row.text;
    if (line.row.selected !== row.selected) line.element.toggleAttribute("data-selected", row.selected);
    if (line.topPx !== topPx) line.element.style.transform = `translateY(${topPx}px)`;
    line.row = row;
    line.topPx = topPx;
  };
  return {
    show(rows: readonly Row[], first: number, everythingBut: ReadonlySet<string> | null): void {
      if (section === null) {
        if (body.current === null) return;
        section = addSection(body.current, fling.rowPx());
        // React gives this section no class.
        body.current.className = styles.covered ?? "";
      }
      const { rowId, headerText, selectedIds, className } = look.current;
      const isSelected = (id: string) =>
        everythingBut === null ? selectedIds.has(id) : !everythingBut.has(id);
      const free: Line[] = [];
      for (const [place, line] of lines) {
        if (place >= first && place < first + rows.length) continue;
        lines.delete(place);
        free.push(line);
      }
      for (const [at, row] of rows.entries()) {
        const line = lines.get(first + at) ?? free.pop() ?? addLine(section, className);
        lines.set(first + at, line);
        const id = rowId(row);
        write(line, { text: headerText(row), selected: isSelected(id) }, fling.topPxOf(first + at));
      }
      for (const { element } of free) element.remove();
    },
    clear(): void {
      section?.remove();
      body.current?.removeAttribute("class");
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
