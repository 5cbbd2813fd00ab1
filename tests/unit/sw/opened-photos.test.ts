import { beforeEach, describe, expect, it } from "vitest";
import { openedCacheName, THUMBNAIL_OWNER_HEADER } from "../../../src/protocol/worker-messages.ts";
import { createOpenedPhotos, OPENED_BYTES } from "../../../sw/opened-photos.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";
import { TestClock } from "../../support/time/test-clock.ts";

const MINUTE_MS = 60_000;

let caches: FakeCaches;
let clock: TestClock;
let size: number;
let asked: Request[];
let online: boolean;

beforeEach(() => {
  caches = new FakeCaches();
  clock = new TestClock(1e12);
  size = 100;
  asked = [];
  online = true;
});

const photo = (name: string, owner = 7) =>
  new Request(`https://app.test/api/photo?deviceId=cam&photoUrl=${name}`, {
    headers: { authorization: "Bearer secret", [THUMBNAIL_OWNER_HEADER]: String(owner) },
  });

function openWorker() {
  return createOpenedPhotos({
    caches,
    fetch: async (request) => {
      asked.push(request);
      if (!online) throw new TypeError("offline");
      return new Response("x".repeat(size), { headers: { "content-type": "image/jpeg" } });
    },
    now: () => clock.now(),
  });
}

/** Asks as the page does, all at once, and waits for what the worker does afterwards. */
async function ask(...requests: Request[]): Promise<string[]> {
  const worker = openWorker();
  const works: Promise<unknown>[] = [];
  const answers = await Promise.all(
    requests.map((request) => worker.answer(request, (work) => works.push(work))),
  );
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  await Promise.all(works);
  return texts;
}

/** One after another, a minute between them. */
async function openEach(...names: string[]): Promise<void> {
  for (const name of names) {
    clock.advance(MINUTE_MS);
    await ask(photo(name));
  }
}
const held = () => caches.held(openedCacheName(7)).sort();

describe("whole photographs that were opened", () => {
  it("are answered without a network from then on, by a worker that was started anew too [OFF-06]", async () => {
    await ask(photo("a"));
    online = false;
    expect(await ask(photo("a"))).toEqual(["x".repeat(100)]);
    expect(asked).toHaveLength(1);
    expect(await ask(photo("b")), "no picture").toEqual([""]);
  });

  it("of one person are never answered to another [OFF-21]", async () => {
    await ask(photo("a", 7));
    online = false;
    expect(await ask(photo("a", 77)), "no picture").toEqual([""]);
    expect(await caches.keys(), "and asking leaves nothing").toEqual([openedCacheName(7)]);
  });

  it("are kept without the token and without their owner, who is not named to the server", async () => {
    await ask(photo("a"));
    expect(asked[0]?.headers.has(THUMBNAIL_OWNER_HEADER)).toBe(false);
    const [kept] = caches.stores.get(openedCacheName(7))?.values() ?? [];
    expect([...(kept?.headers.keys() ?? [])]).toEqual([
      "content-type",
      "x-understory-bytes",
      "x-understory-opened",
    ]);
  });

  it("take 20 MB at most: the one opened longest ago makes room before the next is stored", async () => {
    expect(OPENED_BYTES).toBe(20_000_000);
    size = 6_000_000;
    await openEach("a", "b", "c");
    expect(held()).toEqual(["a", "b", "c"]);
    await openEach("d");
    expect(held()).toEqual(["b", "c", "d"]);
    size = OPENED_BYTES + 1;
    await openEach("huge");
    expect(held(), "what is larger than all room takes none").toEqual(["b", "c", "d"]);
  });

  it("keep to that where several come at once", async () => {
    size = 6_000_000;
    await ask(...["a", "b", "c", "d", "e"].map((name) => photo(name)));
    expect(held()).toHaveLength(3);
  });

  it("stay the longer when they are opened again", async () => {
    size = 6_000_000;
    await openEach("a", "b", "c");
    clock.advance(2 * 60 * MINUTE_MS);
    await openEach("a", "d");
    expect(held()).toEqual(["a", "c", "d"]);
    expect(asked).toHaveLength(4);
  });
});
