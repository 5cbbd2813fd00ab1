import { beforeEach, describe, expect, it } from "vitest";
import { THUMBNAIL_OWNER_HEADER, thumbnailCacheName } from "../../../src/protocol/worker-messages.ts";
import { thumbnailBudgetBytes } from "../../../sw/thumbnail-budget.ts";
import { createThumbnailCache, isThumbnailRequest } from "../../../sw/thumbnail-cache.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";
import { TestClock } from "../../support/time/test-clock.ts";

const WEEK_MS = 7 * 86_400_000;

let caches: FakeCaches;
let clock: TestClock;
let network: (request: Request) => Promise<Response>;
let asked: Request[];
let budget: number;

beforeEach(() => {
  caches = new FakeCaches();
  clock = new TestClock(100 * WEEK_MS);
  asked = [];
  budget = 1_000_000;
  network = async () => picture("bytes");
});

const picture = (bytes: string) => new Response(bytes, { headers: { "content-type": "image/webp" } });
const thumbnail = (photo: string, owner = 7) =>
  new Request(`https://app.test/api/photo?thumbnail=true&deviceId=cam&photoUrl=${photo}`, {
    headers: { authorization: "Bearer secret", [THUMBNAIL_OWNER_HEADER]: String(owner) },
  });

/** One worker that lives on: each picture that it is asked for has 100 bytes. */
function oneWorker() {
  const cache = createThumbnailCache({
    caches,
    fetch: async () => picture("x".repeat(100)),
    now: () => clock.now(),
    budgetBytes: async () => budget,
  });
  return async (photo: string) => {
    const works: Promise<unknown>[] = [];
    await cache.answer(thumbnail(photo), (work) => works.push(work));
    await Promise.all(works);
  };
}

/** Asks as the page does, and waits for what the worker does afterwards. */
async function ask(request: Request): Promise<Response> {
  const cache = createThumbnailCache({
    caches,
    fetch: async (outgoing) => {
      asked.push(outgoing);
      return network(outgoing);
    },
    now: () => clock.now(),
    budgetBytes: async () => budget,
  });
  const works: Promise<unknown>[] = [];
  const response = await cache.answer(request, (work) => works.push(work));
  await Promise.all(works);
  return response;
}

describe("the service worker's thumbnails", () => {
  it("are fetched once, kept, and answered without a network from then on [OFF-05, OFF-06]", async () => {
    expect(await (await ask(thumbnail("1"))).text()).toBe("bytes");
    network = async () => {
      throw new TypeError("offline");
    };
    expect(await (await ask(thumbnail("1"))).text()).toBe("bytes");
    expect(asked).toHaveLength(1);
    // No failure of the request, by which the page would take this worker for stopped, and ask it once more.
    expect((await ask(thumbnail("2"))).status).toBe(504);
  });

  it("go out with the token and without the owner, and are kept without either", async () => {
    await ask(thumbnail("1"));
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer secret");
    expect(asked[0]?.headers.has(THUMBNAIL_OWNER_HEADER)).toBe(false);
    const [store] = [...caches.stores.values()];
    for (const [url, response] of store ?? []) {
      expect(url).not.toContain("secret");
      expect([...response.headers.keys()]).toEqual(["content-type"]);
    }
  });

  it("are kept only with status 200 and as pictures", async () => {
    network = async () => new Response("<html>", { headers: { "content-type": "text/html" } });
    await ask(thumbnail("1"));
    network = async () => new Response("x", { status: 206, headers: { "content-type": "image/webp" } });
    await ask(thumbnail("2"));
    network = async () => Response.json({ code: "not_found" }, { status: 404 });
    await ask(thumbnail("3"));
    expect(caches.stores.size).toBe(0);
  });

  it("of one person are never answered to another", async () => {
    await ask(thumbnail("1", 7));
    network = async () => picture("of eight");
    expect(await (await ask(thumbnail("1", 8))).text()).toBe("of eight");
    expect([...caches.stores.keys()]).toEqual([
      thumbnailCacheName(7, clock.now()),
      thumbnailCacheName(8, clock.now()),
    ]);
  });

  it("move to this week's bucket when they are looked at again", async () => {
    const old = thumbnailCacheName(7, clock.now());
    await ask(thumbnail("1"));
    clock.advance(WEEK_MS);
    await ask(thumbnail("1"));
    expect(asked).toHaveLength(1);
    expect(caches.stores.get(old)?.has(thumbnail("1").url)).toBe(false);
    expect(caches.stores.get(thumbnailCacheName(7, clock.now()))?.has(thumbnail("1").url)).toBe(true);
  });

  it("make no bucket anew that was evicted to make room for what moves out of it", async () => {
    budget = 4_000;
    const load = oneWorker();
    const old = thumbnailCacheName(7, clock.now());
    for (let photo = 0; photo < 25; photo += 1) await load(`old-${photo}`);
    clock.advance(WEEK_MS);
    for (let photo = 0; photo < 25; photo += 1) await load(`old-${photo}`);
    expect([...caches.stores.keys()]).toEqual([thumbnailCacheName(7, clock.now())]);
    expect(old).not.toBe(thumbnailCacheName(7, clock.now()));
  });

  it("lose the oldest bucket as a whole when the budget is spent", async () => {
    budget = 4_000;
    const load = oneWorker();
    const old = thumbnailCacheName(7, clock.now());
    for (let photo = 0; photo < 25; photo += 1) await load(`old-${photo}`);
    clock.advance(WEEK_MS);
    for (let photo = 0; photo < 25; photo += 1) await load(`new-${photo}`);
    expect([...caches.stores.keys()]).not.toContain(old);
    expect(caches.stores.get(thumbnailCacheName(7, clock.now()))?.has(thumbnail("new-24").url)).toBe(true);
  });

  it("come and go on a device whose clock was wrong: a bucket of a week to come goes first [OFF-05]", async () => {
    clock.advance(52 * WEEK_MS);
    const load = oneWorker();
    for (let photo = 0; photo < 25; photo += 1) await load(`ahead-${photo}`);
    clock.advance(-52 * WEEK_MS);
    expect(await (await ask(thumbnail("ahead-1"))).text()).toHaveLength(100);
    expect(asked, "it came from the cache").toEqual([]);
    budget = 3_000;
    for (let photo = 0; photo < 25; photo += 1) await load(`right-${photo}`);
    expect([...caches.stores.keys()]).toEqual([thumbnailCacheName(7, clock.now())]);
  });

  it("are known by path, parameter and owner, and nothing else is touched", () => {
    expect(isThumbnailRequest(thumbnail("1"))).toBe(true);
    expect(isThumbnailRequest(new Request(thumbnail("1").url))).toBe(false);
    const headers = { [THUMBNAIL_OWNER_HEADER]: "7" };
    expect(
      isThumbnailRequest(new Request("https://app.test/api/photo?deviceId=cam&photoUrl=1", { headers })),
    ).toBe(false);
    expect(isThumbnailRequest(new Request("https://app.test/api/sync?thumbnail=true", { headers }))).toBe(
      false,
    );
  });

  it("take 60 MB on a phone and 300 MB on a desk, and never over a fifth of what the browser grants", async () => {
    const storage = (quota: number) => ({ estimate: async () => ({ quota }) });
    const phone = "Mozilla/5.0 (Linux; Android 14) Mobile";
    expect(await thumbnailBudgetBytes({ userAgent: phone, storage: storage(1e12) })).toBe(60_000_000);
    expect(await thumbnailBudgetBytes({ userAgent: "X11; Linux", storage: storage(1e12) })).toBe(300_000_000);
    expect(await thumbnailBudgetBytes({ userAgent: phone, storage: storage(1e8) })).toBe(20_000_000);
    expect(await thumbnailBudgetBytes({ userAgent: phone })).toBe(60_000_000);
  });
});
