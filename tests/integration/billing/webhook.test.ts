import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeStripe } from "../../support/server/fake-stripe.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const MINUTE_MS = 60_000;

describe("events of the payment provider", () => {
  let stripe: FakeStripe;
  let test: TestApp;
  let user: TestUser;
  let customerId: string;
  let count = 0;
  beforeAll(async () => {
    stripe = await new FakeStripe().start();
    test = await makeTestApp({ env: stripe.env });
    user = await test.addUser("payer");
    const body = { token: stripe.token("visa") };
    await test.call("POST", "/api/setSource", { as: user, body });
    customerId = [...stripe.customers.keys()][0] ?? "";
  });
  afterAll(async () => {
    await test.close();
    await stripe.close();
  });

  const nowS = () => Math.floor(test.clock.now() / 1000);

  function chargeEvent(status: string, object: Record<string, string> = {}, created = nowS()) {
    count += 1;
    const charge = {
      id: `ch_${count}`,
      object: "charge",
      customer: customerId,
      amount: 1234,
      currency: "eur",
      created: 1_700_000_000,
      description: "Plan",
      status,
      ...object,
    };
    return { id: `evt_${count}`, type: `charge.${status}`, created, object: charge };
  }

  async function send(
    event: ReturnType<typeof chargeEvent>,
    signedAtMs = test.clock.now(),
    secret?: string,
  ): Promise<number> {
    const { payload, headers } = stripe.event(event, signedAtMs, secret);
    return (await test.call("POST", "/api/stripe/webhook", { body: payload, headers })).statusCode;
  }

  async function chargeOf(event: ReturnType<typeof chargeEvent>) {
    const { message } = (await test.call("GET", "/api/getCharges", { as: user })).json();
    return message.find(({ id }: { id: string }) => id === event.object.id);
  }

  it("with a good signature change what the charges show, at once", async () => {
    const event = chargeEvent("pending");
    expect(await send(event)).toBe(200);
    expect(await chargeOf(event)).toMatchObject({ status: "pending", amount: 1234, currency: "eur" });
    const ended = chargeEvent("succeeded", { id: event.object.id });
    expect(await send(ended)).toBe(200);
    expect(await chargeOf(event)).toMatchObject({ status: "succeeded" });
  });

  it("with a bad signature, of changed bytes or without one change nothing", async () => {
    const event = chargeEvent("failed");
    expect(await send(event, test.clock.now(), "whsec_of_somebody_else")).toBe(400);
    const { payload, headers } = stripe.event(event, test.clock.now());
    const call = (body: string, given: Record<string, string>) =>
      test.call("POST", "/api/stripe/webhook", { body, headers: given });
    expect((await call(payload.replace("1234", "1"), headers)).statusCode).toBe(400);
    const { "stripe-signature": _, ...unsigned } = headers;
    const refused = await call(payload, unsigned);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors.general).toContain("signature");
    expect((await call("", headers)).statusCode).toBe(400);
    expect(await chargeOf(event)).toBeUndefined();
    expect((await call(payload, headers)).statusCode).toBe(200);
  });

  it("older than five minutes are refused", async () => {
    const event = chargeEvent("succeeded");
    expect(await send(event, test.clock.now() - 5 * MINUTE_MS - 1000)).toBe(400);
    expect(await chargeOf(event)).toBeUndefined();
    expect(await send(event, test.clock.now() - 5 * MINUTE_MS)).toBe(200);
    expect(await chargeOf(event)).toBeDefined();
  });

  it("that come again, signed anew, are answered and ignored", async () => {
    const event = chargeEvent("failed", { description: "First" });
    expect(await send(event)).toBe(200);
    const repeated = { ...event, object: { ...event.object, description: "Replayed" } };
    test.clock.advance(60 * MINUTE_MS);
    expect(await send(repeated)).toBe(200);
    expect(await chargeOf(event)).toMatchObject({ description: "First" });
  });

  it("in the wrong order leave the later state", async () => {
    const ended = chargeEvent("succeeded", { description: "Later" }, nowS());
    await send(ended);
    await send(chargeEvent("pending", { id: ended.object.id }, nowS()));
    await send(chargeEvent("succeeded", { id: ended.object.id, description: "Older" }, nowS() - 60));
    expect(await chargeOf(ended)).toMatchObject({ status: "succeeded", description: "Later" });
  });

  it("that come before the customer's number is stored are asked for again, and then taken", async () => {
    const buyer = await test.addUser("buyer");
    // The provider has made the customer, and its answer is still on its way.
    await test.db.write((transaction) =>
      transaction
        .insertInto("payment_customers")
        .values({ user_id: buyer.userId, customer_id: null, creation_key: "key", charges_read_at: null })
        .execute(),
    );
    const event = chargeEvent("succeeded", { customer: "cus_new" });
    expect(await send(event)).toBe(503);
    expect(await send(chargeEvent("succeeded", { customer: "cus_stranger" }, nowS() - 3600))).toBe(200);
    await test.db.write((transaction) =>
      transaction
        .updateTable("payment_customers")
        .set({ customer_id: "cus_new", charges_read_at: test.clock.now() })
        .where("user_id", "=", buyer.userId)
        .execute(),
    );
    expect(await send(event)).toBe(200);
    const charges = (await test.call("GET", "/api/getCharges", { as: buyer })).json().message;
    expect(charges).toMatchObject([{ id: event.object.id, status: "succeeded" }]);
    expect(await send(chargeEvent("succeeded", { customer: "cus_stranger" }))).toBe(200);
  });

  it("of strangers and of other things are answered and change nothing", async () => {
    const stranger = chargeEvent("succeeded", { customer: "cus_stranger" });
    expect(await send(stranger)).toBe(200);
    expect(await chargeOf(stranger)).toBeUndefined();
    const refund = chargeEvent("succeeded", { object: "refund" });
    expect(await send(refund)).toBe(200);
    expect(await chargeOf(refund)).toBeUndefined();
  });

  it("are not taken by a server without the secret", async () => {
    const { STRIPE_WEBHOOK_SECRET: _, ...env } = stripe.env;
    const without = await makeTestApp({ env });
    const { payload, headers } = stripe.event(chargeEvent("succeeded"), without.clock.now());
    const answer = await without.call("POST", "/api/stripe/webhook", { body: payload, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([503, "not_set_up"]);
    await without.close();
  });
});

describe("charges of a server without the webhook", () => {
  it("are read from the provider for each view", async () => {
    const stripe = await new FakeStripe().start();
    const { STRIPE_WEBHOOK_SECRET: _, ...env } = stripe.env;
    const test = await makeTestApp({ env });
    const user = await test.addUser("payer");
    await test.call("POST", "/api/setSource", { as: user, body: { token: stripe.token("visa") } });
    const charge = stripe.addCharge([...stripe.customers.keys()][0] ?? "", { status: "pending" });
    const statuses = async () =>
      (await test.call("GET", "/api/getCharges", { as: user }))
        .json()
        .message.map(({ status }: { status: string }) => status);
    expect(await statuses()).toEqual(["pending"]);
    charge.status = "failed";
    expect(await statuses()).toEqual(["failed"]);
    await test.close();
    await stripe.close();
  });
});
