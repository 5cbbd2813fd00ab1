import fc from "fast-check";

/** The ways in which programs and people write one table. */
export interface TableStyle {
  delimiter: "," | ";" | "\t";
  lineEnd: "\n" | "\r\n";
  quotesAll: boolean;
  endsWithLine: boolean;
  encoding: "utf-8" | "utf-8 with mark" | "utf-16le" | "utf-16be" | "windows-1252";
  /** Any number: the order of the columns follows from it. */
  order: number;
  chunkBytes: number;
}

export const anyStyle: fc.Arbitrary<TableStyle> = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  quotesAll: fc.boolean(),
  endsWithLine: fc.boolean(),
  encoding: fc.constantFrom("utf-8", "utf-8 with mark", "utf-16le", "utf-16be", "windows-1252"),
  order: fc.nat(),
  chunkBytes: fc.integer({ min: 1, max: 400 }),
});

/** Text that needs quotation marks, delimiters and letters beyond ASCII; no label or blank of its own meaning. */
export const anyName: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(..."abc Ñéß€–,;\t'\"\n"), maxLength: 12 })
  // In Windows-1252 such a pair is a letter of UTF-8 too, which no reader can tell.
  .map((text) => `T${text.replaceAll(/([Ñéß])[€–]+/g, "$1")}t`);

/** A table of these rows, whose first row's keys are its columns; a column may have a name of its own. */
export function tableBytes(
  rows: readonly Readonly<Record<string, string>>[],
  style: TableStyle,
  headings: Readonly<Record<string, string>> = {},
): Uint8Array {
  const columns = shuffled(Object.keys(rows[0] ?? {}), style.order);
  const quoted = (cell: string) =>
    style.quotesAll || /["\r\n]/.test(cell) || cell.includes(style.delimiter)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const lines = [columns.map((column) => headings[column] ?? column)];
  for (const row of rows) lines.push(columns.map((column) => row[column] ?? ""));
  const text = lines.map((cells) => cells.map(quoted).join(style.delimiter)).join(style.lineEnd);
  return encoded(style.endsWithLine ? text + style.lineEnd : text, style.encoding);
}

export function encoded(text: string, encoding: TableStyle["encoding"]): Uint8Array {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-8 with mark":
      return Buffer.from(`\uFEFF${text}`);
    case "utf-16le":
      return Buffer.from(`\uFEFF${text}`, "utf16le");
    case "utf-16be":
      return Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
    case "windows-1252":
      return Buffer.from(text.replaceAll("€", "\x80").replaceAll("–", "\x96"), "latin1");
  }
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const rest = [...list];
  const result: T[] = [];
  for (let left = seed; rest.length > 0; left = Math.floor(left / 7) + left * 3)
    result.push(...rest.splice(left % rest.length, 1));
  return result;
}
