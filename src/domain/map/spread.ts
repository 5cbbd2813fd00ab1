import { distanceM, type Position } from "./position.ts";

/** By how many pixels a marker is drawn beside its place. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** Points nearer than this cannot be told apart by a thumb at the nearest zoom. */
const COINCIDING_M = 12;
/** Between the middles of neighbouring markers, in pixels. */
const APART_PX = 46;
const NOT_MOVED: Offset = { x: 0, y: 0 };

/**
 * Draws coinciding points on rings around their place, so that each can be pressed. A point that stands alone is
 * not moved. The same points in the same order are drawn at the same places.
 */
export function spreadCoinciding<Point extends Position>(
  points: readonly Point[],
): ReadonlyMap<Point, Offset> {
  const offsets = new Map<Point, Offset>();
  for (const { points: bundled } of coinciding(points)) {
    bundled.forEach((point, at) => {
      offsets.set(point, bundled.length === 1 ? NOT_MOVED : onRings(at, bundled.length));
    });
  }
  return offsets;
}

/** A point and those near it. */
interface Bundle<Point extends Position> {
  first: Point;
  /** The first one too. */
  points: Point[];
}

function coinciding<Point extends Position>(points: readonly Point[]): Bundle<Point>[] {
  const bundles: Bundle<Point>[] = [];
  const byCell = new Map<number, Bundle<Point>[]>();
  // A cell is wider than the distance, so that all bundles in reach lie in the neighbouring ones. Near the poles
  // cells grow narrow; points there may stay apart.
  const cellOf = (degrees: number) => Math.floor(degrees / CELL_DEGREES);
  for (const point of points) {
    const [row, column] = [cellOf(point.latitude), cellOf(point.longitude)];
    const bundle = bundleNear(byCell, row, column, point);
    if (bundle !== undefined) {
      bundle.points.push(point);
      continue;
    }
    const own = { first: point, points: [point] };
    bundles.push(own);
    const key = cellKey(row, column);
    const inCell = byCell.get(key);
    if (inCell === undefined) byCell.set(key, [own]);
    else inCell.push(own);
  }
  return bundles;
}

/** The first bundle in reach. Loops and no lists of candidates: this is asked for each of ten thousand points. */
function bundleNear<Point extends Position>(
  byCell: ReadonlyMap<number, readonly Bundle<Point>[]>,
  row: number,
  column: number,
  point: Point,
): Bundle<Point> | undefined {
  for (const [down, right] of NEIGHBOURS) {
    const bundles = byCell.get(cellKey(row + down, column + right));
    if (bundles === undefined) continue;
    for (const bundle of bundles) if (distanceM(bundle.first, point) < COINCIDING_M) return bundle;
  }
  return undefined;
}

const CELL_DEGREES = 0.0004;
/** More than there are cells in a row. */
const ROW_KEYS = 1_000_000;

function cellKey(row: number, column: number): number {
  return row * ROW_KEYS + column;
}

const NEIGHBOURS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right] as const));

/** The place of one of `count` markers on as few rings as hold them. */
function onRings(at: number, count: number): Offset {
  let [ring, first] = [0, 0];
  for (;;) {
    const left = count - first;
    // The innermost ring is as small as its markers allow; each further one is a marker's width larger.
    const inner = APART_PX / (2 * Math.sin(Math.PI / Math.max(2, Math.min(left, INNERMOST))));
    const radius = ring === 0 ? inner : INNERMOST_RADIUS + ring * APART_PX;
    const room = Math.floor((2 * Math.PI * radius) / APART_PX);
    const here = Math.min(left, room);
    if (at < first + here) {
      const angle = (2 * Math.PI * (at - first)) / here - Math.PI / 2;
      return { x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)) };
    }
    first += here;
    ring += 1;
  }
}

const INNERMOST = 8;
const INNERMOST_RADIUS = APART_PX / (2 * Math.sin(Math.PI / INNERMOST));
