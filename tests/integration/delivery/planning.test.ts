import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OutgoingMessage } from "../../../server/delivery/sender.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import {
  addIntegration,
  type DeliveryWorld,
  makeDeliveryWorld,
  readDeliveries,
  setRules,
  sighting,
} from "../../support/delivery/delivery-world.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { type SpeakingDevice, speakingDevice } from "../../support/server/ingest-world.ts";
import type { TestUser } from "../../support/server/test-app.ts";

describe.each(DATABASE_KINDS)("messages about insights and alerts on $name", (kind) => {
  let world: DeliveryWorld;
  let serial = 0;
  beforeAll(async () => {
    world = await makeDeliveryWorld(kind);
  });
  afterAll(() => world.close());

  /** A user with a Sentinel, of a test of its own. */
  async function newcomer(): Promise<{ user: TestUser; device: SpeakingDevice; name: string }> {
    serial += 1;
    const name = `u${serial}`;
    const user = await world.addUser(name);
    const device = await speakingDevice(world, `cam-${name}`, [user], { preferred_name: `Camp ${name}` });
    return { user, device, name };
  }

  /** Plans and sends what is due now, and after the wait for pictures. */
  async function run(): Promise<void> {
    await world.deliveries.runOnce();
    world.clock.advance(MINUTE_MS);
    await world.deliveries.runOnce();
  }

  const toldTo = (address: string): OutgoingMessage[] =>
    world.sent.email.messages.filter(({ target }) => target === address);
  const ofUser = async ({ userId }: TestUser) =>
    (await readDeliveries(world)).filter(({ user_id }) => user_id === userId);

  it("an insight is told once to each confirmed address, and to no other", async () => {
    const { user, device, name } = await newcomer();
    await addIntegration(world, user, "email", {
      addresses: [`${name}a@x.org`, `${name}b@x.org`],
      unconfirmed: [`${name}c@x.org`],
    });
    const [stored] = await device.send(sighting("lynx"));
    await run();
    await run();
    expect(toldTo(`${name}a@x.org`)).toHaveLength(1);
    expect(toldTo(`${name}b@x.org`)).toHaveLength(1);
    expect(toldTo(`${name}c@x.org`)).toHaveLength(0);
    const [message] = toldTo(`${name}a@x.org`);
    expect(message?.content).toMatchObject({
      kind: "insight",
      device: { deviceId: device.id, name: `Camp ${name}` },
      insight: { insightId: Number(stored?.insight_id), className: "lynx", insightCount: 1, visits: 1 },
      link: `https://understory.example.org/?tab=insights&archived=1&review=1&image=${stored?.insight_id}`,
      why: { by: "all", className: "lynx" },
    });
    const rows = await ofUser(user);
    expect(rows.map(({ status, answer, attempts }) => ({ status, answer, attempts }))).toEqual([
      { status: "sent", answer: "250 ok", attempts: 1 },
      { status: "sent", answer: "250 ok", attempts: 1 },
    ]);
  });

  it("nothing is noted where no user of the Sentinel is told of anything", async () => {
    const { device } = await newcomer();
    await device.send(sighting("lynx"));
    expect(await world.db.reader.selectFrom("notices").selectAll().execute()).toEqual([]);
  });

  it("ten insights of one visit are one message, and a later visit is another", async () => {
    const { user, device, name } = await newcomer();
    await addIntegration(world, user, "email", { addresses: [`${name}@x.org`] });
    await device.send(...Array.from({ length: 9 }, () => sighting("lynx")));
    world.clock.advance(5 * MINUTE_MS);
    await device.send(sighting("lynx"));
    await run();
    expect(toldTo(`${name}@x.org`)).toHaveLength(1);
    expect(toldTo(`${name}@x.org`)[0]?.content).toMatchObject({ insight: { insightCount: 10 } });
    world.clock.advance(10 * MINUTE_MS);
    await device.send(sighting("lynx"));
    await run();
    expect(toldTo(`${name}@x.org`)).toHaveLength(2);
  });

  it("chosen classes, muted classes and muted Sentinels decide what is told", async () => {
    const { user, device, name } = await newcomer();
    const other = await speakingDevice(world, `muted-${name}`, [user]);
    await addIntegration(world, user, "email", { classes: ["lynx", "wolf"], addresses: [`${name}@x.org`] });
    await setRules(world, user, {
      mutedClasses: ["wolf"],
      mutedDevices: [{ deviceId: other.id, until: world.clock.now() + 2 * HOUR_MS }],
    });
    await device.send(sighting("lynx"), sighting("wolf"), sighting("Lynx"), sighting("roe deer"));
    await other.send(sighting("lynx"));
    await run();
    expect(toldTo(`${name}@x.org`).map(({ content }) => content)).toMatchObject([
      { device: { deviceId: device.id }, insight: { className: "lynx" }, why: { by: "classes" } },
    ]);
    world.clock.advance(3 * HOUR_MS);
    await other.send(sighting("lynx"));
    await run();
    expect(toldTo(`${name}@x.org`)).toHaveLength(2);
  });

  it("where groups decide, each group has its own classes", async () => {
    const { user, device, name } = await newcomer();
    const alone = await speakingDevice(world, `alone-${name}`, [user]);
    const groupId = await world.addGroup(user, `North ${name}`, [device.ref]);
    await addIntegration(world, user, "email", {
      classes: "none",
      groups: [{ groupId, classes: ["wolf"] }],
      addresses: [`${name}@x.org`],
    });
    await device.send(sighting("wolf"), sighting("lynx"));
    await alone.send(sighting("wolf"));
    await run();
    expect(toldTo(`${name}@x.org`).map(({ content }) => content)).toMatchObject([
      { device: { deviceId: device.id }, why: { by: "group", className: "wolf", groupId: Number(groupId) } },
    ]);
  });

  it("a person who wants only rare animals hears of a class once at each Sentinel", async () => {
    const { user, device, name } = await newcomer();
    await addIntegration(world, user, "email", { addresses: [`${name}@x.org`] });
    await setRules(world, user, { onlyRare: true, visitMinutes: 0 });
    await device.send(sighting("lynx"));
    await device.send(sighting("lynx"), sighting("wolf"));
    await run();
    const classes = toldTo(`${name}@x.org`).map(({ content }) =>
      content.kind === "insight" ? content.insight.className : "",
    );
    expect(classes.sort()).toEqual(["lynx", "wolf"]);
  });

  it("quiet hours keep messages until their end, and what came in between is told together", async () => {
    const { user, device, name } = await newcomer();
    await addIntegration(world, user, "email", { addresses: [`${name}@x.org`] });
    await addIntegration(world, user, "gundi");
    const hour = new Date(world.clock.now()).getUTCHours();
    const two = (value: number) => String(value % 24).padStart(2, "0");
    await setRules(world, user, { quietHours: { from: `${two(hour)}:00`, to: `${two(hour + 3)}:00` } });
    await device.send(sighting("lynx"));
    await run();
    world.clock.advance(HOUR_MS);
    await device.send(sighting("lynx"));
    await run();
    expect(toldTo(`${name}@x.org`)).toHaveLength(0);
    const toGundi = world.sent.gundi.messages.filter(({ userId }) => userId === user.userId);
    expect(toGundi).toHaveLength(2);
    world.clock.advance(3 * HOUR_MS);
    await run();
    expect(toldTo(`${name}@x.org`).map(({ content }) => content)).toMatchObject([{ insight: { visits: 2 } }]);
  });

  it("what is over a day's limit is dropped, and one line of the log says how much", async () => {
    const { user, device, name } = await newcomer();
    await addIntegration(world, user, "email", { addresses: [`${name}@x.org`] });
    await setRules(world, user, { dailyLimit: 2, visitMinutes: 0 });
    await device.send(...Array.from({ length: 4 }, () => sighting("lynx")));
    await run();
    await device.send(sighting("wolf"));
    await run();
    expect(toldTo(`${name}@x.org`)).toHaveLength(2);
    const dropped = (await ofUser(user)).filter(({ status }) => status === "dropped");
    expect(dropped.map(({ subject, answer }) => ({ subject: JSON.parse(subject), answer }))).toEqual([
      { subject: { kind: "limit", count: 3, limit: 2 }, answer: "Over your limit of 2 messages a day." },
    ]);
    world.clock.advance(24 * HOUR_MS);
    await device.send(sighting("wolf"));
    await run();
    expect(toldTo(`${name}@x.org`)).toHaveLength(3);
  });

  it("a user who moves to another time zone gets no second day of messages", async () => {
    const { user, device, name } = await newcomer();
    await addIntegration(world, user, "email", { addresses: [`${name}@x.org`] });
    const nowMs = world.clock.now();
    const hour = new Date(nowMs).getUTCHours();
    // Where it is the first hour of the day.
    const timeZone = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
    await setRules(world, user, { dailyLimit: 500, timeZone });
    const told = Array.from({ length: 500 }, (_, at) => ({
      ...{ user_id: user.userId, platform: "email", target: `${name}@x.org`, lane: "email", kind: "insight" },
      ...{ dedupe_key: `told:${name}:${at}`, subject: "{}", status: "sent", step: 0, attempts: 1 },
      ...{ next_at: nowMs, give_up_at: nowMs, may_repeat: 0, created_at: nowMs - 2 * HOUR_MS },
    }));
    await world.db.write((transaction) => world.db.dialect.insertMany(transaction, "deliveries", told));
    await device.send(sighting("lynx"));
    await run();
    expect(toldTo(`${name}@x.org`)).toHaveLength(0);
  });

  it("an alert is told where the user wants alerts, and no more once somebody has seen to it", async () => {
    const { user, device, name } = await newcomer();
    await addIntegration(world, user, "email", { addresses: [`${name}@x.org`], alerts: true });
    await addIntegration(world, user, "sms", { addresses: [`+2547000000${name.slice(1)}`] });
    await device.call("POST", "status", { battery_voltage: 2.9 });
    await run();
    const told = toldTo(`${name}@x.org`).map(({ content }) => content);
    const alertId = told[0]?.kind === "alert" ? told[0].alert.alertId : expect.fail();
    expect(told).toMatchObject([
      {
        kind: "alert",
        link: `https://understory.example.org/?tab=alerts&alert=${alertId}`,
        alert: { type: "low_battery" },
        device: { deviceId: device.id },
        why: { by: "alert" },
      },
    ]);
    expect(world.sent.sms.messages.filter(({ userId }) => userId === user.userId)).toHaveLength(0);
  });

  it("of several users of one Sentinel each is told by the own rules and addresses alone", async () => {
    const { user, device, name } = await newcomer();
    const second = await world.addUser(`second-${name}`);
    await world.db.write((transaction) =>
      transaction
        .insertInto("device_users")
        .values({
          device_ref: device.ref,
          user_id: second.userId,
          after_insight_id: 0,
          granted_at: world.clock.now(),
        })
        .execute(),
    );
    await addIntegration(world, user, "email", { addresses: [`${name}@x.org`], classes: ["lynx"] });
    await addIntegration(world, second, "gundi", { classes: ["wolf"], gundiApiKey: `key-${name}` });
    await device.send(sighting("lynx"), sighting("wolf"));
    await run();
    const mine = world.sent.email.messages.filter(({ userId }) => userId === user.userId);
    const theirs = world.sent.gundi.messages.filter(({ userId }) => userId === second.userId);
    expect(mine.map(({ content }) => content)).toMatchObject([{ insight: { className: "lynx" } }]);
    expect(theirs.map(({ content, gundiApiKey }) => ({ content, gundiApiKey }))).toMatchObject([
      { content: { insight: { className: "wolf" } }, gundiApiKey: `key-${name}` },
    ]);
  });

  it.each([
    ["access was revoked", "device_users"],
    ["the integration was deleted", "integrations"],
    ["the address is not confirmed any more", "integration_targets"],
  ] as const)("nothing is sent where %s between the decision and the sending", async (_, table) => {
    const { user, device, name } = await newcomer();
    await addIntegration(world, user, "email", { addresses: [`${name}@x.org`] });
    await device.send(sighting("lynx"));
    await world.deliveries.runOnce();
    await world.db.write(async (transaction) => {
      if (table === "integration_targets") {
        await transaction
          .updateTable(table)
          .set({ confirmed_at: null })
          .where("user_id", "=", user.userId)
          .execute();
      } else await transaction.deleteFrom(table).where("user_id", "=", user.userId).execute();
    });
    await run();
    expect(toldTo(`${name}@x.org`)).toHaveLength(0);
    const [row] = await ofUser(user);
    expect(row).toMatchObject({ status: "dropped" });
    expect(row?.answer).not.toBeNull();
  });
});
