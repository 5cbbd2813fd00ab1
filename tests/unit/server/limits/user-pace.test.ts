import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../server/http/api-error.ts";
import { UserPace } from "../../../../server/limits/user-pace.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

function refusal(call: () => void): ApiError | null {
  try {
    call();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

describe("the pace of costly calls", () => {
  it("allows a user some at once and one more from time to time, says when, and lets others go on (neighbour 7)", () => {
    const clock = new TestClock();
    const pace = new UserPace(clock, "image");
    for (let count = 0; count < 20; count += 1) expect(refusal(() => pace.begin(1))).toBeNull();
    expect(refusal(() => pace.begin(1))).toMatchObject({ status: 429, code: "throttled", retryAfterS: 30 });
    expect(refusal(() => pace.begin(2))).toBeNull();
    clock.advance(29_000);
    expect(refusal(() => pace.begin(1))).toMatchObject({ retryAfterS: 1 });
    clock.advance(1_000);
    expect(refusal(() => pace.begin(1))).toBeNull();
    expect(refusal(() => pace.begin(1))).not.toBeNull();
  });
});
