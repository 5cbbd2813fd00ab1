import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  MAP_TILES_CACHE,
  offlineSetCacheName,
  openedCacheName,
  THUMBNAIL_BUCKET_SIZE_KEY,
} from "../../../src/protocol/worker-messages.ts";
import { dropPictures } from "../../../src/storage/device-space/drop-pictures.ts";
import { browserLocalData } from "../../../src/storage/device-space/local-data.ts";
import { openOfflineSetPictures } from "../../../src/storage/offline-sets/offline-set-pictures.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";

vi.mock("dexie", () => ({ Dexie: { getDatabaseNames: async () => [] } }));
vi.mock("../../../src/storage/discard-database.ts", () => ({ discardDatabase: async () => undefined }));

let caches: FakeCaches;

beforeEach(async () => {
  caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
  await fill("workbox-precache", 3);
});
afterEach(() => vi.unstubAllGlobals());

async function fill(name: string, pictures: number): Promise<void> {
  const cache = await caches.open(name);
  for (let at = 0; at < pictures; at += 1) await cache.put(`/api/photo?n=${at}`, new Response("x"));
  await cache.put(THUMBNAIL_BUCKET_SIZE_KEY, new Response("1"));
}

it("frees pictures one by one before their cache goes, and leaves the app's own parts (fault 17) [OFF-05]", async () => {
  await fill("thumbnails-7-2941", 250);
  await fill("thumbnails-9-2940", 1);
  await fill(offlineSetCacheName(7, "a"), 2);
  await dropPictures();
  expect(caches.deleted).toEqual(["thumbnails-7-2941 with 0", "thumbnails-9-2940 with 0"]);
  expect(await caches.keys()).toEqual(["workbox-precache", "packed-7-a"]);
});

it("drops photographs that were opened first, and alone where that may be enough", async () => {
  await fill("thumbnails-7-2941", 2);
  await fill(openedCacheName(7), 2);
  await dropPictures("opened");
  expect(caches.deleted).toEqual(["opened-7 with 0"]);
  await fill(openedCacheName(7), 2);
  await dropPictures();
  expect(caches.deleted.slice(1)).toEqual(["opened-7 with 0", "thumbnails-7-2941 with 0"]);
});

it("frees an offline set picture by picture when it is removed, and what is left of old ones", async () => {
  for (const packId of ["a", "b", "c"]) await fill(offlineSetCacheName(7, packId), 120);
  await fill(offlineSetCacheName(9, "a"), 1);
  const pictures = openOfflineSetPictures(7);
  await pictures.remove("a");
  await pictures.removeAllBut(["c"]);
  expect(caches.deleted).toEqual(["packed-7-a with 0", "packed-7-b with 0"]);
  expect(await caches.keys()).toEqual(["workbox-precache", "packed-7-c", "packed-9-a"]);
});

it("frees all pictures of the person who signs out, and of nobody else [OFF-21]", async () => {
  for (const user of [7, 9]) {
    for (const name of [`thumbnails-${user}-1`, offlineSetCacheName(user, "a"), openedCacheName(user)])
      await fill(name, 2);
  }
  await browserLocalData.clear(7, { discardUnsent: false });
  expect(caches.deleted).toEqual(["thumbnails-7-1 with 0", "packed-7-a with 0", "opened-7 with 0"]);
  await browserLocalData.clearOthers(5);
  expect(await caches.keys()).toEqual(["workbox-precache"]);
});

it("goes on at sign-out where one cache cannot be deleted, and says so then [OFF-21]", async () => {
  for (const name of ["thumbnails-7-1", openedCacheName(7), MAP_TILES_CACHE]) await fill(name, 2);
  const { delete: remove } = caches;
  caches.delete = (name) => (name === "thumbnails-7-1" ? Promise.reject(new Error("broken")) : remove(name));
  await expect(browserLocalData.clear(7, { discardUnsent: false })).rejects.toThrow("broken");
  expect(await caches.keys()).toEqual(["workbox-precache", "thumbnails-7-1"]);
});

it("deletes a cache that cannot be emptied all the same", async () => {
  await fill("thumbnails-7-1", 2);
  const { open } = caches;
  caches.open = async (name) => ({
    ...(await open(name)),
    keys: () => Promise.reject(new Error("too many")),
  });
  await dropPictures();
  expect(caches.deleted).toEqual(["thumbnails-7-1 with 3"]);
});

it("frees the other pictures of an offline set where one cannot be deleted (hand 4)", async () => {
  const set = offlineSetCacheName(7, "a");
  await fill(set, 250);
  const { open } = caches;
  caches.open = async (name) => {
    const cache = await open(name);
    const held = cache.delete;
    cache.delete = (asked) =>
      (asked as Request).url.endsWith("n=3") ? Promise.reject(new Error("broken")) : held(asked);
    return cache;
  };
  await openOfflineSetPictures(7).remove("a");
  expect(caches.deleted).toEqual(["packed-7-a with 1"]);
});
