import { afterEach, expect, it, vi } from "vitest";
import { dropThumbnails } from "../../../src/storage/drop-thumbnails.ts";

afterEach(() => vi.unstubAllGlobals());

it("frees pictures one by one before their cache goes, and leaves the app's own parts (fault 17) [OFF-05]", async () => {
  const stores = new Map([
    ["thumbnails-7-2941", new Set(Array.from({ length: 250 }, (_, at) => `/api/photo?n=${at}`))],
    ["thumbnails-9-2940", new Set(["/api/photo?n=1"])],
    ["workbox-precache", new Set(["/index.html"])],
  ]);
  const done: string[] = [];
  vi.stubGlobal("caches", {
    keys: async () => [...stores.keys()],
    open: async (name: string) => ({
      keys: async () => [...(stores.get(name) ?? [])],
      delete: async (url: string) => stores.get(name)?.delete(url),
    }),
    async delete(name: string) {
      done.push(`${name} with ${stores.get(name)?.size}`);
      return stores.delete(name);
    },
  });
  await dropThumbnails();
  expect(done).toEqual(["thumbnails-7-2941 with 0", "thumbnails-9-2940 with 0"]);
  expect([...stores.keys()]).toEqual(["workbox-precache"]);
});
