/** Signs that begin a formula. Spreadsheets set to Japanese or Chinese take the full-width ones for the same. */
const SIGNS = "=+\\-@＝＋－＠";
const AT_THE_BEGINNING = new RegExp(`^(?=\\s*[${SIGNS}]|[\\t\\r\\n])`);
/** Behind a semicolon, a tab or a line break, where a program with another idea of cells sees the next one begin. */
const AT_A_BREAK = new RegExp(`([;\\t\\r\\n]\\s*)(?=[${SIGNS}])`, "g");

/** Text for a cell of a CSV file, with an apostrophe wherever a spreadsheet would take what follows for a formula. */
export function guardFormula(text: string): string {
  return text.replace(AT_A_BREAK, "$1'").replace(AT_THE_BEGINNING, "'");
}

/** A cell as it stands in the file (RFC 4180), always in quotes, so that no text within it can end it. */
export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
