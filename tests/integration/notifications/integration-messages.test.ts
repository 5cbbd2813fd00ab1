import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { queueCode } from "../../../server/features/integrations/confirmation-code.ts";
import { createIntegration } from "../../../server/features/integrations/service.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { Delivery } from "../../../src/protocol/calls/integration-calls.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { type Body, useIntegrationWorld } from "../../support/server/integration-world.ts";
import type { TestUser } from "../../support/server/test-app.ts";

const isDelivery = Compile(Delivery);

describe.each(DATABASE_KINDS)("messages of integrations over $name", (kind) => {
  const world = useIntegrationWorld(kind);
  const { newUser, send, done, list, addEmails, codeFor, confirm, confirmed, deliveriesOf } = world;

  it("confirm an address once, by the code that it was sent", async () => {
    const user = await newUser();
    world.wake.count = 0;
    await addEmails(user, "a@example.org", "b@example.org");
    expect(world.wake.count).toBe(1);
    const queued = await deliveriesOf(user, "code");
    expect(queued.map(({ platform, target, status }) => [platform, target, status])).toEqual([
      ["email", "a@example.org", "waiting"],
      ["email", "b@example.org", "waiting"],
    ]);
    const code = await codeFor(user, "a@example.org");
    expect(code).toMatch(/^\d{6}$/);
    const stored = JSON.stringify([
      await world.test.db.reader.selectFrom("integration_targets").selectAll().execute(),
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
    world.test.clock.advance(DAY_MS);
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
    world.test.clock.advance(DAY_MS);
    expect((await again("sms", "+255712345679")).statusCode).toBe(200);
    expect((await again("sms", "+255712345670")).statusCode).toBe(400);
  });

  it("bound the codes to one address over all users, and let nobody learn of another", async () => {
    const address = "many@example.org";
    const owners: TestUser[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      const user = await newUser();
      owners.push(user);
      // Mail to an address with a tag reaches the same mailbox.
      const tagged = turn % 2 === 0 ? address : `many+${turn}@example.org`;
      expect((await addEmails(user, tagged)).unconfirmed).toEqual([tagged]);
      for (let more = 1; more < 5; more += 1) {
        await send(user, "POST", "/email/confirm/send", { target: tagged });
      }
    }
    const statuses = await Promise.all(owners.map((user) => deliveriesOf(user, "code")));
    // Each user's first one, and twenty more over all users.
    const sent = statuses.map((codes) => codes.filter(({ status }) => status === "waiting").length);
    expect(sent).toEqual([5, 5, 5, 5, 5, 1, 1]);
    // The user whose account has the address is not kept from it by the others.
    const itself = await world.test.addUser("many");
    await addEmails(itself, address);
    for (let more = 1; more < 5; more += 1) {
      await send(itself, "POST", "/email/confirm/send", { target: address });
    }
    expect((await deliveriesOf(itself, "code")).map(({ status }) => status)).toEqual(
      Array(5).fill("waiting"),
    );
    const [first, , second] = owners as [TestUser, TestUser, TestUser];
    const code = await codeFor(first, address);
    // The code of one user's address is worth nothing for the same address of another.
    if (code !== (await codeFor(second, address))) {
      expect((await confirm(second, "email", { code })).statusCode).toBe(400);
    }
    await confirmed(first, "email", address);
    const [theirs] = await list(second);
    expect([theirs.options.emails, theirs.unconfirmed]).toEqual([[address], [address]]);
  });

  it("bound the codes by text message over all users, and to numbers with the same beginning", async () => {
    const { db, deps, config } = world.test;
    const needs = { ...deps, config: { ...config, smsCodesADay: 8 } };
    world.test.clock.advance(DAY_MS);
    const user = await newUser();
    const ask = (address: string, userId = user.userId) =>
      db.write((transaction) =>
        queueCode(needs, transaction, {
          ...{ userId, platform: "sms", targetId: 1, address, addressKey: address },
        }),
      );
    for (const last of [1, 2, 3]) await ask(`+8801711000${last}`);
    for (const country of [31, 32, 33, 34, 35, 36, 37]) await ask(`+${country}60000000`);
    const codes = await deliveriesOf(user, "code");
    expect(codes.filter(({ status }) => status === "waiting").map(({ target }) => target)).toEqual([
      ...["+88017110001", "+88017110002", "+3160000000", "+3260000000", "+3360000000", "+3460000000"],
      ...["+3560000000", "+3660000000"],
    ]);
    expect(new Set(codes.flatMap(({ answer }) => answer ?? []))).toEqual(
      new Set(["Not sent: this server sends no more codes as text messages today. Try again tomorrow."]),
    );
    const other = await newUser();
    const prefixed = { ...deps, config: { ...config, smsPrefixes: ["+254"] } };
    const options = { phoneNumbers: ["+254712345678", "+255712345678"] };
    await expect(
      createIntegration(prefixed, other.userId, { platform: "sms", options }),
    ).rejects.toMatchObject({
      errors: { "options.phoneNumbers.1": expect.stringContaining("no text messages to numbers") },
    });
    world.test.clock.advance(DAY_MS);
    await ask("+3760000000", other.userId);
    expect((await deliveriesOf(other, "code")).map(({ status }) => status)).toEqual(["waiting"]);
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
    world.wake.work = () =>
      world.test.db.write((transaction) =>
        transaction
          .updateTable("deliveries")
          .set({ status: "sent", attempts: 1, answer: "250 2.0.0 OK", ended_at: world.test.clock.now() })
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
    world.test.clock.advance(HOUR_MS);
    expect((await tested()).statusCode).toBe(200);
    world.wake.work = async () => undefined;
  });

  it("keep a log of their messages, read page by page and by status, each with the rule that made it", async () => {
    const [user, stranger] = [await newUser(), await newUser()];
    const deviceRef = await world.test.addDevice(`LOG-${user.userId}`, [user], { device_name: "Waterhole" });
    const foreignRef = await world.test.addDevice(`LOG-${stranger.userId}`, [stranger]);
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
      created_at: world.test.clock.now(),
      ended_at: world.test.clock.now(),
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
    await world.test.db.write((transaction) => transaction.insertInto("deliveries").values(rows).execute());
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
});
