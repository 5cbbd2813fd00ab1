import { forceCloseDatabase } from "fake-indexeddb";
import { afterEach, beforeEach, vi } from "vitest";

/** Eviction of the databases of an open site, over the IndexedDB in memory. */
export interface TakenDatabases {
  /** Takes every connection to it away, and with it what was stored, before any is there again. */
  evict(name: string): void;
  /** Takes the connections away; what was stored stays. */
  disconnect(name: string): void;
  /** Answers so many tries to open one by an error, as a browser does that still clears up. */
  refuseToOpen(times: number): void;
}

export function watchDatabases(): TakenDatabases {
  const open = new Set<IDBDatabase>();
  let refusals = 0;
  beforeEach(() => {
    refusals = 0;
    const real = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, "open").mockImplementation((name, version) => {
      if (refusals > 0) {
        refusals -= 1;
        throw new DOMException("The connection was closed.", "AbortError");
      }
      const request = real(name, version);
      request.addEventListener("success", () => open.add(request.result));
      return request;
    });
  });
  afterEach(() => {
    open.clear();
    vi.restoreAllMocks();
  });
  const disconnect = (name: string) => {
    for (const database of open) {
      if (database.name !== name) continue;
      open.delete(database);
      forceCloseDatabase(database as never);
    }
  };
  return {
    disconnect,
    evict(name) {
      disconnect(name);
      indexedDB.deleteDatabase(name);
    },
    refuseToOpen(times) {
      refusals = times;
    },
  };
}
