import { beforeEach, describe, expect, it } from "vitest";
import { MAP_TILES_CACHE } from "../../../src/protocol/worker-messages.ts";
import { createMapTiles, isTileRequest, TILES_KEPT } from "../../../sw/map-tiles.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";

let caches: FakeCaches;
let asked: string[];
let answer: (request: Request) => Response;

beforeEach(() => {
  caches = new FakeCaches();
  asked = [];
  answer = () => new Response("tile", { headers: { "content-type": "image/png" } });
});

const tile = (number: number) => `https://tiles.test/7/1/${number}.png`;

async function ask(number: number): Promise<Response> {
  const works: Promise<unknown>[] = [];
  const tiles = createMapTiles({
    caches,
    fetch: async (request) => {
      asked.push(request.url);
      return answer(request);
    },
  });
  const response = await tiles.answer(new Request(tile(number)), (work) => works.push(work));
  await Promise.all(works);
  return response;
}
const held = () => [...(caches.stores.get(MAP_TILES_CACHE)?.keys() ?? [])];

describe("online tiles in the service worker", () => {
  it("come from the device once they were looked at", async () => {
    expect(await (await ask(1)).text()).toBe("tile");
    answer = () => {
      throw new TypeError("offline");
    };
    expect(await (await ask(1)).text()).toBe("tile");
    expect(asked).toEqual([tile(1)]);
    expect((await ask(2)).status).toBe(504);
  });

  it("take no more than their bound: the oldest make room", async () => {
    for (let number = 0; number <= TILES_KEPT; number += 1) await ask(number);
    expect(held().length).toBeLessThanOrEqual(TILES_KEPT);
    expect(held()).not.toContain(tile(0));
    expect(held()).toContain(tile(TILES_KEPT));
  });

  it("are kept only where they are pictures", async () => {
    answer = () => new Response("<html>a portal</html>", { headers: { "content-type": "text/html" } });
    await ask(1);
    answer = () => new Response(null, { status: 404, headers: { "content-type": "image/png" } });
    await ask(2);
    expect(held()).toEqual([]);
  });

  it("are asked for plainly where their server does not let them be read", async () => {
    answer = (request) => {
      if (request.credentials === "omit") throw new TypeError("not allowed");
      return new Response("opaque");
    };
    expect(await (await ask(1)).text()).toBe("opaque");
    expect(held()).toEqual([]);
  });

  it("are images of another origin, and nothing else is", () => {
    const request = (url: string, destination: RequestDestination, method = "GET") =>
      isTileRequest({ url, destination, method } as Request, "https://app.test");
    expect(request("https://tiles.test/1.png", "image")).toBe(true);
    expect(request("https://app.test/icon.png", "image")).toBe(false);
    expect(request("https://tiles.test/1.png", "")).toBe(false);
    expect(request("data:image/png;base64,AAAA", "image")).toBe(false);
  });
});
