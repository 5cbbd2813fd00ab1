import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Rejects a write inside of a write. On SQLite the inner one would wait for the outer one for ever; on PostgreSQL it
 * would be another transaction, which does not see the outer one's rows.
 */
export class TransactionGuard {
  readonly #open = new AsyncLocalStorage<{ open: boolean }>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open.getStore()?.open) {
      throw new Error("A write was begun inside another write: pass the transaction on instead.");
    }
    const mark = { open: true };
    try {
      return await this.#open.run(mark, work);
    } finally {
      mark.open = false;
    }
  }
}
