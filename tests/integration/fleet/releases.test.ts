import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReleaseList } from "../../../src/protocol/device-updates.ts";
import type { Component } from "../../../src/protocol/shapes.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const releaseList = Compile(ReleaseList);
const FILE = {
  alg_bucket: "public",
  alg_path: "birds.tflite",
  md5_checksum: "d41d8cd98f00b204e9800998ecf8427e",
};

describe.each(DATABASE_KINDS)("releases over $name", (kind) => {
  let test: TestApp;
  let ada: TestUser;
  let staff: TestUser;
  let birds: string;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ada = await test.addUser("ada");
    staff = await test.addUser("staff", "staff");
    birds = await test.addModel("Birds", [], [], FILE);
  });
  afterAll(() => test.close());

  const make = (body: object, as = staff) => test.call("POST", "/api/modelRelease", { as, body });
  const read = async (as: TestUser, url = "/api/modelRelease") =>
    (await test.call("GET", url, { as })).json();
  const plain = (algMetadataId: string): Component => ({
    algMetadataId,
    isIntermediate: false,
    saveBBImages: false,
    saveCroppedImages: false,
    downstreamConfigs: [],
    bypassClasses: [],
    ignoredClasses: [],
    imageNormalizationMethod: "resize",
  });

  it("are all seen by staff, and by a member those that staff assigned to them [UPD-29] [ADMIN-24]", async () => {
    const assigned = await test.addRelease("summer", [ada]);
    const made = await make({
      name: "Autumn",
      description: "For the rut",
      models: [{ algMetadataId: birds }],
    });
    const release = {
      id: expect.stringMatching(/^\d+$/),
      name: "Autumn",
      description: "For the rut",
      components: [plain(birds)],
    };
    expect(made.json()).toEqual({ message: release });
    const summer = { id: assigned, name: "summer", description: null, components: [] };
    expect(await read(staff)).toEqual({ message: [made.json().message, summer] });
    expect(await read(ada)).toEqual({ message: [summer] });
    expect(await read(ada, "/api/modelRelease/approved")).toEqual({ message: [summer] });
    expect(await read(staff, "/api/modelRelease/approved")).toEqual({ message: [] });
  });

  it("keep all that staff say of each of their models, in its order [ADMIN-22] [ADMIN-23] [ADMIN-25]", async () => {
    const finder = await test.addModel("Finder", [], [], {
      ...FILE,
      framework: "2StageClassifier",
      alg_path: "finder.tflite",
    });
    const told: Component = {
      algMetadataId: finder,
      isIntermediate: true,
      saveBBImages: true,
      saveCroppedImages: true,
      downstreamConfigs: [{ modelId: birds, threshold: 0.4, classes: [1] }, {}],
      bypassClasses: [99],
      ignoredClasses: [1, 99],
      imageNormalizationMethod: "resize",
    };
    const body = { name: "Two stages", description: null, models: [told, plain(birds), told] };
    const { message: made } = (await make(body)).json();
    const { models: components, ...facts } = body;
    expect(made).toEqual({ id: made.id, ...facts, components });
    const list = await read(staff);
    expect([...releaseList.Errors(list)]).toEqual([]);
    expect(list.message.find(({ id }: { id: string }) => id === made.id)).toEqual(made);
    expect((await make(body, ada)).statusCode).toBe(403);
    expect(await read(staff)).toEqual(list);
  });

  it("are made only of models whose file is known and runs on a Sentinel", async () => {
    const bare = await test.addModel("No file", [], []);
    const odd = await test.addModel("Odd", [], [], { ...FILE, framework: "yolov5", alg_path: "odd.tflite" });
    const refused = await make({
      name: "Bad",
      models: [birds, bare, odd].map((algMetadataId) => ({ algMetadataId })),
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors.models).toBe("Some models are incorrectly formatted: No file, Odd.");
  });

  it("name classes of their models or 'empty', and a known way to fit a picture", async () => {
    const models = [
      { algMetadataId: Number(birds), ignoredClasses: [1, 99] },
      { algMetadataId: birds, ignoredClasses: [2], bypassClasses: [1, 7], imageNormalizationMethod: "crop" },
      { algMetadataId: "999" },
    ];
    const refused = await make({ name: "Bad", models });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().errors).sort()).toEqual([
      "general",
      "models.1.bypassClasses",
      "models.1.ignoredClasses",
      "models.1.imageNormalizationMethod",
      "models.2.algMetadataId",
    ]);
    expect((await make({ name: "Good", models: models.slice(0, 1) })).statusCode).toBe(200);
    for (const body of [{ name: "", models }, { models }, { name: "None", models: [] }]) {
      expect((await make(body)).statusCode).toBe(400);
    }
  });
});
