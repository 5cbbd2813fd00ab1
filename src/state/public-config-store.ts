import { createStore, type StoreApi } from "zustand/vanilla";
import type { Http } from "../platform/http.ts";
import { isMessage, isOneOf, isOrNull, isShape, isText } from "../platform/json-shape.ts";
import type { KeyValues } from "../platform/stored-values.ts";
import type { PublicConfig } from "../protocol/shapes.ts";

/** Stores the last known configuration for starts without a connection. */
export interface PublicConfigCache {
  read(): Promise<PublicConfig | null>;
  write(config: PublicConfig): Promise<void>;
}

export interface PublicConfigState {
  /** Null until it came from the cache or the server. */
  config: PublicConfig | null;
  /** Takes the cached configuration at once and requests the present one; without an answer the cached one stays. */
  load(): Promise<void>;
}

/** The server's public configuration: support address, links, who may sign up. */
export function createPublicConfigStore(
  fetchConfig: () => Promise<PublicConfig | null>,
  cache: PublicConfigCache,
): StoreApi<PublicConfigState> {
  return createStore<PublicConfigState>((set, get) => ({
    config: null,
    async load() {
      const cached = await cache.read().catch(() => null);
      if (cached !== null && get().config === null) set({ config: cached });
      const fresh = await fetchConfig();
      if (fresh === null) return;
      set({ config: fresh });
      await cache.write(fresh).catch(() => undefined);
    },
  }));
}

const CACHE_KEY = "public-config";

const isPublicConfig = isShape<PublicConfig>({
  supportEmail: isOrNull(isText),
  documentationUrl: isOrNull(isText),
  contactSalesUrl: isOrNull(isText),
  signup: isOneOf(["open", "invite", "closed"]),
});

/** Null where the server cannot be reached or answers something else. */
export async function fetchPublicConfig(http: Http): Promise<PublicConfig | null> {
  const outcome = await http.call({ path: "/api/config", accept: isMessage(isPublicConfig) });
  return outcome.kind === "answer" ? outcome.value.message : null;
}

export function publicConfigCache(values: KeyValues): PublicConfigCache {
  return {
    async read() {
      const kept = await values.get(CACHE_KEY);
      return isPublicConfig(kept) ? kept : null;
    },
    write: (config) => values.set(CACHE_KEY, config),
  };
}
