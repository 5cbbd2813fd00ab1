import sharp from "sharp";
import { makeTestApp, type TestApp, type TestUser } from "./test-app.ts";

/** Everybody who calls, and one of each thing, all `member`'s own. */
export interface AccessWorld {
  readonly test: TestApp;
  readonly people: Readonly<Record<"restricted" | "member" | "other" | "staff", TestUser>>;
  readonly expired: string;
  readonly deviceId: string;
  readonly insightId: string;
  readonly photoKey: string;
  readonly groupId: string;
  readonly alertId: string;
  readonly algId: string;
  readonly bulkId: string;
}

export async function makeAccessWorld(): Promise<AccessWorld> {
  const test = await makeTestApp();
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
  const algId = await test.addModel("Mammals", [member], [deviceRef]);
  const { insightId, photoKey } = await test.addInsight(deviceRef, await drawnPhoto());
  const started = await test.call("POST", "/api/updates/", {
    as: member,
    body: { insights: [{ insightId, deviceId, insightStatus: "favorite" }] },
  });
  return {
    test,
    people,
    expired: await test.expiredToken(member),
    deviceId,
    insightId,
    photoKey,
    groupId,
    alertId,
    algId,
    bulkId: started.json().message.bulkId,
  };
}

/** A small picture of one colour. */
export function drawnPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 320, height: 240, channels: 3, background: "#3a5f42" } })
    .jpeg()
    .toBuffer();
}
