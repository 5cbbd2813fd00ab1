/** A record of a CSV file: its cells, or the text of a line whose quotation mark is never closed. */
export interface CsvRecord {
  /** As spreadsheets count: the first record is 1. */
  row: number;
  cells: string[];
  unclosedQuote: boolean;
}

/**
 * A longer cell means a quotation mark that was not closed, a longer line a file of another kind. Only the begin of
 * it is kept, so that it takes no memory.
 */
export const MAX_RECORD_CHARS = 1_000_000;
const KEPT_OF_AN_ENDLESS_LINE = 200;

/**
 * Splits CSV text that arrives in pieces into records (RFC 4180; LF or CRLF, final newline or none, byte order
 * mark or none; comma, semicolon or tab, whichever the heading has most of, or the one that Excel's line "sep=;"
 * names). Blank lines count as rows and are left out. A quotation mark that is never closed costs its own line only.
 */
export class CsvSplitter {
  /** Characters of the line that is being skipped because it is too long; 0 for none. */
  skippedChars = 0;
  #rest = "";
  #row = 0;
  #delimiter = "";
  #started = false;

  /** Empty until the heading was read. */
  get delimiter(): string {
    return this.#delimiter;
  }

  /** The records that are complete with this piece; `final` says that no more text follows. */
  push(piece: string, final: boolean): CsvRecord[] {
    if (this.skippedChars > 0 && !piece.includes("\n")) {
      this.skippedChars += piece.length;
      return [];
    }
    let text = this.#rest + piece;
    if (!this.#started && text !== "") {
      this.#started = true;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    if (this.#delimiter === "") {
      const end = text.indexOf("\n");
      if (end === -1 && !final && text.length <= MAX_RECORD_CHARS) {
        this.#rest = text;
        return [];
      }
      const line = end === -1 ? text : text.slice(0, end);
      const named = /^sep=(.)\r?$/i.exec(line)?.[1];
      this.#delimiter = named ?? delimiterOf(line);
      if (named !== undefined) {
        this.#row = 1;
        text = text.slice(line.length + 1);
      }
    }
    return this.#split(text, final);
  }

  #split(text: string, final: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let start = 0;
    if (this.skippedChars > 0) {
      start = text.indexOf("\n") + 1;
      this.skippedChars = 0;
    }
    while (start < text.length) {
      const newline = text.indexOf("\n", start);
      if (newline === -1 && !final) {
        if (text.length - start <= MAX_RECORD_CHARS) break;
        this.#row += 1;
        const line = text.slice(start, start + KEPT_OF_AN_ENDLESS_LINE);
        records.push({ row: this.#row, cells: [line], unclosedQuote: true });
        this.skippedChars = text.length - start;
        start = text.length;
        break;
      }
      const end = newline === -1 ? text.length : newline;
      const line = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end);
      if (line.indexOf('"') === -1) {
        this.#row += 1;
        if (line !== "")
          records.push({ row: this.#row, cells: line.split(this.#delimiter), unclosedQuote: false });
        start = end + 1;
        continue;
      }
      const quoted = splitQuoted(text, start, this.#delimiter, final);
      if (quoted !== null && quoted.end - start <= MAX_RECORD_CHARS) {
        this.#row += 1;
        records.push({ row: this.#row, cells: quoted.cells, unclosedQuote: false });
        start = quoted.end;
        continue;
      }
      if (quoted === null && !final && text.length - start <= MAX_RECORD_CHARS) break;
      this.#row += 1;
      records.push({ row: this.#row, cells: [line], unclosedQuote: true });
      start = end + 1;
    }
    this.#rest = start < text.length ? text.slice(start) : "";
    return records;
  }
}

/** One record with quoted cells from `start`; null when the text ends before the record does. */
function splitQuoted(
  text: string,
  start: number,
  delimiter: string,
  final: boolean,
): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let value = "";
    if (text.charCodeAt(at) === 34) {
      const close = closingQuote(text, at + 1, final);
      if (close === -1) return null;
      value = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    const nextDelimiter = text.indexOf(delimiter, at);
    const nextNewline = text.indexOf("\n", at);
    if (nextNewline === -1 && !final && nextDelimiter === -1) return null;
    if (nextDelimiter !== -1 && (nextNewline === -1 || nextDelimiter < nextNewline)) {
      cells.push(value + text.slice(at, nextDelimiter));
      at = nextDelimiter + 1;
      continue;
    }
    if (nextNewline === -1 && !final) return null;
    const end = nextNewline === -1 ? text.length : nextNewline;
    const tail = text.slice(at, end);
    cells.push(value + (tail.endsWith("\r") ? tail.slice(0, -1) : tail));
    return { cells, end: end + 1 };
  }
}

/** The end of the quoted cell; -1 while it is not known. */
function closingQuote(text: string, from: number, final: boolean): number {
  let at = text.indexOf('"', from);
  while (at !== -1) {
    if (at + 1 === text.length) return final ? at : -1;
    if (text.charCodeAt(at + 1) !== 34) return at;
    at = text.indexOf('"', at + 2);
  }
  return -1;
}

function delimiterOf(heading: string): string {
  let best = ",";
  for (const candidate of [";", "\t"]) {
    if (heading.split(candidate).length > heading.split(best).length) best = candidate;
  }
  return best;
}
