// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { usePhoto } from "../../../../src/client/photo/use-photo.ts";
import type { PhotoAnswer } from "../../../../src/sync/sync-status.ts";

const PHOTO = { deviceId: "cam", photoUrl: "17" };

beforeEach(() => {
  vi.useFakeTimers();
  URL.createObjectURL = () => "blob:17";
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(answers: PhotoAnswer[]) {
  const load = vi.fn(async () => answers.shift() ?? { kind: "missing" as const });
  const hook = renderHook(() => usePhoto(PHOTO, load, { wanted: true, online: true }));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { load, hook, wait };
}

describe("a picture that is shown", () => {
  it("is asked for again 15 s after each failure until it is there [INS-61]", async () => {
    const { load, hook, wait } = open([
      { kind: "failed" },
      { kind: "failed" },
      { kind: "image", blob: new Blob(["x"]) },
    ]);
    await wait(0);
    await wait(14_000);
    expect([hook.result.current.kind, load.mock.calls.length]).toEqual(["failed", 1]);
    await wait(1_500);
    expect([hook.result.current.kind, load.mock.calls.length]).toEqual(["failed", 2]);
    await wait(15_000);
    await wait(0);
    expect([hook.result.current.kind, load.mock.calls.length]).toEqual(["image", 3]);
    await wait(60_000);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it("is not asked for again while it is only away, and when its screen has closed", async () => {
    const away = open([{ kind: "offline" }]);
    const closed = open([{ kind: "failed" }]);
    await away.wait(0);
    closed.hook.unmount();
    await away.wait(60_000);
    expect([away.load.mock.calls.length, closed.load.mock.calls.length]).toEqual([1, 1]);
  });
});
