// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { usePushAllowed } from "../../../src/app/push/use-push-allowed.ts";

afterEach(() => vi.unstubAllGlobals());

it("reads the permission of notifications with each address, and never while the page draws", async () => {
  const permission = vi.fn(() => "default");
  vi.stubGlobal("Notification", {
    get permission() {
      return permission();
    },
  });
  const hook = renderHook(({ address }) => usePushAllowed(address), { initialProps: { address: "?a" } });
  expect(permission).not.toHaveBeenCalled();
  await act(async () => {});
  expect(hook.result.current).toBe(false);
  hook.rerender({ address: "?a" });
  await act(async () => {});
  expect(permission).toHaveBeenCalledTimes(1);
  permission.mockReturnValue("granted");
  hook.rerender({ address: "?b" });
  await act(async () => {});
  expect(hook.result.current).toBe(true);
});
