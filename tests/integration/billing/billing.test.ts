import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { deletePaymentCustomer } from "../../../server/features/billing/customers.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { FakeStripe } from "../../support/server/fake-stripe.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const VISA = { brand: "Visa", last4: "4242", exp_month: 8, exp_year: 2031 };
const MASTERCARD = { brand: "MasterCard", last4: "4444", exp_month: 8, exp_year: 2031 };

describe.each(DATABASE_KINDS)("billing on $name", (kind) => {
  let stripe: FakeStripe;
  let test: TestApp;
  let count = 0;
  beforeAll(async () => {
    stripe = await new FakeStripe().start();
    test = await makeTestApp({ kind, env: stripe.env });
  });
  afterAll(async () => {
    await test.close();
    await stripe.close();
  });
  afterEach(() => {
    stripe.requests.length = 0;
  });

  function anyone(): Promise<TestUser> {
    count += 1;
    return test.addUser(`payer${count}`);
  }

  const getCard = async (as: TestUser) => (await test.call("GET", "/api/getCard", { as })).json();
  const setSource = (as: TestUser, token: string) =>
    test.call("POST", "/api/setSource", { as, body: { token } });
  const getCharges = (as: TestUser) => test.call("GET", "/api/getCharges", { as });
  const callsTo = (path: RegExp) => stripe.requests.filter((request) => path.test(request.path));

  async function usersAmong(people: readonly TestUser[]): Promise<number[]> {
    const ids = people.map(({ userId }) => userId);
    const query = test.db.reader.selectFrom("users").select("user_id").where("user_id", "in", ids);
    return (await query.execute()).map(({ user_id }) => user_id);
  }

  async function withCard(): Promise<{ user: TestUser; customerId: string }> {
    const user = await anyone();
    expect((await setSource(user, stripe.token("visa"))).statusCode).toBe(200);
    const customer = [...stripe.customers.values()].find(({ email }) => email === user.email);
    return { user, customerId: customer?.id ?? "" };
  }

  it("[BILL-13] answers the card with GET /api/getCard, in card.card, and null for none", async () => {
    const user = await anyone();
    expect(await getCard(user)).toEqual({ card: { card: null } });
    expect(stripe.requests).toEqual([]);
    await setSource(user, stripe.token("visa"));
    expect(await getCard(user)).toEqual({ card: { card: VISA } });
  });

  it("[BILL-14] sets the card with POST /api/setSource from a source in token, in place of the one before", async () => {
    const user = await anyone();
    const first = await setSource(user, stripe.token("visa"));
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({ card: { card: VISA } });
    expect((await setSource(user, stripe.token("mastercard"))).json()).toEqual({
      card: { card: MASTERCARD },
    });
    expect(await getCard(user)).toEqual({ card: { card: MASTERCARD } });
    expect((await test.call("POST", "/api/setSource", { as: user, body: {} })).statusCode).toBe(400);
    const made = [...stripe.customers.values()].filter(({ email }) => email === user.email);
    expect(made).toMatchObject([
      { name: `${user.username} Test`, metadata: { userId: String(user.userId) } },
    ]);
  });

  it("makes one customer of calls at once", async () => {
    const user = await anyone();
    const answers = await Promise.all(
      ["visa", "mastercard", "visa"].map((brand) => setSource(user, stripe.token(brand as "visa"))),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect([...stripe.customers.values()].filter(({ email }) => email === user.email)).toHaveLength(1);
  });

  it("gives the same source set twice the same answer, though it is usable once", async () => {
    const user = await anyone();
    const token = stripe.token("visa");
    await setSource(user, token);
    const again = await setSource(user, token);
    expect([again.statusCode, again.json()]).toEqual([200, { card: { card: VISA } }]);
  });

  it("refuses a declined card with the provider's sentence and leaves the one before", async () => {
    const { user } = await withCard();
    const answer = await setSource(user, stripe.token("declined"));
    expect(answer.statusCode).toBe(402);
    expect(answer.json()).toEqual({
      code: "card_declined",
      errors: { general: "Your card was declined." },
    });
    expect(await getCard(user)).toEqual({ card: { card: VISA } });
  });

  it("says that an unknown source, or one that somebody used already, cannot be used", async () => {
    const { user } = await withCard();
    const used = stripe.token("visa");
    await setSource(await anyone(), used);
    for (const token of ["tok_nothing", used]) {
      const answer = await setSource(user, token);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors.general).toContain("Please enter the card again.");
    }
  });

  it("limits how often a user tries cards", async () => {
    const user = await anyone();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push((await setSource(user, stripe.token("declined"))).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(402), 429]);
    test.clock.advance(5 * 60_000);
    expect((await setSource(user, stripe.token("visa"))).statusCode).toBe(200);
  });

  it("makes another customer where the provider has deleted the one before", async () => {
    const { user, customerId } = await withCard();
    const customer = stripe.customers.get(customerId);
    if (customer !== undefined) customer.deleted = true;
    expect(await getCard(user)).toEqual({ card: { card: null } });
    expect((await setSource(user, stripe.token("mastercard"))).json()).toEqual({
      card: { card: MASTERCARD },
    });
    expect(await getCard(user)).toEqual({ card: { card: MASTERCARD } });
  });

  it("[BILL-15] answers all charges with GET /api/getCharges, over the provider's pages, newest first", async () => {
    const { user, customerId } = await withCard();
    const other = await withCard();
    stripe.addCharge(other.customerId, { description: "Not yours" });
    for (let number = 1; number <= 250; number += 1) {
      stripe.addCharge(customerId, {
        amount: number,
        description: number % 2 === 0 ? `Plan ${number}` : null,
      });
    }
    const charges = (await getCharges(user)).json().message;
    expect(charges).toHaveLength(250);
    expect(charges[0]).toEqual({
      id: expect.stringMatching(/^ch_/),
      description: "Plan 250",
      created: expect.any(Number),
      amount: 250,
      currency: "usd",
      status: "succeeded",
    });
    expect(charges.map(({ amount }: { amount: number }) => amount)).toEqual(
      Array.from({ length: 250 }, (_, at) => 250 - at),
    );
    expect(callsTo(/charges/)).toHaveLength(3);
  });

  it("reads at most a thousand charges", async () => {
    const { user, customerId } = await withCard();
    for (let number = 0; number < 1010; number += 1) stripe.addCharge(customerId, { amount: number });
    const charges = (await getCharges(user)).json().message;
    expect(charges).toHaveLength(1000);
    expect(charges[0].amount).toBe(1009);
  });

  it("reads charges of the provider once a day, because events bring what changes", async () => {
    const { user, customerId } = await withCard();
    stripe.addCharge(customerId, {});
    for (let view = 0; view < 3; view += 1) expect((await getCharges(user)).json().message).toHaveLength(1);
    expect(callsTo(/charges/)).toHaveLength(1);
    stripe.addCharge(customerId, {});
    test.clock.advance(24 * 3600_000);
    expect((await getCharges(user)).json().message).toHaveLength(2);
  });

  it("keeps the charges of a customer that the provider has deleted", async () => {
    const { user, customerId } = await withCard();
    stripe.addCharge(customerId, {});
    await getCharges(user);
    stripe.customers.delete(customerId);
    test.clock.advance(24 * 3600_000);
    expect((await getCharges(user)).json().message).toHaveLength(1);
  });

  it("says that the provider does not answer, repeats after a fault there, and logs no key", async () => {
    const lines: string[] = [];
    const logged = await makeTestApp({
      kind,
      env: { ...stripe.env, LOG_LEVEL: "info" },
      logStream: { write: (line) => void lines.push(line) },
    });
    const user = await logged.addUser("unlucky");
    const setHere = (token: string) => logged.call("POST", "/api/setSource", { as: user, body: { token } });

    stripe.failNext({ status: 500 });
    const once = await setHere(stripe.token("visa"));
    expect(once.statusCode).toBe(200);

    stripe.failNext({ status: 503 }, { status: 503 });
    const twice = await setHere(stripe.token("visa"));
    expect(twice.statusCode).toBe(503);
    expect(twice.json()).toEqual({
      code: "unavailable",
      errors: { general: "The payment service does not answer just now. Please try again." },
    });
    expect(twice.headers["retry-after"]).toBe("5");

    stripe.failNext({ status: 429, error: { type: "invalid_request_error", code: "rate_limit" } });
    expect((await logged.call("GET", "/api/getCard", { as: user })).statusCode).toBe(503);
    expect(lines.join("")).toContain('"status":503');
    expect(lines.join("")).not.toMatch(/sk_test|pk_test|whsec|tok_/);
    await logged.close();
  });

  it("tries with another idempotency key where the provider has stored a fault under the first", async () => {
    const user = await anyone();
    stripe.failNext({ status: 500 }, { status: 500 });
    expect((await setSource(user, stripe.token("visa"))).statusCode).toBe(503);
    expect((await setSource(user, stripe.token("visa"))).statusCode).toBe(200);
    const keys = callsTo(/customers$/).map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("makes no second customer where the connection was lost after the first was made", async () => {
    const user = await anyone();
    // What a crash between the provider's answer and its storing leaves behind.
    await setSource(user, stripe.token("visa"));
    await test.db.write((transaction) =>
      transaction
        .updateTable("payment_customers")
        .set({ customer_id: null })
        .where("user_id", "=", user.userId)
        .execute(),
    );
    expect((await setSource(user, stripe.token("mastercard"))).statusCode).toBe(200);
    expect([...stripe.customers.values()].filter(({ email }) => email === user.email)).toHaveLength(1);
  });

  it("deletes the customer with the account, which waits where the provider does not answer, and holds up no other", async () => {
    const { user, customerId } = await withCard();
    const other = await anyone();
    for (const as of [user, other]) {
      await test.call("DELETE", "/api/user", { as, body: { password: TEST_PASSWORD } });
    }
    test.clock.advance(31 * 24 * 3600_000);
    stripe.failNext({ status: 503 }, { status: 503 });
    await expect(test.jobs.deleteAccounts()).rejects.toThrow("not available");
    expect(await usersAmong([user, other])).toEqual([user.userId]);
    expect(stripe.customers.get(customerId)?.deleted).toBeUndefined();
    expect(await test.jobs.deleteAccounts()).toBe(1);
    expect(stripe.customers.get(customerId)?.deleted).toBe(true);
    expect(await usersAmong([user, other])).toEqual([]);
    await deletePaymentCustomer(test.deps, user.userId);
  });

  it("keeps the card of an account that is kept, and lets nobody keep one whose card the deletion has taken", async () => {
    const [kept, due] = [await withCard(), await withCard()];
    for (const { user } of [kept, due]) {
      await test.call("DELETE", "/api/user", { as: user, body: { password: TEST_PASSWORD } });
    }
    const keep = (as: TestUser) => test.call("POST", "/api/user/keep", { as });
    test.clock.advance(30 * 24 * 3600_000 - 1);
    expect((await keep(kept.user)).statusCode).toBe(200);
    test.clock.advance(60_001);
    const { payments } = test.deps;
    if (payments === null) throw new Error("billing is not set up");
    const answers: number[] = [];
    const deletion = vi.spyOn(payments, "deleteCustomer").mockImplementation(async (customerId) => {
      // Pressed while the job waits for the provider.
      answers.push((await keep(due.user)).statusCode);
      deletion.mockRestore();
      await payments.deleteCustomer(customerId);
      answers.push((await keep(due.user)).statusCode);
    });
    expect(await test.jobs.deleteAccounts()).toBe(1);
    expect(answers).toEqual([409, 409]);
    expect(await usersAmong([kept.user, due.user])).toEqual([kept.user.userId]);
    expect(stripe.customers.get(kept.customerId)?.deleted).toBeUndefined();
    expect((await test.call("GET", "/api/getCard", { as: kept.user })).json().card.card).toMatchObject({
      last4: "4242",
    });
  });

  it("refuses what is no card before it could replace the card", async () => {
    const { user } = await withCard();
    const answer = await test.call("POST", "/api/setSource", {
      as: user,
      body: { token: stripe.token("bank") },
    });
    expect(answer.statusCode).toBe(400);
    expect((await test.call("GET", "/api/getCard", { as: user })).json().card.card).toMatchObject({
      last4: "4242",
    });
  });

  it("sets the card also with a secret key that may not read tokens", async () => {
    const { user } = await withCard();
    stripe.failNext({ status: 403, error: { type: "invalid_request_error", message: "Not permitted." } });
    const body = { token: stripe.token("mastercard") };
    const answer = await test.call("POST", "/api/setSource", { as: user, body });
    expect([answer.statusCode, answer.json().card.card.last4]).toEqual([200, "4444"]);
  });

  it("shows nobody another one's card or charges, and the restricted user none", async () => {
    const { customerId } = await withCard();
    stripe.addCharge(customerId, {});
    const other = await anyone();
    expect(await getCard(other)).toEqual({ card: { card: null } });
    expect((await getCharges(other)).json()).toEqual({ message: [] });
    const restricted = await test.addUser("looker", "restricted");
    expect((await getCharges(restricted)).statusCode).toBe(403);
    expect((await setSource(restricted, stripe.token("visa"))).statusCode).toBe(403);
  });
});

describe("the settings of billing", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp();
  });
  afterAll(() => test.close());

  it("without keys leave no card and no charges, take no card and name no foreign origin", async () => {
    const user = await test.addUser("ada");
    expect((await test.call("GET", "/api/getCard", { as: user })).json()).toEqual({ card: { card: null } });
    expect((await test.call("GET", "/api/getCharges", { as: user })).json()).toEqual({ message: [] });
    const refused = await test.call("POST", "/api/setSource", { as: user, body: { token: "tok_visa_1" } });
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual({
      code: "not_set_up",
      errors: { general: "Billing is not set up on this server." },
    });
    const config = await test.call("GET", "/api/config");
    expect(config.json().message.stripePublishableKey).toBeNull();
    expect(config.headers["content-security-policy"]).not.toContain("stripe");
  });

  it("with keys name Stripe's origins and give out the publishable key alone", async () => {
    const paid = await makeTestApp({
      env: { STRIPE_SECRET_KEY: "sk_test_secret", STRIPE_PUBLISHABLE_KEY: "pk_test_open" },
    });
    const config = await paid.call("GET", "/api/config");
    expect(config.json().message.stripePublishableKey).toBe("pk_test_open");
    expect(config.body).not.toContain("sk_test");
    const policy = String(config.headers["content-security-policy"]).split("; ");
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
    expect(policy).toContain(
      "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    );
    expect(policy).toContain("connect-src 'self' https://api.stripe.com");
    await paid.close();
  });
});
