import { readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PartFolder } from "../../../server/files/part-folder.ts";
import { FolderPhotoStore } from "../../../server/files/photo-folder.ts";
import type { PhotoStore } from "../../../server/files/photo-store.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import {
  digestOf,
  fieldPhoto,
  part,
  type SpeakingDevice,
  speakingDevice,
} from "../../support/server/ingest-world.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const DAY_MS = 86_400_000;

describe.each(DATABASE_KINDS)("photos that a Sentinel sends, on $name", (kind) => {
  let test: TestApp;
  let ranger: TestUser;
  let camera: SpeakingDevice;
  let photo: Buffer;
  let other: Buffer;
  let serial = 0;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ranger = await test.addUser("ranger");
    camera = await speakingDevice(test, "CAM-1", [ranger]);
    [photo, other] = await Promise.all([fieldPhoto(1), fieldPhoto(2)]);
  });
  afterAll(() => test.close());

  /** A new insight's name. */
  async function insight(fields: object = {}): Promise<string> {
    const source_id = `DCIM/IMG ${++serial}.JPG`;
    await camera.send({ source_id, class_name: "lynx", ...fields });
    return source_id;
  }

  const photosOf = async () => {
    const answer = await test.call("GET", "/api/insights/photos", { as: ranger });
    return answer.json().message as { path: string; insightId: string; deviceId: string; table: string }[];
  };
  const bytesOf = async (path: string, query = "") =>
    (await test.call("GET", `/api/photo?deviceId=CAM-1&photoUrl=${path}${query}`, { as: ranger })).rawPayload;
  const partsHeld = () => readdir(join(test.dataDir, "uploads")).catch(() => []);
  const uploads = () => test.db.reader.selectFrom("photo_uploads").selectAll().execute();

  it("arrive whole, and are shown with their thumbnail at once [INS-62]", async () => {
    const fileCtime = new Date(test.clock.now() - 7_200_000).toISOString();
    const id = await insight({ file_ctime: fileCtime });
    const answer = await camera.put(id, photo, digestOf(photo));
    expect(answer.json()).toEqual({
      message: { received: photo.length, complete: true, path: expect.stringMatching(/^\d+$/) },
    });
    const { path } = answer.json().message;
    expect(await photosOf()).toMatchObject([{ path, deviceId: "CAM-1", table: "insights" }]);
    expect((await bytesOf(path)).equals(photo)).toBe(true);
    const thumbnail = await sharp(await bytesOf(path, "&thumbnail=true")).metadata();
    expect(thumbnail).toMatchObject({ format: "webp", width: 200 });
    const [row] = (await test.call("GET", "/api/insights/paginated?limit=1", { as: ranger })).json().message;
    expect(row).toMatchObject({ photoUrl: path });
    expect(await camera.row()).toMatchObject({ last_image_at: test.clock.now() - 7_200_000 });
    expect(await partsHeld()).toEqual([]);
    expect(await uploads()).toEqual([]);
  });

  it("may come compressed", async () => {
    const compressed = { "content-encoding": "gzip", ...digestOf(photo) };
    const answer = await camera.put(await insight(), gzipSync(photo), compressed);
    expect(answer.json().message).toMatchObject({ received: photo.length, complete: true });
  });

  it("arrive in parts, each from where the one before ended, and a repeated part does no harm", async () => {
    const id = await insight();
    const [a, b, total] = [1000, 5000, photo.length];
    const send = (first: number, end: number) =>
      camera.put(id, photo.subarray(first, end), part(first, end, total));
    const ask = () => camera.put(id, null, { "content-range": `bytes */${total}` });
    const partly = (received: number) => ({ received, complete: false, path: null });
    expect((await ask()).json().message).toEqual(partly(0));
    expect((await send(0, a)).json().message).toEqual(partly(a));
    expect((await ask()).json().message).toEqual(partly(a));
    const ahead = await send(b, total);
    expect([ahead.statusCode, ahead.json().code, ahead.json().message]).toEqual([409, "conflict", partly(a)]);
    expect((await send(a, b)).json().message).toEqual(partly(b));
    expect((await send(a, b)).json().message).toEqual(partly(b));
    expect((await send(500, b)).json().message).toEqual(partly(b));
    expect((await send(500, a)).json().message).toEqual(partly(a));
    expect((await ask()).json().message).toEqual(partly(a));
    expect((await send(a, b)).json().message).toEqual(partly(b));
    const whole = (await send(b, total)).json().message;
    expect(whole).toEqual({ received: total, complete: true, path: expect.any(String) });
    expect((await bytesOf(whole.path)).equals(photo)).toBe(true);
    expect((await ask()).json().message).toEqual(whole);
    expect((await send(a, b)).json().message).toEqual(whole);
    expect(await partsHeld()).toEqual([]);
  });

  it("sent again are the same photo, and another one is refused", async () => {
    const id = await insight();
    const { message } = (await camera.put(id, photo)).json();
    for (const headers of [{}, digestOf(photo)]) {
      expect((await camera.put(id, photo, headers)).json().message).toEqual(message);
    }
    const spoiled = Buffer.from(photo);
    spoiled[photo.length - 20] = ~(photo[photo.length - 20] ?? 0);
    for (const [bytes, headers] of [
      [other, {}],
      [other, digestOf(other)],
      [spoiled, {}],
      [spoiled.subarray(100), part(100, photo.length, photo.length)],
      [null, { "content-range": "bytes */77" }],
    ] as const) {
      const refused = await camera.put(id, bytes, headers);
      expect([refused.statusCode, refused.json().message]).toEqual([409, message]);
    }
    expect((await photosOf()).filter(({ path }) => path === message.path)).toHaveLength(1);
  });

  it("of another size or digest take the place of one that was begun", async () => {
    const id = await insight();
    await camera.put(id, photo.subarray(0, 3000), { ...part(0, 3000, photo.length), ...digestOf(photo) });
    const foreign = await camera.put(id, other.subarray(3000), part(3000, other.length, other.length));
    expect([foreign.statusCode, foreign.json().message.received]).toEqual([409, 0]);
    const digest = await camera.put(id, photo.subarray(3000), {
      ...part(3000, photo.length, photo.length),
      ...digestOf(other),
    });
    expect([digest.statusCode, digest.json().message.received]).toEqual([409, 0]);
    const whole = await camera.put(id, other, digestOf(other));
    expect((await bytesOf(whole.json().message.path)).equals(other)).toBe(true);
  });

  it("that are cut short, spoiled, no picture or too large are refused, and nothing of them is kept", async () => {
    const id = await insight();
    const cut = photo.subarray(0, photo.length - 2000);
    const text = Buffer.from("this is no picture at all, whatever it is called");
    for (const [bytes, headers, status, code] of [
      [cut, {}, 422, "damaged"],
      [photo, digestOf(other), 422, "damaged"],
      [text, {}, 415, "unsupported_type"],
      [text.subarray(0, 20), part(0, 20, 5000), 415, "unsupported_type"],
      [photo.subarray(0, 100), part(0, 100, 26_214_401), 413, "too_large"],
      [Buffer.alloc(26_214_401, 1), {}, 413, "too_large"],
    ] as const) {
      const answer = await camera.put(id, bytes, headers);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
      expect(await partsHeld()).toEqual([]);
      expect(await uploads()).toEqual([]);
    }
    for (const format of ["png", "webp"] as const) {
      const drawn = await sharp(photo).toFormat(format).toBuffer();
      expect((await camera.put(await insight(), drawn)).json().message.complete).toBe(true);
    }
  });

  it("are asked for in a way that says what is wrong", async () => {
    const id = await insight();
    for (const [bytes, headers, field] of [
      [photo, { "content-range": "bytes 5-2/10" }, "content-range"],
      [photo, { "content-range": "bytes 0-9/10" }, "content-range"],
      [photo, { "content-range": "lines 1-2/3" }, "content-range"],
      [null, { "content-range": "bytes */0" }, "content-range"],
      [photo, { "repr-digest": "sha-256=:short:" }, "repr-digest"],
      [null, {}, "general"],
      [null, { "content-range": "bytes 0-9/10" }, "general"],
    ] as const) {
      const answer = await camera.put(id, bytes, headers);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([
        400,
        expect.arrayContaining([field]),
      ]);
    }
    expect((await camera.put(id, photo, { "repr-digest": "sha-512=:abc:" })).statusCode).toBe(200);
    const missing = await camera.put("never sent", photo);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "not_found"]);
    expect((await camera.put(id, photo, {}, "another table")).statusCode).toBe(404);
  });

  it("that a server held whole when it ended are completed by the question for them", async () => {
    const id = await insight();
    await camera.put(id, photo.subarray(0, 2000), part(0, 2000, photo.length));
    const [upload] = await uploads();
    await writeFile(join(test.dataDir, "uploads", `${upload?.upload_id}.part`), photo);
    const answer = await camera.put(id, null, { "content-range": `bytes */${photo.length}` });
    expect(answer.json().message).toMatchObject({ complete: true, received: photo.length });
    expect((await bytesOf(answer.json().message.path)).equals(photo)).toBe(true);
  });

  it("hold no bytes of another one whose number comes again after the database alone was rolled back (promise A2)", async () => {
    const begun = await insight();
    await camera.put(begun, photo.subarray(0, 2000), part(0, 2000, photo.length));
    const [first] = await uploads();
    const rolledBack = Number(first?.upload_id) + 1;
    await camera.put(begun, photo);
    await writeFile(join(test.dataDir, "uploads", `${rolledBack}.part`), other.subarray(0, 3000));
    // The server ends before the first byte is written.
    const append = vi.spyOn(PartFolder.prototype, "append").mockRejectedValueOnce(new Error("killed"));
    const id = await insight();
    await camera.put(id, photo.subarray(0, 2000), part(0, 2000, photo.length));
    append.mockRestore();
    expect(await uploads()).toMatchObject([{ upload_id: rolledBack, source_id: id }]);
    const asked = await camera.put(id, null, { "content-range": `bytes */${photo.length}` });
    expect(asked.json().message).toMatchObject({ received: 0, complete: false });
    expect((await camera.put(id, photo)).json().message).toMatchObject({ complete: true });
  });

  it("that nobody finished for a month are swept away, and with them parts that belong to none", async () => {
    const [old, young] = [await insight(), await insight()];
    const begin = (id: string) => camera.put(id, photo.subarray(0, 2000), part(0, 2000, photo.length));
    await begin(old);
    test.clock.advance(31 * DAY_MS);
    await begin(young);
    await writeFile(join(test.dataDir, "uploads", "999999.part"), "x");
    const longAgo = new Date(test.clock.now() - 2 * DAY_MS);
    await utimes(join(test.dataDir, "uploads", "999999.part"), longAgo, longAgo);
    await test.jobs.sweep();
    const [left, ...others] = await uploads();
    expect(others).toEqual([]);
    expect(await partsHeld()).toEqual([`${left?.upload_id}.part`]);
    expect(left?.source_id).toBe(young);
  });
});

describe("photos of many Sentinels at once", () => {
  it("are finished eight at a time, so that they do not fill the memory, and all of them are kept", async () => {
    let [underWay, most] = [0, 0];
    let real: PhotoStore | null = null;
    const photos: PhotoStore = {
      async put(bytes) {
        underWay += 1;
        most = Math.max(most, underWay);
        try {
          return await (real as PhotoStore).put(bytes);
        } finally {
          underWay -= 1;
        }
      },
      open: (...given) => (real as PhotoStore).open(...given),
      thumbnail: (hash) => (real as PhotoStore).thumbnail(hash),
      remove: (...given) => (real as PhotoStore).remove(...given),
    };
    const test = await makeTestApp({ photos });
    real = new FolderPhotoStore(test.dataDir);
    const sent = Array.from({ length: 20 }, async (_, n) => {
      const [camera, photo] = [await speakingDevice(test, `CAM-${n}`), await fieldPhoto(n, 40)];
      await camera.send({ source_id: "a", class_name: "lynx" });
      return { camera, photo };
    });
    const cameras = await Promise.all(sent);
    const answers = await Promise.all(cameras.map(({ camera, photo }) => camera.put("a", photo)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(cameras.map(() => 200));
    expect(underWay).toBe(0);
    expect(most).toBeLessThanOrEqual(8);
    await test.close();
  });
});

describe("a full disk", () => {
  it("answers storage_full, keeps what was accepted, and the photo goes on where it stopped", async () => {
    let isFull = true;
    let real: PhotoStore | null = null;
    const photos: PhotoStore = {
      put: (bytes) => {
        if (isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        return (real as PhotoStore).put(bytes);
      },
      open: (...given) => (real as PhotoStore).open(...given),
      thumbnail: (hash) => (real as PhotoStore).thumbnail(hash),
      remove: (...given) => (real as PhotoStore).remove(...given),
    };
    const test = await makeTestApp({ photos });
    real = new FolderPhotoStore(test.dataDir);
    const camera = await speakingDevice(test, "CAM-FULL");
    const photo = await fieldPhoto(3);
    await camera.send({ source_id: "a", class_name: "lynx" });
    const refused = await camera.put("a", photo);
    expect([refused.statusCode, refused.json().code]).toEqual([503, "storage_full"]);
    isFull = false;
    const done = await camera.put("a", null, { "content-range": `bytes */${photo.length}` });
    expect(done.json().message).toMatchObject({ complete: true });

    // The disk accepts no byte of the part.
    await camera.send({ source_id: "b", class_name: "lynx" });
    await camera.put("b", photo.subarray(0, 1000), part(0, 1000, photo.length));
    const { upload_id } = await test.db.reader
      .selectFrom("photo_uploads")
      .select("upload_id")
      .executeTakeFirstOrThrow();
    const file = join(test.dataDir, "uploads", `${upload_id}.part`);
    await rm(file);
    await symlink("/dev/full", file);
    const noPart = await camera.put("b", photo, part(0, photo.length, photo.length));
    expect([noPart.statusCode, noPart.json().code]).toEqual([503, "storage_full"]);
    await rm(file);
    expect((await camera.put("b", photo)).json().message).toMatchObject({ complete: true });
    await test.close();
  });
});
