/** Shapes in SVG: everything in the demo's photographs is made of these few. */

export type Point = readonly [x: number, y: number];
/** A place on a limb or a back: where, and how thick above and below (below = above where it is left out). */
export type Joint = readonly [x: number, y: number, above: number, below?: number];
/** Red, green, blue, 0–255. */
export type Colour = readonly [number, number, number];

const short = (value: number) => Math.round(value * 10) / 10;

/** A smooth closed line through the points (Catmull-Rom as Béziers). */
export function smoothLoop(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0];
  let path = `M${short(at(0)[0])} ${short(at(0)[1])}`;
  for (let index = 0; index < points.length; index += 1) {
    path += curveTo(at(index - 1), at(index), at(index + 1), at(index + 2));
  }
  return `${path}Z`;
}

/** A smooth open line through the points. */
export function smoothLine(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  let path = `M${short(at(0)[0])} ${short(at(0)[1])}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    path += curveTo(at(index - 1), at(index), at(index + 1), at(index + 2));
  }
  return path;
}

function curveTo(before: Point, from: Point, to: Point, after: Point): string {
  const control1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const;
  const control2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const;
  return `C${[...control1, ...control2, ...to].map(short).join(" ")}`;
}

/** The outline of something long with a changing thickness: a back, a neck, a leg, a trunk, a tail. */
export function tube(joints: readonly Joint[]): string {
  const left: Point[] = [];
  const right: Point[] = [];
  joints.forEach(([x, y, above, below = above], index) => {
    const before = joints[Math.max(0, index - 1)] ?? joints[0];
    const after = joints[Math.min(joints.length - 1, index + 1)] ?? joints[0];
    if (!before || !after) return;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const normal = [-(after[1] - before[1]) / length, (after[0] - before[0]) / length] as const;
    left.push([x + normal[0] * above, y + normal[1] * above]);
    right.unshift([x - normal[0] * below, y - normal[1] * below]);
  });
  return smoothLoop([...left, ...right]);
}

/** `joints` turned about a point by an angle in degrees (positive: counter-clockwise where y points up). */
export function turn(joints: readonly Joint[], about: Point, degrees: number): Joint[] {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return joints.map(([x, y, above, below]) => {
    const [dx, dy] = [x - about[0], y - about[1]];
    const turned = [about[0] + dx * cosine - dy * sine, about[1] + dx * sine + dy * cosine] as const;
    return below === undefined ? [...turned, above] : [...turned, above, below];
  });
}

export function turnPoint(point: Point, about: Point, degrees: number): Point {
  const [turned] = turn([[point[0], point[1], 0]], about, degrees);
  return turned ? [turned[0], turned[1]] : point;
}

export function rgb(colour: Colour): string {
  return `rgb(${colour.map((part) => Math.round(Math.max(0, Math.min(255, part)))).join(",")})`;
}

/** `share` of the second colour in the first, 0–1. */
export function mix(first: Colour, second: Colour, share: number): Colour {
  return [
    first[0] + (second[0] - first[0]) * share,
    first[1] + (second[1] - first[1]) * share,
    first[2] + (second[2] - first[2]) * share,
  ];
}

export function scaled(colour: Colour, factor: number): Colour {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}

/** How bright the eye sees a colour, 0–1 (Rec. 601 weights). */
export function luminance([red, green, blue]: Colour): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

export function fill(path: string, colour: string, more = ""): string {
  return `<path d="${path}" fill="${colour}" ${more}/>`;
}

export function stroke(path: string, colour: string, width: number, more = ""): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linecap="round" ${more}/>`;
}

/**
 * Many small shapes in few elements: paths are collected by colour and written as one element each, which
 * draws ten times as fast as one element a blade of grass.
 */
export class Brush {
  readonly #paths = new Map<string, string[]>();

  add(colour: Colour, path: string): void {
    // Colours are rounded, so that near ones share an element.
    const key = rgb([colour[0] - (colour[0] % 8), colour[1] - (colour[1] % 8), colour[2] - (colour[2] % 8)]);
    const paths = this.#paths.get(key);
    if (paths) paths.push(path);
    else this.#paths.set(key, [path]);
  }

  filled(more = ""): string {
    return [...this.#paths].map(([colour, paths]) => fill(paths.join(""), colour, more)).join("");
  }
}

/** A pointed leaf or blade: from `foot`, `length` long, towards `degrees` (0 right, 90 up the page). */
export function blade(foot: Point, length: number, width: number, degrees: number, bend = 0): string {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), -Math.sin(angle)];
  const tip = [foot[0] + dx * length + bend, foot[1] + dy * length + Math.abs(bend) * 0.3];
  const middle = [foot[0] + dx * length * 0.5, foot[1] + dy * length * 0.5];
  const [sideX, sideY] = [(-dy * width) / 2, (dx * width) / 2];
  const [a, b] = [
    [(middle[0] ?? 0) + sideX, (middle[1] ?? 0) + sideY],
    [(middle[0] ?? 0) - sideX, (middle[1] ?? 0) - sideY],
  ];
  const points = (list: readonly (readonly (number | undefined)[])[]) =>
    list.map((point) => point.map((value) => short(value ?? 0)).join(" ")).join(" ");
  return `M${points([foot])}Q${points([a, tip])}Q${points([b, foot])}Z`;
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number): string {
  const [left, right] = [short(x - radiusX), short(x + radiusX)];
  const arc = `A${short(radiusX)} ${short(radiusY)} 0 1 0`;
  return `M${left} ${short(y)}${arc} ${right} ${short(y)}${arc} ${left} ${short(y)}Z`;
}
