// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import type { PointerEvent } from "react";
import { describe, expect, it, vi } from "vitest";
import type { SwipeDirection } from "../../../../../src/features/insights/photo/gestures/swipe.ts";
import { useZoomedPhoto } from "../../../../../src/features/insights/photo/gestures/use-zoomed-photo.ts";

const ROOM = { width: 400, height: 300 };

/** A photo of 400 × 300 that fits its room, under fingers. */
function openPhoto() {
  const stage = document.createElement("div");
  const onSwipe = vi.fn<(direction: SwipeDirection) => void>();
  const given = { base: "fit", boxes: [], swipes: ["left", "down"], onDrag: () => {}, onSwipe } as const;
  const { result, rerender } = renderHook(
    ({ room }) => useZoomedPhoto({ current: stage }, { room, size: ROOM, ...given }),
    { initialProps: { room: ROOM } },
  );
  const touch = (pointerId: number, x: number, y: number, ms = 0) =>
    ({
      pointerId,
      clientX: x,
      clientY: y,
      timeStamp: ms,
      button: 0,
      pointerType: "touch",
      type: "pointerup",
      target: stage,
    }) as unknown as PointerEvent;
  const turnTo = (room: typeof ROOM) => rerender({ room });
  return { gestures: () => result.current.gestures, photo: () => result.current, onSwipe, touch, turnTo };
}

describe("a photo under fingers", () => {
  it("grows by as much as two fingers move apart, also where both moves come before the next drawing", () => {
    const { gestures, photo, touch } = openPhoto();
    act(() => {
      gestures().onPointerDown(touch(1, -50, 0));
      gestures().onPointerDown(touch(2, 50, 0));
      gestures().onPointerMove(touch(1, -100, 0));
      gestures().onPointerMove(touch(2, 100, 0));
    });
    expect(photo().image).toMatchObject({ width: 800, height: 600 });
    expect(photo().near).toBe(true);
  });

  it("keeps what is in the middle, and no gap beside it, when the phone is turned", () => {
    const { gestures, photo, touch, turnTo } = openPhoto();
    act(() => photo().zoomBy("in"));
    act(() => {
      gestures().onPointerDown(touch(1, 200, 150));
      gestures().onPointerMove(touch(1, 400, 150));
    });
    expect(photo().image).toMatchObject({ width: 600, translate: "calc(-50% + 100px) calc(-50% + 0px)" });
    turnTo({ width: 200, height: 400 });
    // 300 × 225 over a room 200 wide: at most 50 to the side; half of the photo of before is half of 100.
    expect(photo().image).toMatchObject({ width: 300, translate: "calc(-50% + 50px) calc(-50% + 0px)" });
    turnTo({ width: 400, height: 100 });
    expect(photo().image).toMatchObject({ height: 150, translate: "calc(-50% + 0px) calc(-50% + 0px)" });
    turnTo(ROOM);
    expect(photo().image).toMatchObject({ width: 600, translate: "calc(-50% + 100px) calc(-50% + 0px)" });
  });

  it("is swiped only in the directions that mean something, and not while it is near", () => {
    const { gestures, photo, onSwipe, touch } = openPhoto();
    const drag = (dx: number, dy: number) =>
      act(() => {
        gestures().onPointerDown(touch(1, 200, 150));
        gestures().onPointerMove(touch(1, 200 + dx, 150 + dy, 100));
        gestures().onPointerUp(touch(1, 200 + dx, 150 + dy, 120));
      });
    for (const [dx, dy] of [
      [150, 0],
      [0, -150],
      [-150, 0],
      [0, 150],
    ] as const)
      drag(dx, dy);
    expect(onSwipe.mock.calls).toEqual([["left"], ["down"]]);
    act(() => photo().zoomBy("in"));
    drag(-150, 0);
    expect(onSwipe).toHaveBeenCalledTimes(2);
  });
});
