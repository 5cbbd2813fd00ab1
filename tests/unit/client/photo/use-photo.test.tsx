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

function open(answers: PhotoAnswer[], online = true) {
  const load = vi.fn(async (_photo: { photoUrl: string }) => answers.shift() ?? { kind: "missing" as const });
  const hook = renderHook((photo: typeof PHOTO) => usePhoto(photo, load, { wanted: true, online }), {
    initialProps: PHOTO,
  });
  /** Timers are set by the render after an answer. */
  const wait = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    await act(() => vi.advanceTimersByTimeAsync(0));
  };
  const calls = () => load.mock.calls.map(([{ photoUrl }]) => photoUrl);
  return { hook, wait, calls };
}

describe("a picture that is shown", () => {
  it("is asked for again after a pause, which doubles, until it is there", async () => {
    const { calls, hook, wait } = open([
      { kind: "failed" },
      { kind: "offline" },
      { kind: "image", blob: new Blob(["x"]) },
    ]);
    await wait(0);
    await wait(14_000);
    expect([hook.result.current.kind, calls().length]).toEqual(["failed", 1]);
    await wait(1_500);
    expect([hook.result.current.kind, calls().length]).toEqual(["offline", 2]);
    await wait(28_000);
    expect(calls()).toHaveLength(2);
    await wait(3_000);
    expect([hook.result.current.kind, calls().length]).toEqual(["image", 3]);
    await wait(600_000);
    expect(calls()).toHaveLength(3);
  });

  it("is not asked for again without a connection, and when its screen has closed", async () => {
    const away = open([{ kind: "offline" }], false);
    const closed = open([{ kind: "failed" }]);
    await away.wait(0);
    closed.hook.unmount();
    await away.wait(600_000);
    expect([away.calls().length, closed.calls().length]).toEqual([1, 1]);
  });

  it("is loaded once where the one before it had failed", async () => {
    const { calls, hook, wait } = open([{ kind: "failed" }]);
    await wait(0);
    hook.rerender({ ...PHOTO, photoUrl: "18" });
    await wait(60_000);
    expect(calls()).toEqual(["17", "18"]);
  });
});
