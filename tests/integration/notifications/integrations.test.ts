import { describe, expect, it } from "vitest";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { type Body, INTEGRATIONS_URL, useIntegrationWorld } from "../../support/server/integration-world.ts";
import { makeTestApp } from "../../support/server/test-app.ts";

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
  const world = useIntegrationWorld(kind);
  const { newUser, send, done, list, refused, addEmails, confirmed, deliveriesOf } = world;

  it("are created, read and deleted for each platform, at most one of each [SET-27] [SET-28] [SET-29] [SET-36] [SET-37] [SET-38]", async () => {
    const user = await newUser();
    const north = await world.test.addGroup(user, "North", []);
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
    // The spelling that was confirmed: a mail server may take the other one for somebody else's.
    expect([edited.options.emails, edited.unconfirmed]).toEqual([
      ["c@example.org", "b@example.org"],
      ["c@example.org"],
    ]);
    const respelled = { options: { emails: ["C@example.org", "b@example.org"] } };
    const { options: spelled, unconfirmed } = await done(user, "PUT", "/emails", respelled);
    expect([spelled.emails, unconfirmed]).toEqual([["C@example.org", "b@example.org"], ["C@example.org"]]);
    expect((await deliveriesOf(user, "code")).map(({ target }) => target)).toEqual([
      ...["a@example.org", "b@example.org", "c@example.org", "C@example.org"],
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
    const [north, south] = [
      await world.test.addGroup(user, "North", []),
      await world.test.addGroup(user, "South", []),
    ];
    const foreign = await world.test.addGroup(stranger, "Foreign", []);
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
    const north = await world.test.addGroup(user, "North", []);
    await addEmails(user, "a@example.org");
    await done(user, "PUT", "/email/groups", {
      groupNotifications: [{ groupId: north, groupNotificationClasses: ["Lion"] }],
    });
    expect(await list(stranger)).toEqual([]);
    await refused(stranger, ["DELETE", "/email"], 404);
    await refused(stranger, ["PUT", "/emails", { options: { emails: ["b@example.org"] } }], 404);
    expect((await world.test.call("DELETE", `/api/v2/groups/${north}`, { as: user })).statusCode).toBe(200);
    expect((await list(user))[0].groupNotifications).toEqual([]);
  });
});

describe("a server without text messages", () => {
  it("says so where a number is to be sent something, and in the configuration", async () => {
    const test = await makeTestApp();
    const user = await test.addUser("user");
    const body = { platform: "sms", options: { phoneNumbers: ["+255712345678"] } };
    expect((await test.call("POST", INTEGRATIONS_URL, { as: user, body })).statusCode).toBe(200);
    for (const path of ["/sms/test", "/sms/confirm/send"]) {
      const answer = await test.call("POST", `${INTEGRATIONS_URL}${path}`, {
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
