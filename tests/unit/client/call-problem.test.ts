import { describe, expect, it } from "vitest";
import { callProblem } from "../../../src/client/call-problem.ts";
import { ONLINE } from "../../../src/messages/offline/online.ts";

const refusal = (status: number, errors: Record<string, string> = {}) =>
  callProblem({
    kind: "refusal",
    status,
    refusal: { code: null, errors, message: null, retryAfterMs: null },
    protocol: 1,
  });

describe("why a write was not done", () => {
  it("is in the server's own words where it named the fault", () => {
    expect(refusal(400, { groupName: "Too long" })).toBe("Too long");
    expect(refusal(409, { general: "It is taken", groupName: "x" })).toBe("It is taken");
  });

  it("is told by what the answer means where nobody named a fault", () => {
    expect(refusal(404, { general: "not found" })).toBe(ONLINE.gone);
    expect(refusal(403)).toBe(ONLINE.forbidden);
    expect(refusal(429)).toBe(ONLINE.throttled);
    expect(refusal(500, { general: "request 17 failed" })).toBe(ONLINE.refused);
  });

  it("does not pretend that nothing happened where nobody answered", () => {
    expect(callProblem({ kind: "unreachable", why: "timeout" })).toBe(ONLINE.unanswered);
  });
});
