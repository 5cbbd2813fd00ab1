import { Dexie } from "dexie";

/** In `meta`: the app itself is about to delete this database. */
const DISCARDED = { key: "discarded", value: true };

/**
 * Deletes a database of the app for good. Open pages see a deletion without its reason, and write their data anew where
 * somebody else deleted it: so the reason is stored in the database first.
 */
export async function discardDatabase(name: string): Promise<void> {
  const database = new Dexie(name);
  try {
    await database.open();
    await database.table("meta").put(DISCARDED);
  } catch {
    // There is none, or it cannot be written: it is deleted all the same.
  }
  database.close();
  await Dexie.delete(name);
}

/**
 * Whether the app itself deletes the database that this connection has open. Asked while the connection is open:
 * the deletion waits for it.
 */
export function isDiscarded(connection: IDBDatabase): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const asked = connection.transaction("meta").objectStore("meta").get(DISCARDED.key);
      asked.onsuccess = () => resolve(asked.result !== undefined);
      asked.onerror = () => resolve(false);
    } catch {
      // The connection was closed meanwhile.
      resolve(false);
    }
  });
}
