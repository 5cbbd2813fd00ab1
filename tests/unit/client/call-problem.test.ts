import { describe, expect, it } from "vitest";
import { callProblem, readProblem } from "../../../src/client/call-problem.ts";
import { ONLINE } from "../../../src/messages/offline/online.ts";
import { PROXY_PAGE } from "../../support/client/fake-http.ts";

type Problem = Parameters<typeof callProblem>[0];

const refused = (status: number, errors: Record<string, string> = {}): Problem => ({
  kind: "refusal",
  status,
  refusal: { code: null, errors, message: null, retryAfterMs: null },
  protocol: 1,
});
const refusal = (status: number, errors?: Record<string, string>) => callProblem(refused(status, errors));

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

  it("is not known where a proxy answered with a page for a server that may have gone on", () => {
    expect(callProblem(PROXY_PAGE as Problem)).toBe(ONLINE.unanswered);
  });
});

describe("why a list could not be read", () => {
  it("is the connection, with which it is read again, unless the server itself refused", () => {
    expect(readProblem(PROXY_PAGE as Problem)).toBe("offline");
    expect(readProblem({ kind: "unreachable", why: "network" })).toBe("offline");
    expect(readProblem(refused(401))).toBe("offline");
    expect(readProblem(refused(500))).toBe("failed");
    expect(readProblem(refused(403))).toBe("failed");
  });
});
