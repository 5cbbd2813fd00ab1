/** The values of a photograph that decide which burst it belongs to. */
export interface BurstFrame {
  readonly deviceId: string;
  readonly className: string;
  /** The time that is shown, epoch ms. */
  readonly timeMs: number;
}

/** Photographs of one trigger are a second or two apart; between two triggers a Sentinel rests for longer. */
export const BURST_GAP_MS = 10_000;

/**
 * The most frames of a burst: an animal that stays may trigger a Sentinel for hours, and one key must not decide on
 * all of these.
 */
export const MOST_BURST_FRAMES = 20;

/**
 * Whether two neighbours of a list belong to one burst: the same Sentinel, within the gap, in either order. The same
 * class too, because one key acts on all frames, and an animal that was not looked at must not be decided on.
 */
export function isSameBurst(one: BurstFrame, other: BurstFrame): boolean {
  return (
    one.deviceId === other.deviceId &&
    one.className === other.className &&
    Math.abs(one.timeMs - other.timeMs) <= BURST_GAP_MS
  );
}

/**
 * The place after the last frame of the burst that begins at a place. Reads at most `MOST_BURST_FRAMES` frames, so
 * its cost does not depend on the list.
 */
export function burstEnd(frameAt: (place: number) => BurstFrame | null, from: number): number {
  let end = from + 1;
  let last = frameAt(from);
  while (last !== null && end - from < MOST_BURST_FRAMES) {
    const next = frameAt(end);
    if (next === null || !isSameBurst(last, next)) break;
    last = next;
    end += 1;
  }
  return end;
}

/** The place of the first frame of the burst that ends before a place, by the same rule backwards. */
export function burstStart(frameAt: (place: number) => BurstFrame | null, end: number): number {
  let start = end - 1;
  let first = frameAt(start);
  while (first !== null && end - start < MOST_BURST_FRAMES) {
    const before = frameAt(start - 1);
    if (before === null || !isSameBurst(before, first)) break;
    first = before;
    start -= 1;
  }
  return start;
}
