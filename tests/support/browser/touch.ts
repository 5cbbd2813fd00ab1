import type { CDPSession, Page } from "playwright-core";

/** Of one finger from place to place. */
const MOVES = 4;

export interface Point {
  x: number;
  y: number;
}

/** Fingers on the screen, as the browser's own input sends them; they are up when `move` resolves, unless it is held. */
async function touch(
  page: Page,
  paths: readonly { from: Point; to: Point }[],
  {
    ms = 120,
    steps = 6,
    held,
    startedSeconds = Date.now() / 1000,
  }: { ms?: number; steps?: number; held?: () => Promise<void>; startedSeconds?: number } = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await send(session, "touchStart", at(paths, 0), startedSeconds);
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    await send(session, "touchMove", at(paths, share), startedSeconds + (ms * share) / 1000);
  }
  await held?.();
  await send(session, "touchEnd", [], startedSeconds + ms / 1000);
  await session.detach();
}

/** One finger. @param held runs while the finger is still down, at the end of its way */
export async function swipe(
  page: Page,
  {
    from,
    dx,
    dy,
    ms = 120,
    held,
  }: { from: Point; dx: number; dy: number; ms?: number; held?: () => Promise<void> },
): Promise<void> {
  const to = { x: from.x + dx, y: from.y + dy };
  await touch(page, [{ from, to }], held === undefined ? { ms } : { ms, held });
}

/** One finger that rests, or goes on from place to place, for as long as `act` runs. */
export async function holdFinger(
  page: Page,
  from: Point,
  act: (moveTo: (to: Point) => Promise<void>) => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await send(session, "touchStart", [from], Date.now() / 1000);
  let here = from;
  await act(async (to) => {
    const path = [{ from: here, to }];
    for (let step = 1; step <= MOVES; step += 1) {
      await send(session, "touchMove", at(path, step / MOVES), Date.now() / 1000);
    }
    here = to;
  });
  await send(session, "touchEnd", [], Date.now() / 1000);
  await session.detach();
}

/** Two fingers beside each other that move apart, or together for a factor below 1. */
export async function pinch(page: Page, middle: Point, factor: number): Promise<void> {
  const [near, far] = factor > 1 ? [20, 20 * factor] : [20 / factor, 20];
  const finger = (side: 1 | -1) => ({
    from: { x: middle.x + side * near, y: middle.y },
    to: { x: middle.x + side * far, y: middle.y },
  });
  await touch(page, [finger(-1), finger(1)]);
}

/** A tap at this time by its time stamp, however long the machine takes. */
export async function tapAt(page: Page, point: Point, startedMs: number): Promise<void> {
  await touch(page, [{ from: point, to: point }], { ms: 20, steps: 1, startedSeconds: startedMs / 1000 });
}

/** The second tap 100 ms after the first by their time stamps. */
export async function doubleTap(page: Page, point: Point): Promise<void> {
  const nowMs = Date.now();
  await tapAt(page, point, nowMs);
  await tapAt(page, point, nowMs + 100);
}

function at(paths: readonly { from: Point; to: Point }[], share: number): Point[] {
  return paths.map(({ from, to }) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  }));
}

async function send(
  session: CDPSession,
  type: "touchStart" | "touchMove" | "touchEnd",
  points: readonly Point[],
  timestamp: number,
): Promise<void> {
  await session.send("Input.dispatchTouchEvent", {
    type,
    touchPoints: points.map((point, id) => ({ ...point, id })),
    timestamp,
  });
}
