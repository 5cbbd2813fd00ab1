import type { Dexie, Table } from "dexie";

/**
 * Reads in one transaction. Resolves soon after the last read: the end of the transaction comes only after other reads
 * that wait by then, of thousands of Sentinels half a second later.
 */
export function readTogether<T>(
  database: Dexie,
  tables: readonly Table[],
  read: () => PromiseLike<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const close = () => port1.close();
    database
      .transaction("r", tables, async () => {
        const answer = await read();
        // In a task of its own: what follows in this one, Dexie would count among the reads of the transaction.
        port1.onmessage = () => {
          close();
          resolve(answer);
        };
        port2.postMessage(null);
      })
      .catch((error: unknown) => {
        close();
        reject(error);
      });
  });
}
