import type { Dexie, Table } from "dexie";

/**
 * Reads in one transaction; resolves soon after the last read. IndexedDB delivers the end of a transaction behind reads
 * that were requested meanwhile, so that awaiting it delays the caller: by half a second where they are of thousands of
 * Sentinels.
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
        // Resolved in a task of its own: the caller's code after this task would run in Dexie's transaction zone, and
        // its reads and writes would fail there.
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
