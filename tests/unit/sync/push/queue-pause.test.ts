import { describe, expect, it } from "vitest";
import type { HttpOutcome } from "../../../../src/platform/http.ts";
import { createRetries } from "../../../../src/sync/push/queue-pause.ts";

const page = { isVisible: () => true, subscribe: () => () => {} };
const refused = (status: number): HttpOutcome<never> => ({
  kind: "refusal",
  status,
  protocol: null,
  refusal: { code: null, errors: {}, message: null, retryAfterMs: null },
});

describe("the error with which the server answered last", () => {
  it.each([
    ["a call succeeds", ({ succeeded }: ReturnType<typeof createRetries>) => void succeeded()],
    ["the work is another", ({ forgetError }: ReturnType<typeof createRetries>) => forgetError()],
    ["the session has ended", ({ retry }: ReturnType<typeof createRetries>) => void retry(refused(401))],
  ])("holds until %s", (_what, end) => {
    const retries = createRetries({ random: () => 0.5, page });
    retries.retry(refused(503));
    expect(retries.serverError()).toBe("serverError");
    end(retries);
    expect(retries.serverError()).toBeNull();
  });
});
