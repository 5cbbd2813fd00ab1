const FIRST_DELAY_MS = 1_000;
export const MAX_DELAY_MS = 5 * 60_000;
/** A person who looks at the page does not wait longer than this for the next try. */
const MAX_VISIBLE_DELAY_MS = 30_000;

/**
 * How long to wait before the next try after `failures` in a row: full jitter under a doubling cap, so that many
 * devices that lost one server do not come back to it together.
 *
 * @param random from 0 up to 1
 */
export function backoffMs(failures: number, random: number, visible: boolean): number {
  const doubled = FIRST_DELAY_MS * 2 ** Math.min(Math.max(failures - 1, 0), 20);
  const cap = Math.min(doubled, visible ? MAX_VISIBLE_DELAY_MS : MAX_DELAY_MS);
  // A lower bound: delays near zero would let many devices call at the same moment.
  return Math.max(FIRST_DELAY_MS / 2, Math.round(random * cap));
}
