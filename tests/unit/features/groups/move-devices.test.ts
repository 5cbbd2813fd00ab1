import { describe, expect, it } from "vitest";
import { goneIsDone, moveDevices } from "../../../../src/features/groups/move-devices.ts";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import type { HttpOutcome } from "../../../../src/platform/http.ts";
import { PROXY_PAGE } from "../../../support/client/fake-http.ts";

const DONE: HttpOutcome<unknown> = { kind: "answer", value: null, protocol: 1 };
const SILENCE: HttpOutcome<unknown> = { kind: "unreachable", why: "timeout" };
const refusal = (status: number): HttpOutcome<unknown> => ({
  kind: "refusal",
  status,
  refusal: { code: null, errors: {}, message: null, retryAfterMs: null },
  protocol: 1,
});

async function move(count: number, answer: (at: number) => HttpOutcome<unknown>, stopAfter = Infinity) {
  const abort = new AbortController();
  const called: string[] = [];
  let together = 0;
  let most = 0;
  const moved = await moveDevices({
    deviceIds: Array.from({ length: count }, (_, at) => `d${at}`),
    async call(deviceId) {
      most = Math.max(most, ++together);
      called.push(deviceId);
      if (called.length === stopAfter) abort.abort();
      await Promise.resolve();
      together -= 1;
      return answer(Number(deviceId.slice(1)));
    },
    onProgress() {},
    signal: abort.signal,
  });
  return { ...moved, called, most };
}

describe("devices that are moved one call each", () => {
  it("are each called for once, a few together [GRP-06]", async () => {
    const { done, problem, called, most } = await move(50, () => DONE);
    expect([done, problem]).toEqual([50, null]);
    expect(new Set(called).size).toBe(50);
    expect(called).toHaveLength(50);
    expect(most).toBe(4);
  });

  it("go on past one that is refused, and stop where nobody answers or the server wants a pause", async () => {
    const refused = await move(20, (at) => (at === 3 ? refusal(404) : DONE));
    expect([refused.done, refused.problem]).toEqual([19, ONLINE.gone]);
    for (const [outcome, why] of [
      [SILENCE, ONLINE.unanswered],
      [PROXY_PAGE, ONLINE.unanswered],
      [refusal(429), ONLINE.throttled],
    ] as const) {
      const stopped = await move(500, (at) => (at >= 10 ? outcome : DONE));
      expect([stopped.done, stopped.problem]).toEqual([10, why]);
      expect(stopped.called.length).toBeLessThan(20);
    }
  });

  it("stop at a press, with what was done counted", async () => {
    const { done, problem, called } = await move(500, () => DONE, 8);
    expect(problem).toBeNull();
    expect(done).toBe(called.length);
    expect(called.length).toBeLessThan(13);
  });

  it("take what is out of the group already for done [GRP-07]", () => {
    expect(goneIsDone(refusal(404)).kind).toBe("answer");
    expect(goneIsDone(refusal(403)).kind).toBe("refusal");
    expect(goneIsDone(SILENCE).kind).toBe("unreachable");
  });
});
