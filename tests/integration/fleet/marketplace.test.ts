import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MarketModelList } from "../../../src/protocol/marketplace.ts";
import type { MarketModel } from "../../../src/protocol/shapes.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const URL = "/api/v2/marketplace/models";
const CONTENT = Buffer.from("TFL3 and what follows it, a model's weights. ".repeat(50));

describe.each(DATABASE_KINDS)("the marketplace over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let birds: string;
  let secret: string;

  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
    birds = await test.addModel("Bïrds of the “lake”", [], [], {
      is_public: 1,
      alg_description: "Water birds",
      author: "The lab",
      ...(await test.storeModelFile(CONTENT)),
    });
    await test.addModel("ants", [], [], { is_public: 1 });
    secret = await test.addModel("Secret", [ben], [], await test.storeModelFile("TFL3 secret"));
  });
  afterAll(() => test.close());

  const list = async (as: TestUser): Promise<MarketModel[]> =>
    (await test.call("GET", URL, { as })).json().message;
  const add = (as: TestUser, modelId: unknown) => test.call("POST", URL, { as, body: { modelId } });
  const download = (id: string, headers: Record<string, string> = {}, as = ada) =>
    test.call("GET", `${URL}/${id}/download`, { as, headers });

  it("lists the public models by name, each in its whole shape [MKT-07] [MKT-08]", async () => {
    const answer = await test.call("GET", URL, { as: ben });
    expect([...Compile(MarketModelList).Errors(answer.json())]).toEqual([]);
    expect(answer.json().message.map(({ alg_name }: MarketModel) => alg_name)).toEqual([
      "ants",
      "Bïrds of the “lake”",
    ]);
    expect(answer.json().message[1]).toEqual({
      alg_id: birds,
      name: "Bïrds of the “lake”",
      alg_name: "Bïrds of the “lake”",
      description: "Water birds",
      author: "The lab",
      framework: "YOLOv5",
      image_path: null,
      classes: [{ class_id: 1, label: "fox", original_label: "Vulpes vulpes" }],
      inAccount: false,
    });
  });

  it("adds a model to the caller's account alone, and again with the same answer [MKT-03] [MKT-04] [MKT-09]", async () => {
    const [, before] = await list(ada);
    for (const modelId of [birds, Number(birds)]) {
      const added = await add(ada, modelId);
      expect(added.json()).toEqual({ message: { ...before, inAccount: true } });
    }
    expect((await list(ada)).map(({ inAccount }) => inAccount)).toEqual([false, true]);
    expect((await list(ben)).map(({ inAccount }) => inAccount)).toEqual([false, false]);
    const models = await test.call("GET", `/api/getModelsForUser/${ada.userId}`, { as: ada });
    expect(models.json().message).toMatchObject([{ alg_id: birds }]);
  });

  it("adds nothing that is not public", async () => {
    for (const id of [secret, "0", "none"]) expect((await add(ada, id)).statusCode).toBe(404);
    expect((await add(ada, undefined)).json().errors).toHaveProperty("modelId");
  });

  it("sends a model's file with its length and its tag, as something to save (promise B6)", async () => {
    const answer = await download(birds);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(CONTENT)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": String(CONTENT.length),
      "accept-ranges": "bytes",
      "cache-control": "private",
      etag: `"${createHash("md5").update(CONTENT).digest("hex")}"`,
      "content-disposition":
        "attachment; filename=\"B_rds of the _lake_.tflite\"; filename*=UTF-8''B%C3%AFrds%20of%20the%20%E2%80%9Clake%E2%80%9D.tflite",
    });
    const fresh = await download(birds, { "if-none-match": String(answer.headers.etag) });
    expect([fresh.statusCode, fresh.body]).toEqual([304, ""]);
  });

  it("sends the part of a file that is asked for, where the rest is still the same", async () => {
    const part = await download(birds, { range: "bytes=5-9" });
    expect([part.statusCode, part.body]).toEqual([206, "and w"]);
    expect(part.headers["content-range"]).toBe(`bytes 5-9/${CONTENT.length}`);
    const changed = await download(birds, { range: "bytes=5-9", "if-range": '"another"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, CONTENT.length]);
    const beyond = await download(birds, { range: "bytes=99999-" });
    expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, `bytes */${CONTENT.length}`]);
  });

  it("sends no file of another user's model, and none where there is none", async () => {
    const [ants] = await list(ada);
    for (const id of [secret, ants?.alg_id ?? "", "none"]) {
      expect((await download(id)).statusCode).toBe(404);
    }
    expect((await download(secret, {}, ben)).statusCode).toBe(200);
  });

  it("says that the storage does not answer, and is back when it is", async () => {
    const content = Buffer.from("TFL3 on a disk that goes away");
    const stored = await test.storeModelFile(content);
    const id = await test.addModel("Away", [ada], [], stored);
    await rm(join(test.dataDir, "models", stored.alg_bucket, stored.alg_path));
    const answer = await download(id);
    expect([answer.statusCode, answer.json().code]).toEqual([503, "unavailable"]);
    expect(answer.headers["retry-after"]).toBe("30");
    await test.storeModelFile(content);
    expect((await download(id)).statusCode).toBe(200);
  });

  it("reads no file that lies elsewhere, whatever the database names", async () => {
    for (const place of [
      { alg_bucket: "..", alg_path: "understory.sqlite" },
      { alg_bucket: "published", alg_path: "../../understory.sqlite" },
      { alg_bucket: "published", alg_path: "/etc/hostname" },
    ]) {
      const id = await test.addModel("Elsewhere", [ada], [], place);
      expect((await download(id)).statusCode).toBe(503);
    }
  });
});
