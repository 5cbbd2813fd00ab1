import { describe, expect, it } from "vitest";
import { expiryText, hasExpired } from "../../../../src/domain/account/card.ts";
import { amountText, chargeDay, chargeStatus } from "../../../../src/domain/account/charge.ts";

describe("a charge", () => {
  it("shows its amount as cents by hundred with two decimals and its currency in capitals, whatever the currency", () => {
    expect(amountText(1234, "usd")).toBe("12.34 USD");
    expect(amountText(5, "eur")).toBe("0.05 EUR");
    expect(amountText(0, "eur")).toBe("0.00 EUR");
    expect(amountText(-1050, "kes")).toBe("-10.50 KES");
    expect(amountText(100_000_001, "usd")).toBe("1000000.01 USD");
    expect(amountText(500, "jpy")).toBe("5.00 JPY");
  });

  it("has a status of three, or an unknown one", () => {
    expect(["succeeded", "pending", "failed", "refunded", ""].map(chargeStatus)).toEqual([
      "succeeded",
      "pending",
      "failed",
      "unknown",
      "unknown",
    ]);
  });

  it("lies on its day in UTC", () => {
    expect(chargeDay(Date.UTC(2026, 10, 21, 23, 59, 59) / 1000)).toBe("21 Nov 2026");
    expect(chargeDay(Date.UTC(2026, 10, 22) / 1000)).toBe("22 Nov 2026");
  });
});

describe("a card", () => {
  const card = { exp_month: 2, exp_year: 2028 };

  it("expires after its month, in UTC", () => {
    expect(expiryText(card)).toBe("02/2028");
    expect(hasExpired(card, Date.UTC(2028, 1, 29, 23, 59, 59, 999))).toBe(false);
    expect(hasExpired(card, Date.UTC(2028, 2, 1))).toBe(true);
    expect(hasExpired({ exp_month: 12, exp_year: 2028 }, Date.UTC(2029, 0, 1))).toBe(true);
  });
});
