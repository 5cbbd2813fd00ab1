// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ServicesProvider } from "../../../src/client/services.tsx";
import { useReadAgain } from "../../../src/client/use-read-again.ts";
import type { SyncStatus } from "../../../src/sync/sync-status.ts";
import { createFakeServices } from "../../support/client/fake-services.ts";

function open(sync: Partial<SyncStatus>) {
  const services = createFakeServices({ rows: [], sync });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesProvider services={services}>{children}</ServicesProvider>
  );
  const readAgain = vi.fn();
  const hook = renderHook((unanswered: boolean) => useReadAgain(unanswered, readAgain), {
    wrapper,
    initialProps: false,
  });
  return { hook, readAgain, set: (change: Partial<SyncStatus>) => act(() => services.setSync(change)) };
}

afterEach(cleanup);

describe("what only the server has", () => {
  it("is read again when the connection comes back, and not when it is lost", () => {
    const { hook, readAgain, set } = open({ phase: "online", freshAtMs: 1 });
    set({ phase: "offline" });
    expect([hook.result.current, readAgain.mock.calls.length]).toEqual([true, 0]);
    set({ phase: "online" });
    expect([hook.result.current, readAgain.mock.calls.length]).toEqual([false, 1]);
  });

  it("is read again at the next sign of a connection where its call got no answer, and only there", () => {
    const { hook, readAgain, set } = open({ phase: "online", freshAtMs: 1 });
    set({ freshAtMs: 2 });
    expect(readAgain).not.toHaveBeenCalled();
    hook.rerender(true);
    expect(readAgain).not.toHaveBeenCalled();
    set({ freshAtMs: 3 });
    expect(readAgain).toHaveBeenCalledOnce();
  });
});
