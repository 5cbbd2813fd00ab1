import { describe, expect, it } from "vitest";
import {
  BURST_GAP_MS,
  type BurstFrame,
  burstEnd,
  burstStart,
  isSameBurst,
  MOST_BURST_FRAMES,
} from "../../../../src/domain/insight/burst.ts";

const frame = (timeMs: number, change: Partial<BurstFrame> = {}): BurstFrame => ({
  deviceId: "1",
  className: "fox",
  timeMs,
  ...change,
});

describe("a burst", () => {
  it("is photographs of one Sentinel and one class that follow each other within the gap, either way round", () => {
    const first = frame(0);
    expect(isSameBurst(first, frame(BURST_GAP_MS))).toBe(true);
    expect(isSameBurst(frame(BURST_GAP_MS), first)).toBe(true);
    expect(isSameBurst(first, frame(BURST_GAP_MS + 1))).toBe(false);
    expect(isSameBurst(first, frame(1, { deviceId: "2" }))).toBe(false);
    expect(isSameBurst(first, frame(1, { className: "hare" }))).toBe(false);
  });

  it("reaches from neighbour to neighbour, the same from its begin and from its end", () => {
    const frames = [0, 9, 18, 27, 60, 61].map((second) => frame(second * 1000));
    const at = (place: number) => frames[place] ?? null;
    expect([burstEnd(at, 0), burstStart(at, 4)]).toEqual([4, 0]);
    expect([burstEnd(at, 4), burstStart(at, 6)]).toEqual([6, 4]);
    expect([burstEnd(at, 2), burstEnd(at, 9), burstStart(at, 0)]).toEqual([4, 10, -1]);
  });

  it("has one frame where the list does not know that frame", () => {
    const at = (place: number) => (place === 3 ? null : frame(place));
    expect([burstEnd(at, 3), burstStart(at, 4)]).toEqual([4, 3]);
  });

  it("looks at a few frames only, however long an animal stays", () => {
    const asked: number[] = [];
    const at = (place: number) => {
      asked.push(place);
      return frame(place * 1000);
    };
    expect(burstEnd(at, 1000)).toBe(1000 + MOST_BURST_FRAMES);
    expect(burstStart(at, 1000)).toBe(1000 - MOST_BURST_FRAMES);
    expect(asked.length).toBeLessThanOrEqual(2 * MOST_BURST_FRAMES);
  });
});
