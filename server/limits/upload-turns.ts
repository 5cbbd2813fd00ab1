import type { Readable } from "node:stream";

interface Turn {
  readonly source: Readable | null;
  readonly ended: Promise<void>;
}

/**
 * One request at a time for each photo. A new request aborts the one before: the Sentinel has lost the connection on
 * which that one still waits for bytes.
 */
export class UploadTurns {
  readonly #turns = new Map<string, Turn>();

  async take<T>(name: string, source: Readable | null, work: () => Promise<T>): Promise<T> {
    for (let before = this.#turns.get(name); before !== undefined; before = this.#turns.get(name)) {
      before.source?.destroy();
      await before.ended;
    }
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#turns.set(name, { source, ended });
    try {
      return await work();
    } finally {
      this.#turns.delete(name);
      end();
    }
  }
}
