import type { CDPSession, Page } from "playwright-core";

/** A browser's storage, as its own system empties it. */
export interface BrowserStorage {
  /** What eviction does: databases, caches and the service worker go, whatever is open. */
  evict(): Promise<void>;
  /** As if the device had no more room for the site than this many bytes beyond what it uses now; null: as before. */
  leave(bytes: number | null): Promise<void>;
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
    async leave(bytes) {
      const { usage } = await session.send("Storage.getUsageAndQuota", { origin });
      const limit = bytes === null ? {} : { quotaSize: Math.max(1, usage + bytes) };
      await session.send("Storage.overrideQuotaForOrigin", { origin, ...limit });
    },
  };
}
