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
  const { result } = renderHook(() =>
    useZoomedPhoto(
      { current: stage },
      { room: ROOM, size: ROOM, base: "fit", boxes: [], swipes: ["left", "down"], onDrag: () => {}, onSwipe },
    ),
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
  return { gestures: () => result.current.gestures, photo: () => result.current, onSwipe, touch };
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
