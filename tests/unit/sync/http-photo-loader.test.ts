import { describe, expect, it, vi } from "vitest";
import { createHttp } from "../../../src/platform/http.ts";
import { PROTOCOL_HEADER } from "../../../src/protocol/protocol-version.ts";
import { THUMBNAIL_OWNER_HEADER } from "../../../src/protocol/worker-messages.ts";
import { createHttpPhotoLoader } from "../../../src/sync/http-photo-loader.ts";

const PHOTO = { deviceId: "cam 1", photoUrl: "17" };

const refusal = (status: number) =>
  Response.json({ code: "refused" }, { status, headers: { [PROTOCOL_HEADER]: "1" } });

function loader(
  answer: (signal: AbortSignal | null | undefined) => Response | Promise<Response>,
  hasWorker = true,
) {
  const seen: { url: string; headers: Headers }[] = [];
  const http = createHttp({
    base: "",
    authorization: () => "Bearer abc",
    fetch: async (input, init) => {
      seen.push({ url: String(input), headers: new Headers(init?.headers) });
      return answer(init?.signal);
    },
  });
  return { seen, photos: createHttpPhotoLoader(http, 7, { hasWorker: () => hasWorker }) };
}
const picture = (bytes = "x") => new Response(bytes, { headers: { "content-type": "image/webp" } });

describe("photos", () => {
  it("come by Sentinel and key with the token, through this person's caches [INS-55, INS-56, OFF-05]", async () => {
    const { seen, photos } = loader(() => picture());
    expect((await photos.thumbnail(PHOTO)).kind).toBe("image");
    expect((await photos.full(PHOTO)).kind).toBe("image");
    expect(seen.map(({ url }) => url)).toEqual([
      "/api/photo?thumbnail=true&deviceId=cam+1&photoUrl=17",
      "/api/photo?deviceId=cam+1&photoUrl=17",
    ]);
    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer abc", "Bearer abc"]);
    expect(seen.map(({ headers }) => headers.get(THUMBNAIL_OWNER_HEADER))).toEqual(["7", "7"]);
  });

  it("name no owner where no worker would take the name off again", async () => {
    const { seen, photos } = loader(() => picture(), false);
    await photos.thumbnail(PHOTO);
    expect(seen[0]?.headers.has(THUMBNAIL_OWNER_HEADER)).toBe(false);
  });

  it("are asked for once more where the service worker ended on the way, and not where there is none [OFF-05]", async () => {
    for (const hasWorker of [true, false]) {
      let fails = 1;
      const { photos, seen } = loader(() => {
        fails -= 1;
        if (fails >= 0) throw new TypeError("the worker was stopped");
        return picture();
      }, hasWorker);
      expect((await photos.thumbnail(PHOTO)).kind).toBe(hasWorker ? "image" : "offline");
      expect(seen).toHaveLength(hasWorker ? 2 : 1);
    }
  });

  it("are missing where the server has none or an empty one [INS-08, INS-61]", async () => {
    const headers = { [PROTOCOL_HEADER]: "1" };
    const none = loader(() => Response.json({ code: "not_found" }, { status: 404, headers }));
    expect(await none.photos.thumbnail(PHOTO)).toEqual({ kind: "missing" });
    expect(await loader(() => picture("")).photos.full(PHOTO)).toEqual({ kind: "missing" });
  });

  it("are only not here now where the server cannot be reached or the person is signed out", async () => {
    const cut = loader(() => {
      throw new TypeError("network");
    });
    const portal = loader(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
    const workerCut = loader(() => new Response(null, { status: 504 }));
    const signedOut = loader(() => refusal(401));
    for (const { photos } of [cut, portal, workerCut, signedOut]) {
      expect(await photos.thumbnail(PHOTO)).toEqual({ kind: "offline" });
    }
  });

  it("have failed where the server or its proxy is in trouble or refuses", async () => {
    const page = new Response("<html>", { status: 502, headers: { "content-type": "text/html" } });
    for (const answer of [refusal(500), refusal(429), refusal(403), page]) {
      expect(await loader(() => answer).photos.thumbnail(PHOTO)).toEqual({ kind: "failed" });
    }
  });

  it("have failed where the answer takes too long", async () => {
    vi.useFakeTimers();
    try {
      const { photos } = loader(
        (signal) =>
          new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
      );
      const answer = photos.full(PHOTO);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await answer).toEqual({ kind: "failed" });
    } finally {
      vi.useRealTimers();
    }
  });
});
