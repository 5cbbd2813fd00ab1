import type { jsPDF } from "jspdf";
import { autoTable } from "jspdf-autotable";
import { hasStandardLetters, type TextImage, textImage } from "./pdf-text.ts";

const MM_A_POINT = 0.3528;
const FONT_SIZE = 8.5;
const DENSE_FONT_SIZE = 6.5;
const INK = "#1c211c";
const PADDING_MM = 1.1;
/** Wider ones stand close together, and in smaller letters. */
const MANY_COLUMNS = 12;

export interface PrintedTable {
  /** Millimetres from the top of the page. */
  top: number;
  margin: number;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Which columns are figures, which stand at the right. */
  figures: readonly boolean[];
}

/** Prints a table as text, over as many pages as it needs. @returns where it ends, millimetres from the top */
export function drawTable(document: jsPDF, { top, margin, head, rows, figures }: PrintedTable): number {
  const drawn = new Map<string, TextImage>();
  const isDense = head.length > MANY_COLUMNS;
  const aside = isDense ? 0.6 : 2 * PADDING_MM;
  let end = top;
  autoTable(document, {
    startY: top,
    margin: { left: margin, right: margin, top: margin, bottom: margin },
    head: [[...head]],
    body: rows.map((row) => [...row]),
    theme: "plain",
    styles: {
      font: "helvetica",
      fontSize: isDense ? DENSE_FONT_SIZE : FONT_SIZE,
      cellPadding: { vertical: PADDING_MM, horizontal: aside },
      textColor: INK,
      lineColor: "#c9c5b8",
    },
    headStyles: { fontStyle: "bold", lineWidth: { bottom: 0.3, top: 0, left: 0, right: 0 } },
    bodyStyles: { lineWidth: { bottom: 0.1, top: 0, left: 0, right: 0 } },
    columnStyles: Object.fromEntries(
      figures.map((isFigure, at) => [at, { halign: isFigure ? "right" : "left" } as const]),
    ),
    didParseCell: ({ cell, section, column }) => {
      if (section === "head" && figures[column.index]) cell.styles.halign = "right";
    },
    willDrawCell: ({ cell }) => {
      const text = String(cell.raw);
      if (hasStandardLetters(text)) return;
      drawn.set(text, drawn.get(text) ?? textImage(text, FONT_SIZE, INK));
      cell.text = [];
    },
    didDrawCell: ({ cell }) => {
      const image = drawn.get(String(cell.raw));
      if (image === undefined) return;
      const width = Math.min(image.width * MM_A_POINT, cell.width - 2 * aside);
      const height = image.height * MM_A_POINT;
      document.addImage(
        image.data,
        "PNG",
        cell.x + aside,
        cell.y + (cell.height - height) / 2,
        width,
        height,
      );
    },
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end;
    },
  });
  return end;
}
