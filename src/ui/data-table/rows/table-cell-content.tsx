import { Fragment, type ReactNode } from "react";
import { cellText, cutCell } from "../../../domain/table/table-cell.ts";
import { fullUtc } from "../../../domain/time.ts";
import { tableMessages } from "../../../messages/table.ts";
import type { TableColumn } from "../table-column.ts";
import twoLines from "./two-lines.module.css";

/** Fewer characters have room in one line of any column: they need no element around them. */
const ONE_LINE_CHARACTERS = 10;

/** A value as its column's type is shown; a text that is cut has the whole of it in its tooltip. */
export function TableCellContent<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  if (column.cell !== undefined) return column.cell(row);
  const value = column.value(row);
  const text = cellText(column.type, value);
  if (text === "") return tableMessages.absent;
  if (column.type === "date" && typeof value === "number") {
    return <time dateTime={text}>{fullUtc(value)}</time>;
  }
  const shown = cutCell(column.type, text);
  const mayWrap = (column.type === "string" || column.type === "list") && shown.length > ONE_LINE_CHARACTERS;
  if (mayWrap) {
    return (
      <span className={twoLines.lines} title={text}>
        {breakable(shown)}
      </span>
    );
  }
  return shown === text ? text : <span title={text}>{shown}</span>;
}

/** The text of a cell without elements. */
export function plainCellText<Row>(column: TableColumn<Row>, row: Row): string {
  if (column.plainText !== undefined) return column.plainText(row);
  const value = column.value(row);
  const text = cellText(column.type, value);
  if (text === "") return tableMessages.absent;
  return column.type === "date" && typeof value === "number" ? fullUtc(value) : cutCell(column.type, text);
}

/** May be longer than a line. */
const LONG_NAME = /\S{15,}/g;
/** The end of a word inside a name: `_`, and the letter before a capital one. */
const WORD_END = /_(?=[^_])|[a-z](?=[A-Z])/g;

/** Without these places a long name that has no spaces would be broken inside a word. */
function breakable(text: string): ReactNode {
  const words = text.replace(LONG_NAME, (name) => name.replace(WORD_END, "$&\u200b")).split("\u200b");
  return words.map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text have no identity but their place
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
