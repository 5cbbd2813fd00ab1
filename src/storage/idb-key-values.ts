import { del, get, promisifyRequest, set, type UseStore } from "idb-keyval";
import type { KeyValues } from "../platform/stored-values.ts";

/** The names that idb-keyval gives its own store. */
const DATABASE = "keyval-store";
const STORE = "keyval";

/** idb-keyval's own store keeps its connection, so that a deletion, and every page that starts after it, would wait. */
function openStore(): UseStore {
  let opened: Promise<IDBDatabase> | null = null;
  const open = async () => {
    const request = indexedDB.open(DATABASE);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const database = await promisifyRequest(request);
    const forget = () => {
      opened = null;
    };
    database.onclose = forget;
    database.onversionchange = () => {
      forget();
      database.close();
    };
    return database;
  };
  return async (mode, work) => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return work((await opened).transaction(STORE, mode).objectStore(STORE));
  };
}

const store = openStore();

/**
 * Small values beside the two databases. A browser that refuses IndexedDB has none: they are caches and preferences.
 */
export const idbKeyValues: KeyValues = {
  get: (key) => get<unknown>(key, store).catch(() => undefined),
  set: (key, value) => set(key, value, store).catch(() => undefined),
  remove: (key) => del(key, store).catch(() => undefined),
};
