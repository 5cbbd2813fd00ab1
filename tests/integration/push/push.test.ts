import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { planDeliveries } from "../../../server/delivery/plan-deliveries.ts";
import type { MessageContent, OutgoingMessage } from "../../../server/delivery/sender.ts";
import { readPushKeys } from "../../../server/features/push/push-keys.ts";
import { createPushSender } from "../../../server/features/push/push-sender.ts";
import { DAY_MS, HOUR_MS, isoTime } from "../../../src/domain/time.ts";
import { readPushMessage } from "../../../src/protocol/push/push-message.ts";
import { sendAllPushes } from "../../support/delivery/delivery-world.ts";
import { type PushBrowser, PushService } from "../../support/providers/push-service.ts";
import { drawnPhoto } from "../../support/server/access/access-world.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { speakingDevice } from "../../support/server/ingest-world.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

describe.each(DATABASE_KINDS)("push messages on $name", (kind) => {
  let test: TestApp;
  let service: PushService;
  let ada: TestUser;
  let ben: TestUser;

  beforeAll(async () => {
    let post: PushService["post"] | null = null;
    test = await makeTestApp({
      kind,
      env: { SUPPORT_EMAIL: "help@example.org" },
      postPush: (request, signal) => (post as PushService["post"])(request, signal),
      deliveryWorker: { wake: () => void test.deliveries.send("push") },
    });
    service = await PushService.start(test.deps.pushKeys.publicKey);
    post = service.post;
    ada = await test.addUser("ada");
    ben = await test.addUser("ben");
  });
  afterAll(async () => {
    await test.close();
    await service.close();
  });
  beforeEach(() => {
    service.behaviour = { kind: "takes" };
    test.clock.advance(DAY_MS);
  });

  const subscribe = (
    user: TestUser,
    { endpoint, keys }: PushBrowser,
    topics: readonly string[] = ["alerts"],
  ) => test.call("POST", "/api/push/subscriptions", { as: user, body: { endpoint, keys, topics } });
  const idOf = async (user: TestUser, browser: PushBrowser) =>
    (await subscribe(user, browser)).json().message.id as string;
  const listOf = async (user: TestUser) => (await test.call("GET", "/api/push", { as: user })).json().message;

  const send = (user: TestUser, target: string, content: MessageContent = { kind: "test", link: "" }) =>
    createPushSender(test.deps).send(outgoing(user, target, content), AbortSignal.timeout(5_000));

  it("are subscribed for a browser of a session, and listed without its secrets", async () => {
    const phone = await test.signInAgain(ada);
    const browser = service.subscribe();
    const answer = await test.call("POST", "/api/push/subscriptions", {
      as: phone,
      headers: { "user-agent": "A phone" },
      body: { endpoint: browser.endpoint, keys: browser.keys, topics: ["insights", "alerts"] },
    });
    expect(answer.statusCode).toBe(200);
    const { message } = answer.json();
    expect(message).toEqual({
      id: expect.stringMatching(/^\d+$/),
      topics: ["alerts", "insights"],
      userAgent: "A phone",
      createdAt: isoTime(test.clock.now()),
      lastSentAt: null,
    });
    const listed = await test.call("GET", "/api/push", { as: ada });
    expect(listed.json().message).toContainEqual(message);
    expect(listed.body).not.toContain(browser.endpoint);
    expect(listed.body).not.toContain(browser.keys.auth);
    const again = await subscribe(phone, browser, ["alerts"]);
    expect(again.json().message).toMatchObject({ id: message.id, topics: ["alerts"] });
  });

  it("have keys that are made once, by whichever server is first, and that a restart finds again", async () => {
    const fresh = await kind.open();
    const [first, second] = await Promise.all([readPushKeys(fresh.db), readPushKeys(fresh.db)]);
    expect(second).toEqual(first);
    expect(await readPushKeys(fresh.db)).toEqual(first);
    await fresh.close();
    const { publicKey } = await readPushKeys(test.db);
    expect(publicKey).toBe(test.deps.pushKeys.publicKey);
    expect((await test.call("GET", "/api/config")).json().message.vapidPublicKey).toBe(publicKey);
  });

  it("reach the browser encrypted, signed for its push service and with what the headers ask for", async () => {
    const browser = service.subscribe();
    const id = await idOf(ada, browser);
    const sent = await test.call("POST", `/api/push/subscriptions/${id}/test`, { as: ada });
    expect(sent.json().message).toEqual({ sent: true, answer: "201", gone: false });
    expect(readPushMessage(JSON.parse(browser.received[0] ?? ""))).toMatchObject({
      userId: ada.userId,
      subject: { kind: "test" },
    });
    const [{ headers, claims, bytes } = expect.fail()] = browser.requests;
    expect(headers).toMatchObject({
      ttl: "86400",
      urgency: "high",
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(claims.aud).toBe("https://push.example.org");
    expect(claims.sub).toBe("mailto:help@example.org");
    expect(Number(claims.exp) * 1000 - Date.now()).toBeGreaterThan(HOUR_MS);
    expect(Number(claims.exp) * 1000 - Date.now()).toBeLessThanOrEqual(DAY_MS);
    expect(bytes).toBeLessThanOrEqual(4096);
    expect((await listOf(ada))[0].lastSentAt).toBe(isoTime(test.clock.now()));
    const log = await test.call("GET", "/api/integrations/push/deliveries?limit=1", { as: ada });
    expect(log.json().message.deliveries).toMatchObject([
      { platform: "push", kind: "test", status: "sent", target: null, answer: "201" },
    ]);
  });

  it("tell an alert with what its step needs, and an insight with a picture behind a signed address", async () => {
    const browser = service.subscribe();
    const id = await idOf(ada, browser);
    const deviceRef = await test.addDevice(`PUSH-${kind.name}`, [ada]);
    const { insightId } = await test.addInsight(deviceRef, await drawnPhoto());
    const device = deviceFacts(`PUSH-${kind.name}`, 'Ridge\r\n"north"');
    const alert = { alertId: 7, type: "low_battery", summary: "Battery at 3.10 V.", createdAtMs: 1_000 };
    await send(ada, id, { kind: "alert", device, alert, link: "", why: { by: "alert" } });
    await send(ada, id, {
      kind: "insight",
      device,
      insight: insightFacts(Number(insightId)),
      picture: { photoId: 1, bytes: Buffer.alloc(0) },
      link: "",
      why: { by: "all" },
    });
    const [told, seen] = browser.received.map((text) => readPushMessage(JSON.parse(text)));
    expect(told).toMatchObject({
      title: 'Low battery: Ridge "north"',
      body: "Battery at 3.10 V.",
      picture: null,
      subject: { kind: "alert", alertId: "7", deviceId: device.deviceId, createdAt: isoTime(1_000) },
    });
    expect(seen).toMatchObject({
      title: "Fox",
      body: 'Ridge "north"',
      subject: { kind: "insights", className: "fox", isPart: false, insights: [{ insightId }] },
    });
    const url = `/api/push/picture${seen?.picture}`;
    const picture = await test.call("GET", url);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers["content-type"]).toBe("image/webp");
    expect(picture.headers["cache-control"]).toContain("no-store");
    const other = url.replace(/insight=\d+/, "insight=1").replace(/user=\d+/, `user=${ben.userId}`);
    for (const forged of [other, url.replace(/until=\d+/, `until=${test.clock.now() + 1}`), `${url}x`]) {
      expect((await test.call("GET", forged)).statusCode).toBe(404);
    }
    await test.db.write((transaction) =>
      transaction.deleteFrom("device_users").where("device_ref", "=", deviceRef).execute(),
    );
    expect((await test.call("GET", url)).statusCode).toBe(404);
    const revoked = { insight: insightFacts(Number(insightId)), device, picture: null, link: "" };
    expect(await send(ada, id, { kind: "insight", ...revoked, why: { by: "all" } })).toMatchObject({
      outcome: "refused",
    });
    expect(browser.received).toHaveLength(2);
    test.clock.advance(2 * DAY_MS);
    expect((await test.call("GET", url)).statusCode).toBe(404);
  });

  it("reach each user of a Sentinel on their own browser, as their topics say, from its report to the screen", async () => {
    const [lea, max] = [await test.addUser(`lea-${kind.name}`), await test.addUser(`max-${kind.name}`)];
    const [all, alertsOnly] = [service.subscribe(), service.subscribe()];
    await subscribe(lea, all, ["alerts", "insights"]);
    await subscribe(max, alertsOnly, ["alerts"]);
    const expired = await test.signInAgain(lea, "expired");
    await subscribe(expired, service.subscribe(), ["alerts", "insights"]);
    await test.db.write((transaction) =>
      transaction
        .updateTable("sessions")
        .set({ expires_at: test.clock.now() })
        .where("user_id", "=", lea.userId)
        .where("user_agent", "=", "expired")
        .execute(),
    );
    const sentinel = await speakingDevice(test, `TOLD-${kind.name}`, [lea, max]);
    await sentinel.call("POST", "status", { battery_voltage: 3 });
    const visit = ["1", "2", "3"].map((source_id) => ({
      ...{ source_id, class_name: "leopard", time_stamp: isoTime(test.clock.now()) },
    }));
    const stored = await sentinel.send(...visit, { source_id: "4", class_name: "lynx" });
    while (await planDeliveries(test.deps));
    const decided = await test.db.reader
      .selectFrom("deliveries")
      .select("kind")
      .where("user_id", "=", lea.userId)
      .execute();
    // A browser whose session is over counts for no limit.
    expect(decided.map(({ kind }) => kind).sort()).toEqual(["alert", "insight", "insight"]);
    expect(await sendAllPushes(test)).toBe(4);
    const toldOf = ({ received }: PushBrowser) =>
      received
        .map((text) => readPushMessage(JSON.parse(text)))
        .map((told) => `${told?.userId} ${told?.subject.kind} ${told?.title}`)
        .sort();
    expect(toldOf(all)).toEqual([
      `${lea.userId} alert Low battery: Unnamed`,
      `${lea.userId} insights Leopard, 3 insights`,
      `${lea.userId} insights Lynx`,
    ]);
    // All insights of the visit, so that an action on the notification is about each of them.
    const subjects = all.received.map((text) => readPushMessage(JSON.parse(text))?.subject);
    expect(subjects).toContainEqual({
      ...{ kind: "insights", deviceId: `TOLD-${kind.name}`, className: "leopard", isPart: false },
      insights: stored.slice(0, 3).map(({ insight_id }) => ({
        ...{ insightId: String(insight_id), timeStampMs: expect.any(Number), fileCtimeMs: null },
      })),
    });
    expect(toldOf(alertsOnly)).toEqual([`${max.userId} alert Low battery: Unnamed`]);
  });

  it("are small enough for a push service, whatever names and summaries hold", async () => {
    const browser = service.subscribe();
    const id = await idOf(ada, browser);
    const device = deviceFacts("S".repeat(64), "山".repeat(5000));
    const alert = { alertId: 8, type: "other", summary: "🐆".repeat(5000), createdAtMs: 1_000 };
    const result = await send(ada, id, { kind: "alert", device, alert, link: "", why: { by: "alert" } });
    expect(result).toMatchObject({ outcome: "sent" });
    expect(browser.requests[0]?.bytes).toBeLessThanOrEqual(4096);
  });

  it("remove a browser that its push service no longer knows", async () => {
    for (const status of [404, 410]) {
      const browser = service.subscribe();
      const id = await idOf(await test.signInAgain(ada), browser);
      service.behaviour = { kind: "answers", status, text: "unsubscribed" };
      expect(await send(ada, id)).toEqual({
        outcome: "refused",
        answer: `${status} unsubscribed`,
        goneTarget: true,
      });
      expect((await listOf(ada)).map((one: { id: string }) => one.id)).not.toContain(id);
    }
  });

  it("wait where the push service is busy or broken, and for as long as it asks", async () => {
    const id = await idOf(ada, service.subscribe());
    const answers = async (status: number, headers: Record<string, string> = {}) => {
      service.behaviour = { kind: "answers", status, headers };
      return send(ada, id);
    };
    expect(await answers(429, { "retry-after": "90" })).toEqual({
      outcome: "later",
      answer: "429",
      afterMs: 90_000,
    });
    const at = new Date(test.clock.now() + 60_000).toUTCString();
    expect(await answers(503, { "retry-after": at })).toMatchObject({ outcome: "later", afterMs: 60_000 });
    expect(await answers(429, { "retry-after": "999999999" })).toMatchObject({ afterMs: DAY_MS });
    expect(await answers(500, { "retry-after": "soon" })).toEqual({ outcome: "later", answer: "500" });
    expect(await answers(413)).toEqual({ outcome: "refused", answer: "413" });
    expect(await answers(403)).toEqual({ outcome: "refused", answer: "403" });
    expect(await answers(302, { location: "https://elsewhere.example.org/" })).toEqual({
      outcome: "refused",
      answer: "302",
    });
    const long = await (async () => {
      service.behaviour = { kind: "answers", status: 500, text: "x".repeat(1_000_000) };
      return send(ada, id);
    })();
    expect(long.answer.length).toBeLessThanOrEqual(300);
    expect(await listOf(ada)).not.toEqual([]);
  });

  it("say apart a message that may have arrived from one that cannot have", async () => {
    const browser = service.subscribe();
    const id = await idOf(ada, browser);
    const waiting = new AbortController();
    service.behaviour = { kind: "silent", taken: () => waiting.abort() };
    const unanswered = outgoing(ada, id, { kind: "test", link: "" });
    expect(await createPushSender(test.deps).send(unanswered, waiting.signal)).toMatchObject({
      outcome: "unanswered",
    });
    expect(browser.received).toHaveLength(1);
    const away = { ...test.deps, postPush: (await awayFromNetwork()).post };
    expect(
      await createPushSender(away).send(
        outgoing(ada, id, { kind: "test", link: "" }),
        AbortSignal.timeout(5_000),
      ),
    ).toMatchObject({ outcome: "later" });
  });

  it("end with the session, and with the account", async () => {
    const phone = await test.signInAgain(ada);
    const browser = service.subscribe();
    const id = await idOf(phone, browser);
    await test.call("POST", "/api/logout", { as: phone });
    expect(await send(ada, id)).toMatchObject({ outcome: "refused", goneTarget: true });
    const kim = await test.addUser(`kim-${kind.name}`);
    await idOf(kim, browser);
    await test.db.write((transaction) =>
      transaction.deleteFrom("users").where("user_id", "=", kim.userId).execute(),
    );
    expect(await rowsOf(browser)).toEqual([]);
    const tablet = await test.signInAgain(ben);
    const tabletId = await idOf(tablet, service.subscribe());
    test.clock.advance(365 * DAY_MS);
    expect(await send(ben, tabletId)).toMatchObject({ outcome: "refused", goneTarget: true });
    test.clock.advance(-365 * DAY_MS);
    expect(browser.received).toEqual([]);
  });

  it("follow a shared browser to the user who signs in, so that the one before is told nothing on it", async () => {
    const browser = service.subscribe();
    const adas = await idOf(ada, browser);
    const bens = await idOf(ben, browser);
    expect(bens).not.toBe(adas);
    expect(await send(ada, adas)).toMatchObject({ outcome: "refused", goneTarget: true });
    expect(await send(ada, bens)).toMatchObject({ outcome: "refused", goneTarget: true });
    expect(browser.received).toEqual([]);
    expect(await send(ben, bens)).toMatchObject({ outcome: "sent" });
  });

  it("cannot be taken over by who knows no more than the address of a browser", async () => {
    const browser = service.subscribe();
    const id = await idOf(ada, browser);
    const stolen = { ...service.subscribe(), endpoint: browser.endpoint };
    expect((await subscribe(ben, stolen)).statusCode).toBe(409);
    expect((await test.call("DELETE", `/api/push/subscriptions/${id}`, { as: ben })).statusCode).toBe(404);
    expect((await test.call("POST", `/api/push/subscriptions/${id}/test`, { as: ben })).statusCode).toBe(404);
    expect(await send(ada, id)).toMatchObject({ outcome: "sent" });
    expect((await test.call("DELETE", `/api/push/subscriptions/${id}`, { as: ada })).statusCode).toBe(200);
    expect(await rowsOf(browser)).toEqual([]);
  });

  it("are sent to one browser a session and to twenty a user, the newest", async () => {
    const zoe = await test.addUser(`zoe-${kind.name}`);
    const first = await idOf(zoe, service.subscribe());
    const second = await idOf(zoe, service.subscribe());
    expect((await listOf(zoe)).map((one: { id: string }) => one.id)).toEqual([second]);
    expect(first).not.toBe(second);
    for (let count = 0; count < 20; count++) await idOf(await test.signInAgain(zoe), service.subscribe());
    const ids = (await listOf(zoe)).map((one: { id: string }) => one.id);
    expect(ids).toHaveLength(20);
    expect(ids).not.toContain(second);
  });

  it("refuse what is no browser's, and more than a few tests at a time", async () => {
    const browser = service.subscribe();
    const body = { endpoint: browser.endpoint, keys: browser.keys, topics: ["alerts"] };
    const wrong = [
      { ...body, endpoint: "https://127.0.0.1/x" },
      { ...body, endpoint: `${browser.endpoint}${"x".repeat(3000)}` },
      { ...body, keys: { p256dh: "x", auth: "y" } },
      { ...body, topics: ["everything"] },
      {},
    ];
    for (const one of wrong) {
      const answer = await test.call("POST", "/api/push/subscriptions", { as: ada, body: one });
      expect(answer.statusCode).toBe(400);
    }
    const id = await idOf(ada, browser);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await test.call("POST", `/api/push/subscriptions/${id}/test`, { as: ada })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  async function rowsOf({ endpoint }: PushBrowser) {
    return test.db.reader
      .selectFrom("push_subscriptions")
      .select("subscription_id")
      .where("endpoint", "=", endpoint)
      .execute();
  }

  async function awayFromNetwork(): Promise<PushService> {
    const closed = await PushService.start(test.deps.pushKeys.publicKey);
    await closed.close();
    return closed;
  }
});

function outgoing(user: TestUser, target: string, content: MessageContent): OutgoingMessage {
  return {
    ...{ deliveryId: 1, userId: user.userId, platform: "push", target, gundiApiKey: null },
    ...{ unsubscribeKey: null, dedupeKey: "one", step: 0, ref: null, createdAtMs: 0, content },
  } as OutgoingMessage;
}

function deviceFacts(deviceId: string, name: string) {
  return { deviceId, name, locationName: null, latitude: null, longitude: null };
}

function insightFacts(insightId: number) {
  return {
    ...{ insightId, className: "fox", confidence: 0.9, takenAtMs: 5_000, insightCount: 1 },
    ...{ visits: 1, latitude: null, longitude: null },
  };
}
