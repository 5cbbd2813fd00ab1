import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCode } from "../../../server/features/integrations/confirmation-code.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { Delivery, Integration } from "../../../src/protocol/calls/integration-calls.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const URL = "/api/integrations";
const isIntegration = Compile(Integration);
const isDelivery = Compile(Delivery);
const KEY = "gundi-secret-key-42wx";
const NONE = {
  gundiApiKey: null,
  emails: [],
  phoneNumbers: [],
  alertSetting: "disabled",
  digestSetting: "none",
  groupNotifications: [],
};

describe.each(DATABASE_KINDS)("integrations over $name", (kind) => {
  let test: TestApp;
  let users = 0;
  /** What the worker does when it is woken. */
  let onWake: () => Promise<unknown> = async () => undefined;
  let woken = 0;
  beforeAll(async () => {
    test = await makeTestApp({
      kind,
      env: {
        TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
        TWILIO_AUTH_TOKEN: "twilio-token-of-the-test",
        TWILIO_FROM: "+15550001111",
      },
      deliveryWorker: {
        wake: () => {
          woken += 1;
          void onWake();
        },
      },
    });
  });
  afterAll(() => test.close());

  async function newUser(): Promise<TestUser> {
    users += 1;
    return test.addUser(`user${users}`);
  }

  type Body = Record<string, unknown>;
  const send = (as: TestUser, method: "GET" | "POST" | "PUT" | "DELETE", path = "", body?: Body) =>
    test.call(method, `${URL}${path}`, { as, ...(body === undefined ? {} : { body }) });

  async function done(as: TestUser, method: "POST" | "PUT", path: string, body: Body) {
    const answer = await send(as, method, path, body);
    expect(answer.statusCode, answer.body).toBe(200);
    const { message } = answer.json();
    expect(isIntegration.Check(message), answer.body).toBe(true);
    return message;
  }

  async function list(as: TestUser) {
    const { message } = (await send(as, "GET")).json();
    for (const one of message) expect(isIntegration.Check(one)).toBe(true);
    return message;
  }

  async function refused(
    as: TestUser,
    [method, path, body]: readonly ["POST" | "PUT" | "DELETE", string, Body?],
    status: number,
  ): Promise<Record<string, string>> {
    const answer = await send(as, method, path, body);
    expect(answer.statusCode, answer.body).toBe(status);
    const { general, ...errors } = answer.json().errors;
    expect(typeof general).toBe("string");
    return errors;
  }

  const addEmails = (as: TestUser, ...emails: string[]) =>
    done(as, "POST", "", { platform: "email", options: { emails } });

  /** The code of an address, as its message would have brought it. */
  async function codeFor(as: TestUser, address: string): Promise<string> {
    const { target_id } = await test.db.reader
      .selectFrom("integration_targets")
      .select("target_id")
      .where("user_id", "=", as.userId)
      .where("address", "=", address)
      .executeTakeFirstOrThrow();
    const code = await test.db.write((transaction) => issueCode(transaction, target_id, test.clock.now()));
    return code ?? "";
  }

  const confirm = (as: TestUser, platform: string, body: Body) =>
    send(as, "POST", `/${platform}/confirm`, body);

  async function confirmed(as: TestUser, platform: string, target: string) {
    const answer = await confirm(as, platform, { code: await codeFor(as, target), target });
    expect(answer.statusCode, answer.body).toBe(200);
  }

  const deliveriesOf = (as: TestUser, kind: string) =>
    test.db.reader
      .selectFrom("deliveries")
      .selectAll()
      .where("user_id", "=", as.userId)
      .where("kind", "=", kind)
      .orderBy("delivery_id")
      .execute();

  it("are created, read and deleted for each platform, at most one of each [SET-27] [SET-28] [SET-29] [SET-36] [SET-37] [SET-38]", async () => {
    const user = await newUser();
    const north = await test.addGroup(user, "North", []);
    expect(await list(user)).toEqual([]);
    const groups = [{ groupId: north, groupNotificationClasses: ["Lion", "Zorilla"] }];
    const sms = await done(user, "POST", "", {
      platform: "sms",
      options: { phoneNumbers: ["555 123-4567"], emails: ["ignored@example.org"], alertSetting: "enabled" },
      notificationClasses: ["Lion", "Lion", "Hyena"],
    });
    expect(sms).toEqual({
      platform: "sms",
      options: { ...NONE, phoneNumbers: ["+15551234567"], alertSetting: "enabled" },
      notificationClasses: ["Lion", "Hyena"],
      groupNotifications: [],
      unconfirmed: ["+15551234567"],
    });
    const email = await done(user, "POST", "", {
      platform: "email",
      options: {
        gundiApiKey: KEY,
        emails: ["ranger@example.org"],
        phoneNumbers: ["+255"],
        alertSetting: "enabled",
        digestSetting: "daily",
        groupNotifications: [{ groupId: Number(north), groupNotificationClasses: ["Lion", "Zorilla"] }],
      },
      notificationClasses: "none",
    });
    expect(email).toEqual({
      platform: "email",
      options: {
        gundiApiKey: null,
        emails: ["ranger@example.org"],
        phoneNumbers: [],
        alertSetting: "enabled",
        digestSetting: "daily",
        groupNotifications: groups,
      },
      notificationClasses: "none",
      groupNotifications: groups,
      unconfirmed: ["ranger@example.org"],
    });
    const gundi = await done(user, "POST", "", { platform: "gundi", options: { gundiApiKey: KEY } });
    expect(gundi).toEqual({
      platform: "gundi",
      options: { ...NONE, gundiApiKey: "…42wx" },
      notificationClasses: "all",
      groupNotifications: [],
      unconfirmed: [],
    });
    expect(await list(user)).toEqual([gundi, email, sms]);
    await refused(user, ["POST", "", { platform: "gundi", options: { gundiApiKey: KEY } }], 409);
    expect(await refused(user, ["POST", "", { platform: "pigeon", options: {} }], 400)).toHaveProperty(
      "platform",
    );
    for (const platform of ["gundi", "email", "sms"]) {
      expect((await send(user, "DELETE", `/${platform}`)).json()).toEqual({ message: "ok" });
      await refused(user, ["DELETE", `/${platform}`], 404);
    }
    await refused(user, ["DELETE", "/pigeon"], 404);
    expect(await list(user)).toEqual([]);
    await addEmails(user, "ranger@example.org");
  });

  it("never send a key back, in no answer [SET-29]", async () => {
    const user = await newUser();
    await done(user, "POST", "", { platform: "gundi", options: { gundiApiKey: ` ${KEY} ` } });
    for (const path of ["", "/gundi/deliveries"]) {
      expect((await send(user, "GET", path)).body).not.toContain(KEY);
    }
    for (const gundiApiKey of ["", "short", "with space 123", "line\nfeed1234", `…${"4".repeat(8)}`, null]) {
      const other = await newUser();
      const body = { platform: "gundi", options: { gundiApiKey } };
      expect(await refused(other, ["POST", "", body], 400)).toHaveProperty(["options.gundiApiKey"]);
    }
  });

  it("take at most 3 e-mails and 2 numbers, each right and once, and name each wrong one [SET-11] [SET-12] [SET-13] [SET-14] [SET-15] [SET-16] [SET-17]", async () => {
    const user = await newUser();
    const [malformed, twice] = ["Not a valid email.", "Email has already been added."];
    const emails = (...list: string[]) =>
      ["POST", "", { platform: "email", options: { emails: list } }] as const;
    expect(await refused(user, emails("a@example.org", "not an email", "A@example.ORG"), 400)).toEqual({
      "options.emails.1": malformed,
      "options.emails.2": twice,
    });
    const four = ["a", "b", "c", "d"].map((name) => `${name}@example.org`);
    expect(Object.keys(await refused(user, emails(...four), 400))).toEqual(["options.emails"]);
    expect(Object.keys(await refused(user, emails(), 400))).toEqual(["options.emails"]);
    for (const strange of [
      "a@example.org\nBcc: b@example.org",
      "a\r@example.org",
      "a@exam\u0007ple.org",
      "<a@example.org>",
    ]) {
      expect(await refused(user, emails(strange), 400)).toEqual({ "options.emails.0": malformed });
    }
    await addEmails(user, ...four.slice(0, 3));
    const numbers = (...list: string[]) =>
      ["POST", "", { platform: "sms", options: { phoneNumbers: list } }] as const;
    expect(await refused(user, numbers("+255 (712) 345-678", "12x4", "+255712345678"), 400)).toEqual({
      "options.phoneNumbers": "At most 2 phone numbers can be added.",
      "options.phoneNumbers.1": "Not a valid phone number.",
      "options.phoneNumbers.2": "Phone Number has already been added.",
    });
    expect(
      Object.keys(await refused(user, numbers("+25571234567", "+25571234568", "+25571234569"), 400)),
    ).toEqual(["options.phoneNumbers"]);
    for (const strange of ["+2557\n12345678", "+1234567", "+1234567890123456", "", "+", "++15551234567"]) {
      expect(await refused(user, numbers(strange), 400)).toEqual({
        "options.phoneNumbers.0": "Not a valid phone number.",
      });
    }
    const sms = await done(user, "POST", "", {
      platform: "sms",
      options: { phoneNumbers: ["(555) 123 45 67", "+255-712-345678"] },
    });
    expect(sms.options.phoneNumbers).toEqual(["+15551234567", "+255712345678"]);
  });

  it("are edited part by part; an address that stays keeps its confirmation [SET-30] [SET-31] [SET-32] [SET-39] [SET-40] [SET-41]", async () => {
    const user = await newUser();
    await addEmails(user, "a@example.org", "b@example.org");
    await confirmed(user, "email", "b@example.org");
    const edited = await done(user, "PUT", "/emails", {
      options: {
        emails: ["c@example.org", "B@example.org"],
        alertSetting: "enabled",
        digestSetting: "daily",
      },
    });
    expect([edited.options.emails, edited.unconfirmed]).toEqual([
      ["c@example.org", "B@example.org"],
      ["c@example.org"],
    ]);
    const { options } = await done(user, "PUT", "/emails", { options: { alertSetting: "disabled" } });
    expect([options.emails.length, options.alertSetting, options.digestSetting]).toEqual([
      2,
      "disabled",
      "daily",
    ]);
    for (const wrong of [{ alertSetting: "on" }, { digestSetting: "weekly" }, { emails: "a@example.org" }]) {
      await refused(user, ["PUT", "/emails", { options: wrong }], 400);
    }
    await refused(user, ["PUT", "/emails", { options: {} }], 400);
    for (const classes of ["all", "none", ["Lion", "Cape hare"]]) {
      const after = await done(user, "PUT", "/email/notifications", { notificationClasses: classes });
      expect(after.notificationClasses).toEqual(classes);
    }
    for (const classes of ["some", [], [""], null, ["a".repeat(201)]]) {
      await refused(user, ["PUT", "/email/notifications", { notificationClasses: classes }], 400);
    }
    await refused(user, ["PUT", "/sms", { options: { phoneNumbers: ["+255712345678"] } }], 404);
    await done(user, "POST", "", { platform: "sms", options: { phoneNumbers: ["+255712345678"] } });
    const sms = await done(user, "PUT", "/sms", { options: { phoneNumbers: ["712 345 6789"] } });
    expect([sms.options.phoneNumbers, sms.unconfirmed]).toEqual([["+17123456789"], ["+17123456789"]]);
  });

  it("tell by groups of the user, each once and with at least one class [SET-18] [SET-33] [SET-42]", async () => {
    const [user, stranger] = [await newUser(), await newUser()];
    const [north, south] = [await test.addGroup(user, "North", []), await test.addGroup(user, "South", [])];
    const foreign = await test.addGroup(stranger, "Foreign", []);
    await addEmails(user, "a@example.org");
    const rows = [
      { groupId: south, groupNotificationClasses: ["Lion"] },
      { groupId: north, groupNotificationClasses: ["Hyena", "Lion"] },
    ];
    const put = (groupNotifications: unknown) => ["PUT", "/email/groups", { groupNotifications }] as const;
    const after = await done(user, ...put(rows));
    expect([after.groupNotifications, after.options.groupNotifications]).toEqual([rows, rows]);
    expect(
      await refused(user, put([{ groupId: north, groupNotificationClasses: [] }, rows[0], rows[0]]), 400),
    ).toEqual({
      "groupNotifications.0.groupNotificationClasses": "Choose at least one class.",
      "groupNotifications.2.groupId": "This group has been chosen already.",
    });
    for (const groupId of [foreign, "999999", "x", -1]) {
      await refused(user, put([{ groupId, groupNotificationClasses: ["Lion"] }]), 404);
    }
    expect((await list(user))[0].groupNotifications).toEqual(rows);
    await refused(user, ["PUT", "/gundi/groups", { groupNotifications: [] }], 404);
    expect((await done(user, ...put([]))).groupNotifications).toEqual([]);
  });

  it("confirm an address once, by the code that it was sent", async () => {
    const user = await newUser();
    woken = 0;
    await addEmails(user, "a@example.org", "b@example.org");
    expect(woken).toBe(1);
    const queued = await deliveriesOf(user, "code");
    expect(queued.map(({ platform, target, status }) => [platform, target, status])).toEqual([
      ["email", "a@example.org", "waiting"],
      ["email", "b@example.org", "waiting"],
    ]);
    const code = await codeFor(user, "a@example.org");
    expect(code).toMatch(/^\d{6}$/);
    const stored = JSON.stringify([
      await test.db.reader.selectFrom("integration_targets").selectAll().execute(),
      await deliveriesOf(user, "code"),
    ]);
    expect(stored).not.toContain(code);
    expect(
      (await confirm(user, "email", { code: `${code.slice(0, 3)} ${code.slice(3)}` })).json().message,
    ).toMatchObject({ unconfirmed: ["b@example.org"] });
    expect((await confirm(user, "email", { code: "000000", target: "a@example.org" })).statusCode).toBe(200);
    expect(await codeFor(user, "a@example.org")).toBe("");
    const unknown = await confirm(user, "email", { code, target: "x@example.org" });
    expect([unknown.statusCode, Object.keys(unknown.json().errors)]).toEqual([400, ["target", "general"]]);
    expect((await confirm(user, "sms", { code })).statusCode).toBe(404);
    expect((await confirm(user, "gundi", { code })).statusCode).toBe(404);
  });

  it("void a code after five wrong ones, after a day, and when a new one is sent", async () => {
    const user = await newUser();
    await addEmails(user, "a@example.org");
    const attempt = async (code: string) => {
      const answer = await confirm(user, "email", { code });
      return answer.statusCode === 200 ? "confirmed" : answer.json().errors.code;
    };
    const wrong = "This code is not right. Check it, or ask for a new one.";
    const isVoid = "This code is not valid any more. Please ask for a new one.";
    const wrongOne = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    let code = await codeFor(user, "a@example.org");
    for (let turn = 0; turn < 5; turn += 1) expect(await attempt(wrongOne(code))).toBe(wrong);
    expect(await attempt(code)).toBe(isVoid);
    code = await codeFor(user, "a@example.org");
    test.clock.advance(DAY_MS);
    expect(await attempt(code)).toBe(isVoid);
    const older = await codeFor(user, "a@example.org");
    const newest = await codeFor(user, "a@example.org");
    if (older !== newest) expect(await attempt(older)).toBe(wrong);
    expect(await attempt("12345")).toBe(wrong);
    expect(await attempt(newest)).toBe("confirmed");
  });

  it("send five codes a day to an address and twenty to all of a user, and no more", async () => {
    const user = await newUser();
    await addEmails(user, "a@example.org", "b@example.org", "c@example.org");
    await done(user, "POST", "", {
      platform: "sms",
      options: { phoneNumbers: ["+255712345678", "+255712345679"] },
    });
    const again = (platform: string, target: string) =>
      send(user, "POST", `/${platform}/confirm/send`, { target });
    for (const target of ["a@example.org", "b@example.org", "c@example.org"]) {
      for (let turn = 1; turn < 5; turn += 1) expect((await again("email", target)).statusCode).toBe(200);
      const refusedOne = await again("email", target);
      expect(refusedOne.statusCode).toBe(429);
      expect(Number(refusedOne.headers["retry-after"])).toBeGreaterThan(HOUR_MS / 1000);
    }
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await again("sms", "+255712345678")).statusCode).toBe(200);
    }
    expect((await again("sms", "+255712345679")).statusCode).toBe(429);
    expect(await deliveriesOf(user, "code")).toHaveLength(20);
    // Neither deleting nor adding anew goes round the limit.
    await send(user, "DELETE", "/email");
    await addEmails(user, "a@example.org");
    expect(await deliveriesOf(user, "code")).toHaveLength(20);
    test.clock.advance(DAY_MS);
    expect((await again("sms", "+255712345679")).statusCode).toBe(200);
    expect((await again("sms", "+255712345670")).statusCode).toBe(400);
  });

  it("bound the codes to one address over all users, and let nobody learn of another", async () => {
    const address = "many@example.org";
    const owners: TestUser[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const user = await newUser();
      owners.push(user);
      expect((await addEmails(user, address)).unconfirmed).toEqual([address]);
      for (let more = 1; more < 5; more += 1) {
        await send(user, "POST", "/email/confirm/send", { target: address });
      }
    }
    const statuses = await Promise.all(owners.map((user) => deliveriesOf(user, "code")));
    expect(statuses.flat().filter(({ status }) => status === "waiting")).toHaveLength(20);
    const [first, second] = owners as [TestUser, TestUser];
    const code = await codeFor(first, address);
    // The code of one user's address is worth nothing for the same address of another.
    if (code !== (await codeFor(second, address))) {
      expect((await confirm(second, "email", { code })).statusCode).toBe(400);
    }
    await confirmed(first, "email", address);
    const [theirs] = await list(second);
    expect([theirs.options.emails, theirs.unconfirmed]).toEqual([[address], [address]]);
  });

  it("send a test to confirmed addresses alone, and answer what the provider said", async () => {
    const user = await newUser();
    await addEmails(user, "a@example.org");
    const tested = (body: Body = {}, platform = "email") => send(user, "POST", `/${platform}/test`, body);
    expect((await tested()).json().errors.target).toBe(
      "This address has not confirmed yet. Enter its code first.",
    );
    expect((await tested({}, "gundi")).statusCode).toBe(404);
    await confirmed(user, "email", "a@example.org");
    onWake = () =>
      test.db.write((transaction) =>
        transaction
          .updateTable("deliveries")
          .set({ status: "sent", attempts: 1, answer: "250 2.0.0 OK", ended_at: test.clock.now() })
          .where("kind", "=", "test")
          .execute(),
      );
    const answer = await tested({ target: "a@example.org" });
    expect(answer.statusCode, answer.body).toBe(200);
    const { message } = answer.json();
    expect(isDelivery.Check(message), answer.body).toBe(true);
    expect(message).toMatchObject({
      platform: "email",
      target: "a@example.org",
      kind: "test",
      status: "sent",
      answer: "250 2.0.0 OK",
      why: null,
      nextAt: null,
    });
    expect((await tested({ target: "x@example.org" })).statusCode).toBe(400);
    for (let turn = 1; turn < 5; turn += 1) expect((await tested()).statusCode).toBe(200);
    expect((await tested()).statusCode).toBe(429);
    test.clock.advance(HOUR_MS);
    expect((await tested()).statusCode).toBe(200);
    onWake = async () => undefined;
  });

  it("keep a log of their messages, read page by page and by status, each with the rule that made it", async () => {
    const [user, stranger] = [await newUser(), await newUser()];
    const deviceRef = await test.addDevice(`LOG-${users}`, [user], { device_name: "Waterhole" });
    const foreignRef = await test.addDevice(`LOG-X${users}`, [stranger]);
    const why = { by: "group", className: "Lion", groupId: 7 };
    const row = (at: number, columns: object = {}) => ({
      user_id: user.userId,
      platform: "gundi",
      lane: "gundi",
      target: null,
      kind: "insight",
      dedupe_key: `log-${user.userId}-${at}`,
      subject: JSON.stringify({
        kind: "insight",
        insightId: 40 + at,
        deviceRef,
        className: "Lion",
        count: 2,
        why,
      }),
      status: at % 2 === 0 ? "sent" : "failed",
      step: 0,
      attempts: 1,
      next_at: 1,
      give_up_at: 2,
      may_repeat: 0,
      answer: "200",
      created_at: test.clock.now(),
      ended_at: test.clock.now(),
      ...columns,
    });
    const rows = [
      ...Array.from({ length: 11 }, (_, at) => row(at)),
      row(11, {
        subject: JSON.stringify({
          kind: "alert",
          alertId: 3,
          alertType: "low_battery",
          deviceRef: foreignRef,
          why: { by: "alert" },
        }),
        kind: "alert",
        may_repeat: 1,
        status: "waiting",
        ended_at: null,
      }),
    ];
    await test.db.write((transaction) => transaction.insertInto("deliveries").values(rows).execute());
    const page = async (query: string) =>
      (await send(user, "GET", `/gundi/deliveries${query}`)).json().message;
    const first = await page("?limit=5");
    expect([first.deliveries.length, first.more]).toEqual([5, true]);
    for (const one of first.deliveries) expect(isDelivery.Check(one)).toBe(true);
    expect(first.deliveries[0]).toMatchObject({
      kind: "alert",
      mayRepeat: true,
      why: { by: "alert", className: null, groupId: null },
      what: { alertType: "low_battery", deviceId: null, deviceName: null },
      endedAt: null,
    });
    expect(first.deliveries[1]).toMatchObject({
      status: "sent",
      why: { by: "group", className: "Lion", groupId: "7" },
      what: { insightId: "50", className: "Lion", deviceName: "Waterhole", count: 2 },
    });
    const rest = await page(`?limit=200&before=${first.deliveries[4].id}`);
    expect([rest.deliveries.length, rest.more]).toEqual([7, false]);
    expect((await page("?status=failed")).deliveries).toHaveLength(5);
    expect((await send(stranger, "GET", "/gundi/deliveries")).json().message).toEqual({
      deliveries: [],
      more: false,
    });
    for (const query of ["?limit=0", "?limit=201", "?before=x", "?status=gone"]) {
      expect((await send(user, "GET", `/gundi/deliveries${query}`)).statusCode).toBe(400);
    }
    expect((await send(user, "GET", "/push/deliveries")).statusCode).toBe(200);
    expect((await send(user, "GET", "/pigeon/deliveries")).statusCode).toBe(404);
  });

  it("have rules with defaults, of which what is named changes", async () => {
    const user = await newUser();
    const rules = async () => (await send(user, "GET", "/rules")).json().message;
    const defaults = {
      timeZone: "UTC",
      quietHours: null,
      visitMinutes: 10,
      onlyRare: false,
      dailyLimit: 50,
      digestHour: 7,
      mutedClasses: [],
      mutedDevices: [],
    };
    expect(await rules()).toEqual(defaults);
    const change = {
      timeZone: "Africa/Nairobi",
      quietHours: { from: "22:00", to: "06:00" },
      mutedClasses: ["Goat", "Goat"],
      mutedDevices: [{ deviceId: "SENT-1", until: null }],
    };
    const put = (body: Body) => send(user, "PUT", "/rules", body);
    expect((await put({ ...change, more: 1 })).statusCode).toBe(200);
    expect((await put({ visitMinutes: 0 })).json().message).toEqual(await rules());
    expect(await rules()).toEqual({ ...defaults, ...change, mutedClasses: ["Goat"], visitMinutes: 0 });
    for (const wrong of [
      {},
      { timeZone: "Mars/Base" },
      { quietHours: { from: "25:00", to: "06:00" } },
      { visitMinutes: 241 },
      { dailyLimit: 0 },
      { digestHour: 24 },
      { mutedClasses: [1] },
    ]) {
      await refused(user, ["PUT", "/rules", wrong], 400);
    }
  });

  it("belong to their user alone, and go with a deleted group", async () => {
    const [user, stranger] = [await newUser(), await newUser()];
    const north = await test.addGroup(user, "North", []);
    await addEmails(user, "a@example.org");
    await done(user, "PUT", "/email/groups", {
      groupNotifications: [{ groupId: north, groupNotificationClasses: ["Lion"] }],
    });
    expect(await list(stranger)).toEqual([]);
    await refused(stranger, ["DELETE", "/email"], 404);
    await refused(stranger, ["PUT", "/emails", { options: { emails: ["b@example.org"] } }], 404);
    expect((await test.call("DELETE", `/api/v2/groups/${north}`, { as: user })).statusCode).toBe(200);
    expect((await list(user))[0].groupNotifications).toEqual([]);
  });
});

describe("a server without text messages", () => {
  it("says so where a number is to be sent something, and in the configuration", async () => {
    const test = await makeTestApp();
    const user = await test.addUser("user");
    const body = { platform: "sms", options: { phoneNumbers: ["+255712345678"] } };
    expect((await test.call("POST", URL, { as: user, body })).statusCode).toBe(200);
    for (const path of ["/sms/test", "/sms/confirm/send"]) {
      const answer = await test.call("POST", `${URL}${path}`, {
        as: user,
        body: { target: "+255712345678" },
      });
      expect([answer.statusCode, answer.json().code]).toEqual([503, "not_set_up"]);
    }
    expect((await test.call("GET", "/api/config")).json().message.platforms).toEqual({
      email: false,
      sms: false,
    });
    await test.close();
  });
});
