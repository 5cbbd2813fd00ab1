import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { offlineSetState, ROOM_LEFT_FREE } from "../../../src/domain/offline/offline-set.ts";
import { FencedError } from "../../../src/storage/mirror/fenced-error.ts";
import { cutPicture, EVERY_PICTURE, insightsWithPhotos, PackWorld, picture } from "./offline-set-world.ts";

let world: PackWorld;

beforeEach(async () => {
  world = new PackWorld();
  await world.synced();
});
afterEach(() => world.close());

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const untilFetched = (fetched: number) =>
  until(async () => expect((await world.now()).fetched).toBe(fetched));
/** Lets retries come that wait for their time. */
const untilInTime = (check: () => Promise<void>) =>
  until(async () => {
    world.timers.advance(1_000);
    await check();
  });

describe("fetching the pictures of offline sets", () => {
  it("brings thumbnails, then photographs, newest first, counts their bytes, and rests [OFF-05]", async () => {
    world.rows = insightsWithPhotos(4);
    await world.add({ pictures: "photographs" });
    await world.start();
    await untilFetched(8);
    expect(await world.now()).toMatchObject({
      insights: 4,
      wanted: 8,
      received: 8 * EVERY_PICTURE,
      stored: 8 * EVERY_PICTURE,
      hold: null,
    });
    const order = world.asked.map(({ photo, thumbnail }) => `${photo}${thumbnail ? "t" : ""}`);
    expect(new Set(order.slice(0, 4))).toEqual(new Set(["1t", "2t", "3t", "4t"]));
    expect(order).toHaveLength(8);
    expect(world.stored.has("/api/photo?thumbnail=true&deviceId=cam&photoUrl=1")).toBe(true);
    expect(world.stored.has("/api/photo?deviceId=cam&photoUrl=1")).toBe(true);
  });

  it("never begins more than three pictures at once", async () => {
    world.rows = insightsWithPhotos(30);
    let open = 0;
    let most = 0;
    world.answer = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return picture(EVERY_PICTURE);
    };
    await world.add();
    await world.start();
    await untilFetched(30);
    expect(most).toBe(3);
  });

  it("receives nothing over a link that is slow or paid by volume, until a person allows it or the link changes", async () => {
    world.rows = insightsWithPhotos(2);
    world.costly = true;
    await world.add();
    await world.start();
    await until(async () => expect(await world.storage.look()).toHaveLength(1));
    expect(world.asked).toHaveLength(0);
    await world.storage.change("p", () => ({ anyLink: true }));
    await untilFetched(2);

    await world.add({ packId: "q", filter: {} });
    world.looked.clear();
    world.stored.clear();
    expect(world.asked).toHaveLength(2);
    world.setCostly(false);
    await until(async () => expect((await world.now("q")).fetched).toBe(2));
  });

  it("stops at the budget before it is exceeded, says so, and goes on when more is allowed", async () => {
    world.rows = insightsWithPhotos(10);
    await world.add({ budget: 3 * EVERY_PICTURE + 500 });
    await world.start();
    await until(async () => expect((await world.now()).hold).toBe("budget"));
    await until(async () => expect((await world.now()).fetched).toBe(3));
    expect((await world.now()).received).toBe(3 * EVERY_PICTURE);
    await world.storage.change("p", () => ({ budget: null, hold: null }));
    await untilFetched(10);
    expect((await world.now()).received).toBe(10 * EVERY_PICTURE);
  });

  it("counts bytes as they come where the server does not say how many there will be", async () => {
    world.rows = insightsWithPhotos(3);
    world.answer = () => {
      const answer = picture(EVERY_PICTURE);
      answer.headers.delete("content-length");
      return answer;
    };
    await world.add({ budget: EVERY_PICTURE });
    await world.start();
    await until(async () => expect((await world.now()).hold).toBe("budget"));
    await untilFetched(1);
    expect((await world.now()).received).toBe(EVERY_PICTURE);
  });

  it("counts what was on its way when the app was killed, so that a budget is never spent twice", async () => {
    world.rows = insightsWithPhotos(2);
    await world.add({ budget: 3 * EVERY_PICTURE });
    const lead = { epoch: await world.mirror.takeLead() };
    // The state after a page was killed in the middle of a picture.
    expect(await world.storage.charge("p", EVERY_PICTURE, lead)).toBe(true);
    await world.start();
    await untilFetched(2);
    expect((await world.now()).received).toBe(3 * EVERY_PICTURE);
  });

  it("goes on where it stood when the app comes back, and asks for nothing twice", async () => {
    world.rows = insightsWithPhotos(6);
    let served = 0;
    let hung = 0;
    world.answer = ({ signal }) => {
      served += 1;
      if (served <= 2) return picture(EVERY_PICTURE);
      hung += 1;
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(new TypeError("closed"))),
      );
    };
    await world.add();
    await world.start();
    await untilFetched(2);
    await until(() => expect(hung).toBe(3));
    await world.end();

    world.asked.length = 0;
    world.answer = () => picture(EVERY_PICTURE);
    await world.start();
    await untilFetched(6);
    expect(world.asked.map(({ photo }) => photo).sort()).toEqual(["3", "4", "5", "6"]);
    expect((await world.now()).received).toBe(6 * EVERY_PICTURE);
  });

  it("takes a picture that was stored but not noted before the end as it is", async () => {
    world.rows = insightsWithPhotos(1);
    world.stored.set("/api/photo?thumbnail=true&deviceId=cam&photoUrl=1", new Blob(["picture"]));
    await world.add();
    await world.start();
    await untilFetched(1);
    expect(world.asked).toHaveLength(0);
    expect(await world.now()).toMatchObject({ received: 0, stored: 7 });
  });

  it("gathers anew where the app ended while it gathered", async () => {
    world.rows = insightsWithPhotos(3);
    await world.add();
    await world.mirror.database.packPictures.bulkAdd([
      { packId: "p", at: 0, deviceId: "x", photoUrl: "old", thumbnail: true, state: 0, tries: 0 },
      { packId: "p", at: 7, deviceId: "x", photoUrl: "older", thumbnail: true, state: 0, tries: 0 },
    ]);
    await world.start();
    await untilFetched(3);
    expect(world.asked.map(({ photo }) => photo).sort()).toEqual(["1", "2", "3"]);
  });

  it("goes on in the middle of a photograph whose line was cut, and counts each byte once", async () => {
    world.rows = insightsWithPhotos(1);
    let tries = 0;
    world.answer = ({ query, headers }) => {
      if (query.thumbnail) return picture(10);
      tries += 1;
      if (tries === 1) return cutPicture(100_000, 60_000);
      expect(headers).toMatchObject({ range: "bytes=60000-", "if-range": '"v1"' });
      return new Response(new Uint8Array(40_000), {
        status: 206,
        headers: { "content-type": "image/jpeg", "content-length": "40000", etag: '"v1"' },
      });
    };
    await world.add({ pictures: "photographs" });
    await world.start();
    await untilInTime(async () => expect((await world.now()).fetched).toBe(2));
    expect(await world.now()).toMatchObject({ received: 100_010, stored: 100_010 });
    expect(world.stored.get("/api/photo?deviceId=cam&photoUrl=1")?.size).toBe(100_000);
    expect(world.pulls).toBeGreaterThan(0);
  });

  it("takes a photograph whole where the server has another one by now", async () => {
    world.rows = insightsWithPhotos(1);
    let tries = 0;
    world.answer = ({ query }) => {
      if (query.thumbnail) return picture(10);
      tries += 1;
      return tries === 1 ? cutPicture(100_000, 60_000) : picture(70_000, { etag: '"v2"' });
    };
    await world.add({ pictures: "photographs" });
    await world.start();
    await untilInTime(async () => expect((await world.now()).fetched).toBe(2));
    expect(world.stored.get("/api/photo?deviceId=cam&photoUrl=1")?.size).toBe(70_000);
    expect((await world.now()).received).toBe(130_010);
  });

  it("waits while the line is lost, also behind a portal, and loses none of what is there", async () => {
    world.rows = insightsWithPhotos(3);
    world.answer = () => new Response("<html>pay here</html>", { headers: { "content-type": "text/html" } });
    await world.add();
    await world.start();
    await until(() => expect(world.asked.length).toBeGreaterThan(0));
    world.connection.lost();
    // Fetches that began before the loss may still ask, so the count is read until no timer adds to it.
    await until(async () => {
      const asked = world.asked.length;
      world.timers.advance(600_000);
      for (let read = 0; read < 60; read += 1) await world.now();
      expect(world.asked).toHaveLength(asked);
    });
    expect(await world.now()).toMatchObject({ fetched: 0, failed: 0, missing: 0, hold: null });
    world.answer = () => picture(EVERY_PICTURE);
    world.connection.adopt("online");
    await untilInTime(async () => expect((await world.now()).fetched).toBe(3));
  });

  it("gives a line up that says nothing, and tries again", async () => {
    world.rows = insightsWithPhotos(1);
    let tries = 0;
    world.answer = ({ signal }) => {
      tries += 1;
      if (tries > 1) return picture(EVERY_PICTURE);
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(new TypeError("gone"))),
      );
    };
    await world.add();
    await world.start();
    await untilInTime(async () => expect((await world.now()).fetched).toBe(1));
    expect(tries).toBe(2);
  });

  it("notes what the server has not, leaves what it refuses again and again, and asks for that when told to", async () => {
    world.rows = insightsWithPhotos(3);
    let well = false;
    world.answer = ({ query }) => {
      if (query.photoUrl === "1") return Response.json({ code: "not_found" }, { status: 404 });
      if (query.photoUrl === "2" && !well) return Response.json({ code: "internal" }, { status: 500 });
      return picture(EVERY_PICTURE);
    };
    await world.add();
    await world.start();
    await untilInTime(async () =>
      expect(await world.now()).toMatchObject({ fetched: 1, missing: 1, failed: 1 }),
    );
    expect(world.asked.filter(({ photo }) => photo === "2")).toHaveLength(5);
    well = true;
    await world.storage.askAgain("p");
    await untilInTime(async () =>
      expect(await world.now()).toMatchObject({ fetched: 2, missing: 1, failed: 0 }),
    );
  });

  it("is paused at once, in the middle of a picture too, and resumed", async () => {
    world.rows = insightsWithPhotos(2);
    let given = 0;
    world.answer = ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          given += 1;
          reject(new TypeError("aborted"));
        }),
      );
    await world.add();
    await world.start();
    await until(() => expect(world.asked).toHaveLength(2));
    await world.storage.change("p", () => ({ hold: "person" }));
    await until(() => expect(given).toBe(2));
    world.answer = () => picture(EVERY_PICTURE);
    await world.storage.change("p", () => ({ hold: null }));
    await untilFetched(2);
  });

  it("leaves room for unsent work, stops where the device is full, and keeps what it has", async () => {
    world.rows = insightsWithPhotos(4);
    world.free = ROOM_LEFT_FREE + 2 * EVERY_PICTURE;
    await world.add();
    await world.start();
    await until(async () => expect(await world.now()).toMatchObject({ hold: "full", fetched: 2 }));
    world.free = null;
    world.quota = 3 * EVERY_PICTURE;
    await world.storage.change("p", () => ({ hold: null }));
    await until(async () => expect(await world.now()).toMatchObject({ hold: "full", fetched: 3 }));
    world.quota = Number.POSITIVE_INFINITY;
    await world.storage.change("p", () => ({ hold: null }));
    await untilFetched(4);
  });

  it("gives its pictures up for work that cannot be stored otherwise, and says so", async () => {
    world.rows = insightsWithPhotos(2);
    await world.add();
    await world.start();
    await untilFetched(2);
    await world.pictures.removeAllBut([]);
    await world.storage.emptied();
    expect(await world.now()).toMatchObject({ fetched: 0, stored: 0, wanted: 2, hold: "full" });
  });

  it("says that pictures were deleted on this device, is not ready without a connection, and fetches them again with one (promise A6, fault 31)", async () => {
    world.rows = insightsWithPhotos(3);
    await world.add();
    await world.start();
    await untilFetched(3);
    // It rests, so that only the return of the person makes it look.
    for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    world.stored.clear();
    world.comeBack();
    await until(() => expect(world.lost).toEqual(["Mara"]));
    await untilFetched(3);
    expect([world.stored.size, world.asked.length]).toEqual([3, 6]);

    // Deleted while no page was open.
    await world.end();
    world.stored.clear();
    world.connection.lost();
    await world.start();
    await until(async () => expect(await world.now()).toMatchObject({ fetched: 0, stored: 0, hold: null }));
    const sight = { online: false, costly: false, covered: true };
    expect(offlineSetState(await world.now(), sight)).toBe("offline");
    world.connection.adopt("online");
    await untilFetched(3);
    expect(world.lost).toEqual(["Mara", "Mara"]);
  });

  it("leaves nothing behind of a set that is removed while it is fetched", async () => {
    world.rows = insightsWithPhotos(1);
    let send = () => {};
    world.answer = () =>
      new Promise((resolve) => {
        send = () => resolve(picture(EVERY_PICTURE));
      });
    await world.add();
    await world.start();
    await until(() => expect(world.asked).toHaveLength(1));
    await world.storage.remove("p");
    send();
    await until(() => expect(world.stored.size).toBe(0));
    await world.end();
    expect(world.stored.size).toBe(0);
    expect(await world.mirror.database.packPictures.count()).toBe(0);
  });

  it("writes nothing any more once another tab leads [OFF-17]", async () => {
    world.rows = insightsWithPhotos(1);
    const lead = { epoch: await world.mirror.takeLead() };
    await world.add();
    await world.mirror.takeLead();
    await expect(world.storage.charge("p", 1, lead)).rejects.toThrow(FencedError);
    expect((await world.now()).received).toBe(0);
  });
});
