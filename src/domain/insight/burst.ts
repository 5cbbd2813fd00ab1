/** What the rule of bursts needs to know of one photograph. */
export interface BurstFrame {
  readonly deviceId: string;
  readonly className: string;
  /** The time that is shown, epoch ms. */
  readonly timeMs: number;
}

/** Photographs of one trigger are a second or two apart, and a Sentinel that is triggered anew rests for longer. */
export const BURST_GAP_MS = 10_000;

/** An animal that stays may keep a Sentinel going for hours: more than these are not decided on by one key. */
export const MOST_BURST_FRAMES = 20;

/**
 * Whether two neighbours of a list are of one burst: of the same Sentinel, within the gap, in whichever order. Of the
 * same class too, since one key acts on all frames, and no animal may be decided on that was not looked at.
 */
export function isSameBurst(one: BurstFrame, other: BurstFrame): boolean {
  return (
    one.deviceId === other.deviceId &&
    one.className === other.className &&
    Math.abs(one.timeMs - other.timeMs) <= BURST_GAP_MS
  );
}

/**
 * Where the burst ends that begins at a place: the place after its last frame. Looks at no more than
 * `MOST_BURST_FRAMES`, so it costs the same in every list.
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

/** Where the burst begins that ends before a place, by the same rule backwards. */
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
