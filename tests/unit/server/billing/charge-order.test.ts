import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replacesCharge } from "../../../../server/features/billing/charge-order.ts";

const described = fc.record({
  status: fc.constantFrom("pending", "succeeded", "failed"),
  as_of: fc.integer({ min: 0, max: 5 }),
});

describe("descriptions of one charge", () => {
  it("take the first as it comes, then the later one", () => {
    expect(replacesCharge({ status: "pending", as_of: 3 }, undefined)).toBe(true);
    expect(replacesCharge({ status: "failed", as_of: 4 }, { status: "failed", as_of: 3 })).toBe(true);
    expect(replacesCharge({ status: "failed", as_of: 2 }, { status: "failed", as_of: 3 })).toBe(false);
  });

  it("never leave a charge pending that any of them says has ended", () => {
    fc.assert(
      fc.property(fc.array(described, { minLength: 1, maxLength: 8 }), (arriving) => {
        let stored = arriving[0];
        for (const one of arriving) if (replacesCharge(one, stored)) stored = one;
        const hasEnded = arriving.some(({ status }) => status !== "pending");
        expect(stored?.status === "pending").toBe(!hasEnded);
      }),
    );
  });
});
