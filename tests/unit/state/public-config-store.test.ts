import { describe, expect, it } from "vitest";
import type { PublicConfig } from "../../../src/protocol/shapes.ts";
import { createPublicConfigStore } from "../../../src/state/public-config-store.ts";

const config = (supportEmail: string) => ({ supportEmail }) as PublicConfig;

function cacheOf(kept: PublicConfig | null) {
  const cache = {
    kept,
    read: async () => cache.kept,
    write: async (fresh: PublicConfig) => {
      cache.kept = fresh;
    },
  };
  return cache;
}

describe("what the server tells everyone", () => {
  it("comes from the cache while nobody answers", async () => {
    const store = createPublicConfigStore(async () => null, cacheOf(config("old@example.org")));
    await store.getState().load();
    expect(store.getState().config?.supportEmail).toBe("old@example.org");
  });

  it("is replaced, here and in the cache, by what the server says now", async () => {
    const cache = cacheOf(config("old@example.org"));
    const store = createPublicConfigStore(async () => config("new@example.org"), cache);
    await store.getState().load();
    expect(store.getState().config?.supportEmail).toBe("new@example.org");
    expect(cache.kept?.supportEmail).toBe("new@example.org");
  });

  it("needs no cache that works", async () => {
    const broken = {
      read: () => Promise.reject(new Error("no storage")),
      write: () => Promise.reject(new Error("no storage")),
    };
    const store = createPublicConfigStore(async () => config("new@example.org"), broken);
    await store.getState().load();
    expect(store.getState().config?.supportEmail).toBe("new@example.org");
  });
});
