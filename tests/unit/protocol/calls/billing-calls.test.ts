import { Check } from "typebox/value";
import { describe, expect, it } from "vitest";
import { isCharge, readCard } from "../../../../src/features/account/billing/billing-calls.ts";
import { Card, Charge } from "../../../../src/protocol/calls/billing-calls.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";

const CARD = { brand: "Visa", last4: "4242", exp_month: 8, exp_year: 2031 };
const CHARGE = {
  id: "ch_1",
  description: "Plan",
  created: 1_795_000_000,
  amount: 1234,
  currency: "usd",
  status: "succeeded",
};

const without = (record: object, field: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));

async function read(answer: object) {
  const http = createFakeHttp({ "GET /api/getCard": answer as { message: unknown } });
  const outcome = await readCard(http, new AbortController().signal);
  return outcome.kind === "answer" ? outcome.value : outcome;
}

describe("records of billing", () => {
  it("[BILL-11] are a card with brand, last4, exp_month and exp_year, each of them needed by server and app", async () => {
    expect(Object.keys(Card.properties)).toEqual(["brand", "last4", "exp_month", "exp_year"]);
    expect(Check(Card, CARD)).toBe(true);
    expect(await read({ card: { card: CARD } })).toEqual(CARD);
    for (const field of Object.keys(CARD)) {
      expect(Check(Card, without(CARD, field))).toBe(false);
      expect(await read({ card: { card: without(CARD, field) } })).toBeNull();
    }
    expect(Check(Card, { ...CARD, exp_month: "8" })).toBe(false);
  });

  it("[BILL-12] are a charge with id, description, created, amount, currency and status, each of them needed by server and app", () => {
    expect(Object.keys(Charge.properties)).toEqual(Object.keys(CHARGE));
    for (const charge of [CHARGE, { ...CHARGE, description: null }]) {
      expect([Check(Charge, charge), isCharge(charge)]).toEqual([true, true]);
    }
    for (const field of Object.keys(CHARGE)) {
      const part = without(CHARGE, field);
      expect([Check(Charge, part), isCharge(part)]).toEqual([false, false]);
    }
    for (const wrong of [{ created: "2026" }, { amount: "12.34" }, { amount: 12.5 }]) {
      expect(Check(Charge, { ...CHARGE, ...wrong })).toBe(false);
    }
  });

  it("are no card where any level of the answer is missing", async () => {
    for (const answer of [{}, { card: null }, { card: {} }, { card: { card: null } }, { message: "ok" }]) {
      expect(await read(answer)).toBeNull();
    }
  });
});
