import type { CDPSession, Page } from "playwright-core";

/** A browser's storage, as the system evicts it. */
export interface BrowserStorage {
  /** Evicts: databases, caches and the service worker are deleted, open pages or not. */
  evict(): Promise<void>;
  /** Limits the space of the site to this many bytes beyond its present use; null: no limit. */
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
