// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ServicesProvider } from "../../../src/client/services.tsx";
import { useServerList } from "../../../src/client/use-server-list.ts";
import { ONLINE } from "../../../src/messages/offline/online.ts";
import { ServerListStates } from "../../../src/parts/server-list-states.tsx";
import { useOnlineOnly } from "../../../src/parts/use-online-only.tsx";
import type { Http, HttpCall, HttpOutcome } from "../../../src/platform/http.ts";
import { isText } from "../../../src/platform/json-shape.ts";
import type { ConnectionPhase } from "../../../src/sync/sync-status.ts";
import { PROXY_PAGE } from "../../support/client/fake-http.ts";
import { createFakeServices, type FakeServices } from "../../support/client/fake-services.ts";

const WHAT = "The list of things";

function Fixture({ because }: { because?: string | undefined }) {
  const { list, reload } = useServerList({ path: "/api/things", row: isText, because });
  const writes = useOnlineOnly("Changing things");
  return (
    <>
      {writes.reason}
      <button type="button" {...writes.button} onClick={reload}>
        Write
      </button>
      <ServerListStates list={list} what={WHAT} onRetry={reload}>
        {(rows) => <output>{rows.join(" ")}</output>}
      </ServerListStates>
    </>
  );
}

type Outcome = HttpOutcome<unknown>;
const answer = (...rows: string[]): Outcome => ({ kind: "answer", value: { message: rows }, protocol: 1 });
const refusal = (status: number): Outcome => ({
  kind: "refusal",
  status,
  refusal: { code: null, errors: {}, message: null, retryAfterMs: null },
  protocol: 1,
});
const SILENCE: Outcome = { kind: "unreachable", why: "network" };

/** Calls wait until the test answers them, in their order. */
function openList(phase: ConnectionPhase = "online") {
  const calls: { call: HttpCall<unknown>; answer(outcome: Outcome): void }[] = [];
  const http = {
    call: (call: HttpCall<unknown>) =>
      new Promise<Outcome>((resolve) => calls.push({ call, answer: resolve })),
  } as unknown as Http;
  const services: FakeServices = createFakeServices({ rows: [], http, sync: { phase } });
  const show = (because?: string) => (
    <ServicesProvider services={services}>
      <Fixture because={because} />
    </ServicesProvider>
  );
  const { rerender, unmount } = render(show());
  return {
    calls,
    services,
    unmount,
    because: (reason: string) => rerender(show(reason)),
    async answered(at: number, outcome: Outcome) {
      await waitFor(() => expect(calls.length).toBeGreaterThan(at));
      await act(async () => calls[at]?.answer(outcome));
    },
  };
}

afterEach(cleanup);

describe("a list that a screen reads online by itself", () => {
  it("is said to load, and then stands there", async () => {
    const list = openList();
    expect(screen.getByText("Loading")).toBeTruthy();
    await list.answered(0, answer("lynx", "paca"));
    expect(screen.getByText("lynx paca")).toBeTruthy();
    expect(list.calls).toHaveLength(1);
  });

  it("says without waiting what it needs where there is no connection, and comes with the next one", async () => {
    const list = openList("offline");
    expect(screen.getByText(ONLINE.offlineTitle)).toBeTruthy();
    await list.answered(0, SILENCE);
    act(() => list.services.setSync({ phase: "online" }));
    await list.answered(1, answer("lynx"));
    expect(screen.getByText("lynx")).toBeTruthy();
  });

  it("comes where the first call was lost before anything was known of the connection", async () => {
    const list = openList("unknown");
    await list.answered(0, SILENCE);
    expect(screen.getByText(ONLINE.offlineTitle)).toBeTruthy();
    act(() => list.services.setSync({ phase: "online" }));
    await list.answered(1, answer("lynx"));
    expect(screen.getByText("lynx")).toBeTruthy();
  });

  it("comes with the next pull that succeeds where its call alone was lost, and only then", async () => {
    const list = openList();
    await list.answered(0, SILENCE);
    expect(screen.getByText(ONLINE.offlineTitle)).toBeTruthy();
    act(() => list.services.setSync({ phase: "online", pulling: true }));
    expect(list.calls).toHaveLength(1);
    act(() => list.services.setSync({ phase: "online", freshAtMs: 1_000 }));
    await list.answered(1, answer("lynx"));
    expect(screen.getByText("lynx")).toBeTruthy();
    act(() => list.services.setSync({ phase: "online", freshAtMs: 2_000 }));
    expect(list.calls).toHaveLength(2);
  });

  it("comes with the next pull that succeeds where a proxy answered for a server that restarts", async () => {
    const list = openList();
    await list.answered(0, PROXY_PAGE);
    expect(screen.getByText(ONLINE.offlineTitle)).toBeTruthy();
    act(() => list.services.setSync({ phase: "online", freshAtMs: 1_000 }));
    await list.answered(1, answer("lynx"));
    expect(screen.getByText("lynx")).toBeTruthy();
  });

  it("says that it could not be read where the server refuses, and asks again at a press", async () => {
    const list = openList();
    await list.answered(0, refusal(500));
    expect(screen.getByText(ONLINE.failedTitle(WHAT))).toBeTruthy();
    act(() => screen.getByRole("button", { name: "Try again" }).click());
    await list.answered(1, answer("lynx"));
    expect(screen.getByText("lynx")).toBeTruthy();
  });

  it("keeps its rows while they are read anew, and says so where that fails", async () => {
    const list = openList();
    await list.answered(0, answer("lynx"));
    act(() => screen.getByRole("button", { name: "Write" }).click());
    expect(screen.getByText("lynx")).toBeTruthy();
    await list.answered(1, refusal(500));
    expect(screen.getByText("lynx")).toBeTruthy();
    expect(screen.getByText(ONLINE.outdatedRefused)).toBeTruthy();
    act(() => list.services.setSync({ phase: "offline" }));
    expect(screen.getByText(ONLINE.outdated)).toBeTruthy();
  });

  it("is read anew for a reason from outside, and the older answer no longer counts", async () => {
    const list = openList();
    list.because("the feed brought something");
    await list.answered(1, answer("paca"));
    await list.answered(0, answer("lynx"));
    expect(screen.getByText("paca")).toBeTruthy();
    expect(list.calls[0]?.call.signal?.aborted).toBe(true);
  });

  it("gives up what is on its way when the screen is left", async () => {
    const list = openList();
    await waitFor(() => expect(list.calls).toHaveLength(1));
    list.unmount();
    expect(list.calls[0]?.call.signal?.aborted).toBe(true);
  });
});

describe("what can only be done online", () => {
  it("is disabled offline, with the reason tied to the button", () => {
    const list = openList("offline");
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Write" });
    expect(button.disabled).toBe(true);
    const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe(ONLINE.onlyOnline("Changing things"));
    act(() => list.services.setSync({ phase: "online" }));
    expect(button.disabled).toBe(false);
    expect(screen.queryByText(ONLINE.onlyOnline("Changing things"))).toBeNull();
  });
});
