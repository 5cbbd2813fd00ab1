import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PhotoList } from "../../../src/protocol/insights-answers.ts";
import type { Insight, Photo } from "../../../src/protocol/shapes.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person, START_MS } from "../../support/server/insight-world.ts";

const photoList = Compile(PhotoList);
const BYTES = Buffer.from("0123456789 these are the bytes of a photograph");

describe.each(DATABASE_KINDS)("photos over $name", (kind) => {
  let world: InsightWorld;
  let ada: Person;
  let device: { ref: number; id: string };
  let ids: string[];
  let photo: { key: string; hash: string };

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
    ada = await world.person();
    device = await world.device(ada);
    ids = await world.insights(device.ref, [{}, {}, { table_name: "events" }]);
    photo = await world.photo(ids[0] ?? "", BYTES, START_MS + 1000);
  });
  afterAll(() => world.close());

  const url = (changes: Record<string, string> = {}) =>
    `/api/photo?${new URLSearchParams({ deviceId: device.id, photoUrl: photo.key, ...changes })}`;

  describe("the records", () => {
    it("hold insightId, deviceId, table, path and createdAt, newest first; path is the insight's photoUrl [INS-25, INS-53]", async () => {
      const cleo = await world.person();
      const own = await world.device(cleo);
      const [first = "", second = ""] = await world.insights(own.ref, [{}, { table_name: "events" }]);
      const older = await world.photo(first, Buffer.from("older"), START_MS);
      const newer = await world.photo(second, Buffer.from("newer"), START_MS + 5);
      const answer = await world.get(cleo, "/api/insights/photos");
      expect(photoList.Check(answer.json())).toBe(true);
      expect(answer.json().message).toEqual([
        {
          insightId: second,
          deviceId: own.id,
          table: "events",
          path: newer.key,
          createdAt: "2026-03-01T00:00:00.005Z",
        },
        {
          insightId: first,
          deviceId: own.id,
          table: "insights",
          path: older.key,
          createdAt: "2026-03-01T00:00:00.000Z",
        },
      ]);
      const insights = await world.message<Insight[]>(cleo, "/api/insights/paginated");
      expect(insights.map(({ photoUrl }) => photoUrl)).toEqual([newer.key, older.key]);
      expect(insights[0]?.photoCreatedAt).toBe("2026-03-01T00:00:00.005Z");
    });

    it("come all at once without a limit, however many, and in pages with one [INS-53]", async () => {
      const dora = await world.person();
      const own = await world.device(dora);
      const insightIds = await world.insights(own.ref, new Array(12_000).fill({}));
      await world.db.write((transaction) =>
        world.db.dialect.insertMany(
          transaction,
          "photos",
          insightIds.map((id, row) => ({
            insight_id: Number(id),
            device_ref: own.ref,
            table_name: "insights",
            content_hash: photo.hash,
            source_name: null,
            created_at: START_MS + Math.floor(row / 7),
          })),
        ),
      );
      const all = await world.message<Photo[]>(dora, "/api/insights/photos");
      expect(all).toHaveLength(12_000);
      expect(new Set(all.map(({ path }) => path)).size).toBe(12_000);
      expect(all.every((one, row) => row === 0 || one.createdAt <= (all[row - 1]?.createdAt ?? ""))).toBe(
        true,
      );
      expect(await world.message(dora, "/api/insights/photos?limit=5&offset=9998")).toEqual(
        all.slice(9_998, 10_003),
      );
      expect(await world.message(dora, "/api/insights/photos?offset=11990")).toEqual(all.slice(11_990));
      expect((await world.get(dora, "/api/insights/photos?limit=0")).statusCode).toBe(400);
    });

    it("are an empty list where there are none", async () => {
      expect(await world.message(await world.person(), "/api/insights/photos")).toEqual([]);
    });
  });

  describe("the picture", () => {
    it("comes whole in its stored type, private, with a tag [INS-56]", async () => {
      const answer = await world.get(ada, url());
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload).toEqual(BYTES);
      expect(answer.headers).toMatchObject({
        "content-type": "image/jpeg",
        "content-length": String(BYTES.length),
        "cache-control": "private",
        "accept-ranges": "bytes",
        etag: expect.stringMatching(/^"[\w-]+"$/),
      });
    });

    it("comes as a thumbnail in WebP, under a tag of its own [INS-55]", async () => {
      const answer = await world.get(ada, url({ thumbnail: "true" }));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe("image/webp");
      expect(answer.headers["cache-control"]).toBe("private");
      expect(answer.rawPayload.toString()).toBe(`thumbnail of ${BYTES.toString()}`);
      expect(answer.headers.etag).not.toBe((await world.get(ada, url())).headers.etag);
    });

    it("is a 304 without a body for who has it already", async () => {
      for (const thumbnail of ["true", "false"]) {
        const { headers } = await world.get(ada, url({ thumbnail }));
        const tag = String(headers.etag);
        for (const known of [tag, `"other", W/${tag}`, "*"]) {
          const answer = await world.get(ada, url({ thumbnail }), { "if-none-match": known });
          expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, "", tag]);
        }
        expect((await world.get(ada, url({ thumbnail }), { "if-none-match": '"other"' })).statusCode).toBe(
          200,
        );
      }
    });

    it.each([
      ["bytes=0-9", 0, 9],
      ["bytes=10-", 10, BYTES.length - 1],
      ["bytes=-5", BYTES.length - 5, BYTES.length - 1],
      ["bytes=40-4000", 40, BYTES.length - 1],
      ["bytes=-4000", 0, BYTES.length - 1],
    ])("comes in part, 206, for %s", async (range, start, end) => {
      const answer = await world.get(ada, url(), { range });
      expect(answer.statusCode).toBe(206);
      expect(answer.headers["content-range"]).toBe(`bytes ${start}-${end}/${BYTES.length}`);
      expect(answer.headers["content-length"]).toBe(String(end - start + 1));
      expect(answer.rawPayload).toEqual(BYTES.subarray(start, end + 1));
    });

    it("comes whole for ranges that a server may ignore, and for a range of another version", async () => {
      for (const range of ["bytes=5-2", "bytes=0-1,4-5", "lines=1-2", "bytes=-", "bytes=a-b"]) {
        expect((await world.get(ada, url(), { range })).statusCode).toBe(200);
      }
      const stale = await world.get(ada, url(), { range: "bytes=0-3", "if-range": '"older"' });
      expect(stale.statusCode).toBe(200);
      const { etag } = (await world.get(ada, url())).headers;
      const fresh = await world.get(ada, url(), { range: "bytes=0-3", "if-range": String(etag) });
      expect(fresh.statusCode).toBe(206);
    });

    it("refuses a range beyond its end with 416 and its size", async () => {
      const answer = await world.get(ada, url(), { range: `bytes=${BYTES.length}-` });
      expect(answer.statusCode).toBe(416);
      expect(answer.headers["content-range"]).toBe(`bytes */${BYTES.length}`);
    });

    it.each(["deviceId", "photoUrl"])("without %s is a 400 that names it", async (missing) => {
      const query = new URLSearchParams({ deviceId: device.id, photoUrl: photo.key });
      query.delete(missing);
      const answer = await world.get(ada, `/api/photo?${query}`);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [missing, "general"]]);
      expect((await world.get(ada, url({ thumbnail: "small" }))).statusCode).toBe(400);
    });

    it("that is missing, strange, of another Sentinel or lost is 'Image does not exist' [INS-08]", async () => {
      const eve = await world.person();
      const theirs = await world.device(eve);
      const gone = await world.photo(ids[1] ?? "", Buffer.from("to be lost"));
      world.photos.lose(gone.hash);
      const asked: [Person, Record<string, string>][] = [
        [ada, { photoUrl: "99999999" }],
        [ada, { photoUrl: "../../etc/passwd" }],
        [ada, { photoUrl: "1e0" }],
        [ada, { photoUrl: "0" }],
        [ada, { deviceId: theirs.id }],
        [ada, { photoUrl: gone.key }],
        [eve, {}],
      ];
      for (const [person, changes] of asked) {
        for (const thumbnail of ["true", "false"]) {
          const answer = await world.get(person, url({ thumbnail, ...changes }));
          expect(answer.statusCode).toBe(404);
          expect(answer.json()).toEqual({ code: "not_found", errors: { general: "Image does not exist" } });
        }
      }
    });

    it("is out of reach once its insight is set aside", async () => {
      const own = await world.device(ada);
      const [id = ""] = await world.insights(own.ref, [{}]);
      const { key } = await world.photo(id, Buffer.from("set aside"));
      const address = url({ deviceId: own.id, photoUrl: key });
      expect((await world.get(ada, address)).statusCode).toBe(200);
      await world.setAside(own.ref);
      expect((await world.get(ada, address)).statusCode).toBe(404);
    });
  });
});
