import { describe, expect, it } from "vitest";
import {
  offlineSetCacheName,
  THUMBNAIL_OWNER_HEADER,
  thumbnailCacheName,
} from "../../../src/protocol/worker-messages.ts";
import { findInOfflineSets, isPictureRequest, withoutOwner } from "../../../sw/offline-set-pictures.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";

const THUMBNAIL = "https://app.test/api/photo?thumbnail=true&deviceId=cam&photoUrl=1";
const WHOLE = "https://app.test/api/photo?deviceId=cam&photoUrl=1";

function cachesWith(stored: Record<string, Record<string, string>>): FakeCaches {
  const caches = new FakeCaches();
  for (const [name, pictures] of Object.entries(stored)) {
    const entries = Object.entries(pictures).map(([url, text]) => [url, new Response(text)] as const);
    caches.stores.set(name, new Map(entries));
  }
  return caches;
}
const asked = (url: string, owner?: number) =>
  new Request(url, {
    headers: {
      authorization: "Bearer secret",
      ...(owner === undefined ? {} : { [THUMBNAIL_OWNER_HEADER]: String(owner) }),
    },
  });

describe("pictures of offline sets", () => {
  const caches = cachesWith({
    [offlineSetCacheName(7, "a")]: { [THUMBNAIL]: "small of 7" },
    [offlineSetCacheName(7, "b")]: { [WHOLE]: "whole of 7" },
    [offlineSetCacheName(77, "c")]: { [WHOLE]: "whole of 77" },
    [thumbnailCacheName(9, 0)]: { [THUMBNAIL]: "looked at by 9" },
  });
  const found = async (url: string, owner?: number) =>
    (await findInOfflineSets(caches, asked(url, owner)))?.text() ?? null;

  it("is found small and whole in any of a person's sets, and never in those of another [OFF-06, OFF-21]", async () => {
    expect(await found(THUMBNAIL, 7)).toBe("small of 7");
    expect(await found(WHOLE, 7)).toBe("whole of 7");
    expect(await found(WHOLE, 77)).toBe("whole of 77");
    expect(await found(THUMBNAIL, 77)).toBeNull();
    expect(await found(WHOLE, 9)).toBeNull();
    expect(await found(WHOLE)).toBeNull();
  });

  it("leaves no cache of a set whose pictures a page deletes while they are searched", async () => {
    const searched = cachesWith({
      [offlineSetCacheName(7, "a")]: { [THUMBNAIL]: "small" },
      [offlineSetCacheName(7, "b")]: { [WHOLE]: "whole" },
    });
    const names = await searched.keys();
    await searched.delete(offlineSetCacheName(7, "a"));
    searched.keys = async () => names;
    expect(await (await findInOfflineSets(searched, asked(WHOLE, 7)))?.text()).toBe("whole");
    expect([...searched.stores.keys()]).toEqual([offlineSetCacheName(7, "b")]);
  });

  it("answers only pages that name a person, and only for pictures", () => {
    expect(isPictureRequest(asked(WHOLE, 7))).toBe(true);
    expect(isPictureRequest(asked(THUMBNAIL, 7))).toBe(true);
    expect(isPictureRequest(asked(WHOLE))).toBe(false);
    expect(isPictureRequest(asked("https://app.test/api/user", 7))).toBe(false);
    expect(
      isPictureRequest(new Request(WHOLE, { method: "POST", headers: { [THUMBNAIL_OWNER_HEADER]: "7" } })),
    ).toBe(false);
  });

  it("names the person to nobody outside of the device, and keeps the token on the way", () => {
    const outgoing = withoutOwner(asked(WHOLE, 7));
    expect(outgoing.headers.has(THUMBNAIL_OWNER_HEADER)).toBe(false);
    expect(outgoing.headers.get("authorization")).toBe("Bearer secret");
  });
});
