import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { offlineSetCacheName, openedCacheName } from "../../../src/protocol/worker-messages.ts";
import { dropGonePictures } from "../../../src/storage/device-space/drop-gone-pictures.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";

let caches: FakeCaches;

beforeEach(() => {
  caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
});
afterEach(() => vi.unstubAllGlobals());

const url = (deviceId: string, photoUrl: string) => `/api/photo?deviceId=${deviceId}&photoUrl=${photoUrl}`;
const NAMES = ["thumbnails-7-1", openedCacheName(7), offlineSetCacheName(7, "a"), "thumbnails-9-1"];

async function fill(): Promise<void> {
  for (const name of NAMES) {
    const cache = await caches.open(name);
    for (const [device, photo] of [
      ["gone", "1"],
      ["gone", "2"],
      ["held", "3"],
      ["held", "4"],
    ] as const)
      await cache.put(url(device, photo), new Response("x"));
  }
}
const held = () => NAMES.map((name) => caches.held(name).join());

it("drops the pictures of a Sentinel and single photos from all caches of a person, and of nobody else", async () => {
  await fill();
  await dropGonePictures(7, { deviceIds: ["gone"], photoUrls: ["4"] });
  expect(held()).toEqual(["3", "3", "3", "1,2,3,4"]);
});

it("goes on to the other pictures and caches where one cannot be deleted", async () => {
  await fill();
  const { open } = caches;
  caches.open = async (name) => {
    const cache = await open(name);
    const remove = cache.delete;
    const isBroken = (request: Request) => name === NAMES[0] && request.url.endsWith("=1");
    cache.delete = (asked) =>
      isBroken(asked as Request) ? Promise.reject(new Error("broken")) : remove(asked);
    return cache;
  };
  const dropped = dropGonePictures(7, { deviceIds: ["gone"], photoUrls: [] });
  await expect(dropped).rejects.toThrow("broken");
  expect(held()).toEqual(["1,3,4", "3,4", "3,4", "1,2,3,4"]);
});

it("makes no cache anew that another tab has deleted since", async () => {
  await fill();
  const { keys } = caches;
  caches.keys = async () => {
    const names = await keys();
    caches.stores.delete(offlineSetCacheName(7, "a"));
    return names;
  };
  await dropGonePictures(7, { deviceIds: ["gone"], photoUrls: [] });
  expect([...caches.stores.keys()]).toEqual(NAMES.filter((name) => name !== offlineSetCacheName(7, "a")));
});
