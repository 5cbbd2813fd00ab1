import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PaymentsUnavailable } from "../../../server/providers/payments.ts";
import { stripePayments } from "../../../server/providers/stripe-payments.ts";
import { FakeStripe, SECRET_KEY } from "../../support/server/fake-stripe.ts";

const PERSON = { email: "ada@example.org", name: "Ada Test", userId: 7 };

describe("Stripe's package against Stripe", () => {
  let stripe: FakeStripe;
  beforeAll(async () => {
    stripe = await new FakeStripe().start();
  });
  afterAll(() => stripe.close());

  function payments(secretKey = SECRET_KEY, timeoutMs = 5000) {
    return stripePayments({ secretKey, webhookSecret: null, apiBase: stripe.url, timeoutMs });
  }

  async function faultOf(work: Promise<unknown>): Promise<PaymentsUnavailable> {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof PaymentsUnavailable)) throw error ?? new Error("It succeeded.");
    return error;
  }

  it("replays a call with the same idempotency key, and refuses the key for other parameters", async () => {
    const first = await payments().createCustomer(PERSON, "key-1");
    expect(await payments().createCustomer(PERSON, "key-1")).toBe(first);
    const fault = await faultOf(payments().createCustomer({ ...PERSON, name: "Eve" }, "key-1"));
    expect(fault.detail).toMatchObject({ type: "StripeIdempotencyError", status: 400 });
    expect(fault.isStored).toBe(true);
  });

  it("gives up a connection that stays open without an answer, after one more attempt", async () => {
    const before = stripe.requests.length;
    stripe.failNext("silence", "silence");
    const fault = await faultOf(payments(SECRET_KEY, 100).createCustomer(PERSON, "key-2"));
    expect(fault.detail).toMatchObject({ type: "StripeConnectionError", status: undefined });
    expect(fault.isStored).toBe(false);
    expect(stripe.requests.slice(before).map(({ key }) => key)).toEqual(["key-2", "key-2"]);
  });

  it("says that wrong keys are at fault, without a key in it", async () => {
    const fault = await faultOf(payments("sk_test_wrong").readCard("cus_1"));
    expect(fault.detail).toMatchObject({ type: "StripeAuthenticationError", status: 401 });
    expect(JSON.stringify(fault)).not.toContain("sk_");
    expect(String(fault)).not.toContain("sk_");
  });

  it("says that nobody listens where the address is wrong", async () => {
    const nowhere = stripePayments({
      secretKey: SECRET_KEY,
      webhookSecret: null,
      apiBase: "http://127.0.0.1:9",
    });
    expect((await faultOf(nowhere.listCharges("cus_1"))).isStored).toBe(false);
  });
});
