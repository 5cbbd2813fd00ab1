import { createWriteStream, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
import { guardFormula, quoteCell } from "../../src/domain/csv-cell.ts";
import { makeFolder } from "../files/make-folder.ts";

/** A CSV file that is created with its first line. */
export class RefusedFile {
  readonly path: string;
  readonly #heading: readonly string[];
  readonly #waiting: string[] = [];
  #stream: WriteStream | null = null;

  constructor(path: string, heading: readonly string[]) {
    this.path = path;
    this.#heading = heading;
  }

  add(cells: readonly (string | number | null)[]): void {
    this.#waiting.push(csvLine(cells));
  }

  /** Writes the lines added since. Rejects with the system's error. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    if (this.#stream === null) {
      await makeFolder(dirname(this.path));
      this.#stream = createWriteStream(this.path);
      // close() reports the error through `finished`.
      this.#stream.on("error", () => undefined);
      this.#stream.write(csvLine(this.#heading));
    }
    this.#stream.write(this.#waiting.splice(0).join(""));
  }

  async close(): Promise<void> {
    await this.flush();
    if (this.#stream === null) return;
    this.#stream.end();
    await finished(this.#stream);
  }
}

/** RFC 4180, with every cell in quotes and none that a spreadsheet would take for a formula; numbers stay numbers. */
function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoteCell(guarded(cell))).join(",")}\r\n`;
}

function guarded(cell: string | number | null): string {
  const text = cell === null ? "" : String(cell);
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? text : guardFormula(text);
}
