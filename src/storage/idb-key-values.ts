import { del, get, set } from "idb-keyval";
import type { KeyValues } from "../platform/stored-values.ts";

/**
 * Small values beside the two databases. A browser that refuses IndexedDB has none: they are caches and preferences.
 */
export const idbKeyValues: KeyValues = {
  get: (key) => get<unknown>(key).catch(() => undefined),
  set: (key, value) => set(key, value).catch(() => undefined),
  remove: (key) => del(key).catch(() => undefined),
};
