/** As much of the browser's caches as the page and its worker use. */
export class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>();
  /** Of each cache that was deleted, how many entries it still had. */
  readonly deleted: string[] = [];

  keys = async () => [...this.stores.keys()];
  has = async (name: string) => this.stores.has(name);
  /** Of one cache; unlike `open` it makes none. */
  match = async (asked: string | Request | URL, { cacheName }: MultiCacheQueryOptions = {}) => {
    if (cacheName === undefined) throw new Error("the fake searches one cache only");
    return this.stores.get(cacheName)?.get(urlOf(asked))?.clone();
  };
  delete = async (name: string) => {
    const store = this.stores.get(name);
    if (store !== undefined) this.deleted.push(`${name} with ${store.size}`);
    return this.stores.delete(name);
  };
  open = async (name: string) => {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    return {
      keys: async () => [...store.keys()].map((url) => ({ url })),
      match: async (asked: string | Request) => store.get(urlOf(asked))?.clone(),
      put: async (url: string, response: Response) => void store.set(url, response.clone()),
      delete: async (asked: string | Request) => store.delete(urlOf(asked)),
    } as unknown as Cache;
  };

  /** The entries of a cache, by the part of their addresses after the last `=`. */
  held(name: string): string[] {
    return [...(this.stores.get(name)?.keys() ?? [])].map((url) => url.slice(url.lastIndexOf("=") + 1));
  }
}

function urlOf(asked: string | Request | URL): string {
  return typeof asked !== "string" && "url" in asked ? asked.url : String(asked);
}
