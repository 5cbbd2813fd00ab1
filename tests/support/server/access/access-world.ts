import { createECDH, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { pictureQuery } from "../../../../server/features/push/picture-address.ts";
import { saveImage } from "../../../../server/features/users/image-service.ts";
import { makeTestApp, type TestApp, type TestUser } from "../test-app.ts";

/** All callers, and one row of each kind, all the member's. */
export interface AccessWorld {
  readonly test: TestApp;
  readonly people: Readonly<Record<"restricted" | "member" | "other" | "staff", TestUser>>;
  readonly expired: string;
  readonly deviceId: string;
  readonly insightId: string;
  readonly basemapFile: string;
  readonly photoKey: string;
  /** The path of the member's profile photo. */
  readonly imageUrl: string;
  /** The signed path of a picture in a notification of the member's. */
  readonly pushedPicture: string;
  /** Subscribes a browser of the member's anew. @returns the path of its subscription */
  readonly subscribe: () => Promise<string>;
  readonly groupId: string;
  readonly alertId: string;
  /** With a file. */
  readonly algId: string;
  readonly publicAlgId: string;
  /** Where a tflite file lies in the storage of models. */
  readonly modelPlace: { readonly bucket: string; readonly path: string };
  /** A model whose file is known. */
  readonly releasableAlgId: string;
  readonly bulkId: string;
  /** Approved for `member`. */
  readonly releaseId: string;
  /** A pending one, of another Sentinel. */
  readonly deviceUpdateId: string;
}

export async function makeAccessWorld(): Promise<AccessWorld> {
  const test = await makeTestApp({ sendsAtOnce: true });
  const people = {
    restricted: await test.addUser("restricted", "restricted"),
    member: await test.addUser("member"),
    other: await test.addUser("other"),
    staff: await test.addUser("staff", "staff"),
  };
  const { member } = people;
  const deviceId = "SENT-1";
  const deviceRef = await test.addDevice(deviceId, [member]);
  await test.addDevice("SENT-2", [people.other]);
  const groupId = await test.addGroup(member, "North ridge", [deviceRef]);
  const alertId = await test.addAlert(member, deviceRef);
  const algId = await test.addModel("Mammals", [member], [deviceRef], await test.storeModelFile("TFL3"));
  const releasableAlgId = await test.addModel("Birds", [], [], {
    alg_bucket: "public",
    alg_path: "birds.tflite",
    md5_checksum: "d41d8cd98f00b204e9800998ecf8427e",
  });
  const releaseId = await test.addRelease("Spring", [member], [algId]);
  await test.addDevice("SENT-3", [member]);
  const ordered = await test.call("POST", "/api/devices/update", {
    as: member,
    body: updateOf("SENT-3", releaseId),
  });
  const { insightId, photoKey } = await test.addInsight(deviceRef, await drawnPhoto());
  const started = await test.call("POST", "/api/updates/", {
    as: member,
    body: { insights: [{ insightId, deviceId, insightStatus: "favorite" }] },
  });
  return {
    test,
    people,
    expired: await test.expiredToken(member),
    basemapFile: addBasemap(test),
    deviceId,
    insightId,
    photoKey,
    imageUrl: await saveImage(test.deps, member.userId, await drawnPhoto()),
    pushedPicture: `/api/push/picture${pictureQuery(
      test.deps.pushKeys,
      { userId: member.userId, insightId: Number(insightId) },
      test.clock.now(),
    )}`,
    subscribe: () => subscribe(test, member),
    groupId,
    alertId,
    algId,
    modelPlace: await placeOfModel(test),
    publicAlgId: await test.addModel("Open", [], [], { is_public: 1 }),
    releasableAlgId,
    bulkId: started.json().message.bulkId,
    releaseId,
    deviceUpdateId: ordered.json().message.deviceUpdateId,
  };
}

async function subscribe(test: TestApp, user: TestUser): Promise<string> {
  const keys = createECDH("prime256v1");
  const body = {
    endpoint: `https://push.example.org/${test.deps.ids.uuid()}`,
    keys: {
      p256dh: keys.generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
    topics: ["alerts"],
  };
  const answer = await test.call("POST", "/api/push/subscriptions", { as: user, body });
  return `/api/push/subscriptions/${answer.json().message.id}`;
}

/** A map file of the operator's. @returns its name */
function addBasemap({ dataDir }: TestApp): string {
  mkdirSync(join(dataDir, "basemaps"), { recursive: true });
  writeFileSync(join(dataDir, "basemaps", "park.pmtiles"), "PMTiles");
  return "park.pmtiles";
}

async function placeOfModel(test: TestApp): Promise<AccessWorld["modelPlace"]> {
  const { alg_bucket: bucket, alg_path: path } = await test.storeModelFile(TFLITE_FILE);
  return { bucket, path };
}

/** A file that begins as a tflite model does: the place of its root table, and its identifier. */
export const TFLITE_FILE = Buffer.concat([Buffer.from([16, 0, 0, 0]), Buffer.from("TFL3"), Buffer.alloc(24)]);

/** The update that a person asks of one Sentinel. */
export function updateOf(deviceId: string, algReleaseId: string) {
  return {
    deviceIds: [deviceId],
    firmwareReleaseTag: "release",
    algReleaseId,
    settings: { cycleTime: 690, triggerNumber: 30, satelliteFixTime: 5, satellitePasses: null },
  };
}

/** A small picture of one colour. */
export function drawnPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 320, height: 240, channels: 3, background: "#3a5f42" } })
    .jpeg()
    .toBuffer();
}
