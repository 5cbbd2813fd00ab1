import {
  type Colour,
  fill,
  type Joint,
  mix,
  type Point,
  rgb,
  scaled,
  smoothLine,
  smoothLoop,
  stroke,
  tube,
  turn,
  turnPoint,
} from "./drawing.ts";
import type { Random } from "./random.ts";

/**
 * An animal on four legs as measured from the side, in centimetres: x forward from its middle, y up from the
 * ground. All parts are tubes of changing thickness about a line of joints.
 */
export interface Quadruped {
  body: readonly Joint[];
  neck: readonly Joint[];
  head: readonly Joint[];
  ears: readonly (readonly Point[])[];
  eye: Point;
  tail: readonly Joint[];
  foreLeg: readonly Joint[];
  hindLeg: readonly Joint[];
  /** How far the second pair of legs stands from the first, in centimetres. */
  pairOffset: number;
  coat: { back: Colour; flank: Colour; belly: Colour; legs: Colour; ears: Colour; tail: Colour };
  /** Degrees by which neck and head sink when it feeds. */
  grazes: number;
  /** Drawings within the body's outline (stripes, rosettes), and over the head (antlers, tusks). */
  pattern?: (random: Random, coat: Quadruped["coat"]) => string;
  overHead?: (random: Random) => string;
  hair: { length: number; count: number };
}

export interface Pose {
  /** −1 to 1: where in its step it is; 0 stands still. */
  step: number;
  feeding: boolean;
}

/** The animal as SVG in its own measure (y up), facing right, in plain daylight colours. */
export function drawQuadruped(animal: Quadruped, pose: Pose, random: Random): string {
  const { coat } = animal;
  const clip = `coat${random.whole(0, 1e9)}`;
  const shoulder = animal.neck[0] ? ([animal.neck[0][0], animal.neck[0][1]] as const) : ([0, 0] as const);
  const sink = pose.feeding ? -animal.grazes : random.between(-6, 6);
  const headBase = turnPoint([animal.head[0]?.[0] ?? 0, animal.head[0]?.[1] ?? 0], shoulder, sink);
  const headTurn = pose.feeding ? animal.grazes * 0.25 : random.between(-5, 5);
  const place = (point: Point): Point => turnPoint(turnPoint(point, shoulder, sink), headBase, headTurn);

  const bodyPath = tube(animal.body);
  const neckPath = tube(turn(animal.neck, shoulder, sink));
  const headPath = tube(turn(turn(animal.head, shoulder, sink), headBase, headTurn));
  const legs = legPaths(animal, pose);
  const shade = scaled(coat.legs, 0.62);

  const parts = [
    // The far pair first, darker: it stands in the body's shade.
    ...legs.far.map((path) => fill(path, rgb(shade))),
    fill(
      tube(turn(animal.tail, [animal.tail[0]?.[0] ?? 0, animal.tail[0]?.[1] ?? 0], random.between(-12, 12))),
      rgb(coat.tail),
    ),
    fill(earPath(animal.ears[1] ?? [], place), rgb(scaled(coat.ears, 0.7))),
    ...legs.near.map((path) => fill(path, rgb(coat.legs))),
    `<linearGradient id="${clip}g" gradientUnits="userSpaceOnUse" x1="0" x2="0" ${heights(animal.body)}>`,
    `<stop offset="0" stop-color="${rgb(coat.back)}"/><stop offset="0.55" stop-color="${rgb(coat.flank)}"/>`,
    `<stop offset="1" stop-color="${rgb(coat.belly)}"/></linearGradient>`,
    fill(bodyPath, `url(#${clip}g)`),
    fill(neckPath, rgb(mix(coat.back, coat.flank, 0.6))),
    fill(headPath, rgb(mix(coat.back, coat.flank, 0.4))),
    `<clipPath id="${clip}"><path d="${bodyPath}${neckPath}${headPath}"/></clipPath>`,
    `<g clip-path="url(#${clip})">`,
    `<g>${animal.pattern?.(random, coat) ?? ""}</g>`,
    hairs(animal, random),
    // Light from above, shade below: what makes an outline round.
    fill(
      tube(animal.body.map(([x, y, above]) => [x, y + above * 0.72, above * 0.2, above * 0.2])),
      rgb(scaled(coat.back, 1.35)),
      'opacity="0.35" filter="url(#soft)"',
    ),
    fill(
      tube(animal.body.map(([x, y, , below = 8]) => [x, y - below * 0.8, below * 0.3, below * 0.3])),
      rgb(scaled(coat.flank, 0.35)),
      'opacity="0.5" filter="url(#soft)"',
    ),
    "</g>",
    fill(earPath(animal.ears[0] ?? [], place), rgb(coat.ears)),
    animal.overHead
      ? `<g transform="${aboutHead(shoulder, sink, headBase, headTurn)}">${animal.overHead(random)}</g>`
      : "",
    eye(place(animal.eye), animal),
  ];
  return parts.join("");
}

function heights(body: readonly Joint[]): string {
  const top = Math.max(...body.map(([, y, above]) => y + above));
  const bottom = Math.min(...body.map(([, y, above, below = above]) => y - below));
  return `y1="${top}" y2="${bottom}"`;
}

/** Trot: the legs of a diagonal swing together. The lower leg trails the upper one where it swings forward. */
function legPaths(animal: Quadruped, pose: Pose): { far: string[]; near: string[] } {
  const swing = pose.step * 16;
  const leg = (joints: readonly Joint[], offset: number, degrees: number) => {
    const moved = joints.map(([x, y, above, below]): Joint => [x + offset, y, above, below ?? above]);
    const [top, , knee] = moved;
    if (!top || !knee) return tube(moved);
    const swung = turn(moved, [top[0], top[1]], degrees);
    const bend = swung[2];
    if (!bend || degrees <= 0) return tube(swung);
    return tube([...swung.slice(0, 3), ...turn(swung.slice(3), [bend[0], bend[1]], -degrees * 0.9)]);
  };
  return {
    far: [leg(animal.hindLeg, animal.pairOffset, swing), leg(animal.foreLeg, animal.pairOffset, -swing)],
    near: [leg(animal.hindLeg, 0, -swing), leg(animal.foreLeg, 0, swing)],
  };
}

function earPath(points: readonly Point[], place: (point: Point) => Point): string {
  return points.length > 2 ? smoothLoop(points.map(place)) : "";
}

/** Hair lies backwards and down; lighter and darker strokes break the flat fill. */
function hairs(animal: Quadruped, random: Random): string {
  const { coat, hair } = animal;
  const [first, last] = [animal.body[0], animal.head.at(-1) ?? animal.body.at(-1)];
  if (!first || !last) return "";
  const top = Math.max(...[...animal.body, ...animal.neck, ...animal.head].map(([, y, above]) => y + above));
  const bottom = Math.min(...animal.body.map(([, y, above, below = above]) => y - below));
  const strokes = { light: [] as string[], dark: [] as string[] };
  for (let index = 0; index < hair.count; index += 1) {
    const [x, y] = [random.between(first[0] - 15, last[0] + 5), random.between(bottom, top)];
    const length = hair.length * random.between(0.5, 1.4);
    const end: Point = [x - length, y - length * random.between(0.1, 0.7)];
    strokes[random.chance(0.5) ? "light" : "dark"].push(smoothLine([[x, y], end]));
  }
  const width = Math.max(0.35, hair.length * 0.16);
  return (
    stroke(strokes.light.join(""), rgb(scaled(coat.back, 1.5)), width, 'opacity="0.3"') +
    stroke(strokes.dark.join(""), rgb(scaled(coat.back, 0.45)), width, 'opacity="0.35"')
  );
}

function aboutHead(shoulder: Point, sink: number, headBase: Point, headTurn: number): string {
  return `rotate(${headTurn} ${headBase.join(" ")}) rotate(${sink} ${shoulder.join(" ")})`;
}

/** Dark by day; at night the infrared flash shines back from it (the scene asks for class "eye"). */
function eye([x, y]: Point, animal: Quadruped): string {
  const size = Math.max(0.9, Math.min(2.6, (animal.head[1]?.[2] ?? 8) * 0.14));
  return `<circle class="eye" cx="${x}" cy="${y}" r="${size}"/>`;
}
