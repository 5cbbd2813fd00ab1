import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";

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
      await mkdir(dirname(this.path), { recursive: true });
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

/** RFC 4180; a cell that a spreadsheet would take for a formula is made text by a leading apostrophe. */
function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(cell === null ? "" : String(cell))).join(",")}\r\n`;
}

function quoted(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
