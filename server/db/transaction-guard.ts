import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Rejects a write inside of a write. On SQLite the inner one would wait for the outer one for ever; on PostgreSQL it
 * would be another transaction, which does not see the outer one's rows.
 */
export class TransactionGuard {
  readonly #open = new AsyncLocalStorage<{ open: boolean }>();
  /** How many writes are open; those that wait for another one count. */
  #running = 0;

  /** @throws inside of a write */
  check(): void {
    if (this.#open.getStore()?.open) {
      throw new Error("A write was begun inside another write: pass the transaction on instead.");
    }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    const mark = { open: true };
    this.#running += 1;
    try {
      return await this.#open.run(mark, work);
    } finally {
      mark.open = false;
      this.#running -= 1;
      // Before version 24, Node calls hooks for every promise of the process while a storage is in use, which takes
      // a tenth of the processor time of an import. Without an open write all marks are closed, so nothing is lost.
      if (this.#running === 0) this.#open.disable();
    }
  }
}
