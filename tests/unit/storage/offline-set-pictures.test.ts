import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { offlineSetCacheName, openedCacheName } from "../../../src/protocol/worker-messages.ts";
import { openOfflineSetPictures } from "../../../src/storage/offline-sets/offline-set-pictures.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";

const URL_OF_PHOTO = "/api/photo?deviceId=cam&photoUrl=1";

let caches: FakeCaches;

beforeEach(() => {
  caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
});
afterEach(() => vi.unstubAllGlobals());

it("finds a picture that lies on the device for another reason, and none of another person [OFF-21]", async () => {
  const opened = await caches.open(openedCacheName(7));
  await opened.put(URL_OF_PHOTO, new Response("opened"));
  expect(await (await openOfflineSetPictures(7).find(URL_OF_PHOTO))?.text()).toBe("opened");
  expect(await openOfflineSetPictures(77).find(URL_OF_PHOTO)).toBeNull();
});

it("says of a set whose pictures were deleted during a search that it has none", async () => {
  const pictures = openOfflineSetPictures(7);
  await pictures.put("a", URL_OF_PHOTO, new Blob(["x"]));
  caches.keys = async () => {
    const names = [...caches.stores.keys()];
    caches.stores.delete(offlineSetCacheName(7, "a"));
    return names;
  };
  expect(await pictures.find(URL_OF_PHOTO)).toBeNull();
  expect(await pictures.without(["a"])).toEqual(["a"]);
});
