// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { ServicesProvider } from "../../../src/client/services.tsx";
import { useWrite } from "../../../src/client/use-write.ts";
import { ONLINE } from "../../../src/messages/offline/online.ts";
import type { HttpOutcome } from "../../../src/platform/http.ts";
import { PROXY_PAGE } from "../../support/client/fake-http.ts";
import { createFakeServices } from "../../support/client/fake-services.ts";

const OWN_503: HttpOutcome<never> = { ...PROXY_PAGE, status: 503, protocol: 1 } as HttpOutcome<never>;
const ANSWER: HttpOutcome<string> = { kind: "answer", value: "done", protocol: 1 };
const SILENCE: HttpOutcome<never> = { kind: "unreachable", why: "timeout" };

afterEach(cleanup);

describe("a write of a form", () => {
  it.each([
    ["is done", ANSWER, ["pullNow"], null],
    ["got no answer", SILENCE, ["pullNow"], ONLINE.unanswered],
    ["got the page of a proxy, behind which it may be done", PROXY_PAGE, ["pullNow"], ONLINE.unanswered],
    ["was refused by the server itself", OWN_503, [], ONLINE.refused],
  ])("that %s brings the mirror up to date unless nothing was done", async (_, outcome, calls, problem) => {
    const services = createFakeServices({ rows: [] });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ServicesProvider services={services}>{children}</ServicesProvider>
    );
    const { result } = renderHook(() => useWrite(), { wrapper });
    const done = await act(() => result.current.run(async () => outcome));
    expect(done).toEqual(outcome.kind === "answer" ? { value: outcome.value } : null);
    expect(services.calls).toEqual(calls);
    expect([result.current.busy, result.current.problem]).toEqual([false, problem]);
  });
});
