import type { CDPSession, Page } from "playwright-core";

/** A browser's storage, as its own system empties it. */
export interface BrowserStorage {
  /** What eviction does: databases, caches and the service worker go, whatever is open. */
  evict(): Promise<void>;
}

export async function browserStorageOf(page: Page): Promise<BrowserStorage> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  return {
    async evict() {
      await session.send("Storage.clearDataForOrigin", {
        origin,
        storageTypes: "indexeddb,cache_storage,service_workers,file_systems",
      });
    },
  };
}
