import {
  Brush,
  blade,
  type Colour,
  ellipse,
  fill,
  type Joint,
  mix,
  rgb,
  scaled,
  smoothLine,
  stroke,
  tube,
} from "./drawing.ts";
import type { Light } from "./light.ts";
import type { Random } from "./random.ts";

/** Height of the picture without the camera's strip, and its width, in pixels. */
export const PICTURE_WIDTH = 1024;
export const PICTURE_HEIGHT = 728;
/** Below the picture, for what the camera writes. */
export const STRIP_HEIGHT = 40;

/** A colour near the given one: some lighter, some darker, as in nature. */
export function varied(colour: Colour, random: Random, spread = 0.22): Colour {
  return scaled(colour, 1 + random.bell() * spread);
}

/** A trunk from its foot upwards beyond the frame, round by light and shade, with bark and moss. */
export function trunk(
  random: Random,
  light: Light,
  at: { x: number; foot: number; width: number; depth: number; bark: Colour; moss?: Colour },
): string {
  const { x, foot, width, depth, bark } = at;
  const lean = random.between(-0.09, 0.09);
  const joints: Joint[] = [];
  for (let y = foot + width * 0.12; y > -90; y -= 90) {
    const up = foot - y;
    const flare = up < 60 ? 1.45 - up * 0.007 : 1;
    joints.push([x + lean * up + random.bell() * width * 0.03, y, (width / 2) * flare * (1 - up / 2600)]);
  }
  const outline = tube(joints);
  const id = `trunk${random.whole(0, 1e9)}`;
  const dark = rgb(light.tone(scaled(bark, 0.5), depth));
  const bright = rgb(light.tone(scaled(bark, 1.3), depth));
  const lines = { dark: [] as string[], bright: [] as string[] };
  for (let count = 0; count < width * 1.6; count += 1) {
    const [startX, startY] = [x + random.between(-0.6, 0.6) * width, random.between(-20, foot)];
    const bottom = Math.min(foot + 4, startY + random.between(14, 70));
    const shift = lean * (foot - startY);
    lines[random.chance(0.62) ? "dark" : "bright"].push(
      smoothLine([
        [startX + shift, startY],
        [startX + shift + random.bell() * 1.6, (startY + bottom) / 2],
        [startX + shift - lean * (bottom - startY), bottom],
      ]),
    );
  }
  const barkWidth = Math.max(0.7, width * 0.022);
  const mossPatch = at.moss
    ? fill(
        tube([
          [x - width * 0.36, foot - 4, width * 0.22],
          [x - width * 0.4 + lean * 90, foot - 90, width * 0.16],
          [x - width * 0.42 + lean * 200, foot - 220, 2],
        ]),
        rgb(light.tone(at.moss, depth)),
        'opacity="0.55" filter="url(#rough)"',
      )
    : "";
  return [
    `<linearGradient id="${id}"><stop offset="0" stop-color="${dark}"/><stop offset="0.34" stop-color="${rgb(light.tone(bark, depth))}"/>`,
    `<stop offset="0.6" stop-color="${bright}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`,
    `<clipPath id="${id}c"><path d="${outline}"/></clipPath>`,
    fill(outline, `url(#${id})`),
    `<g clip-path="url(#${id}c)">`,
    stroke(lines.dark.join(""), dark, barkWidth, 'opacity="0.55"'),
    stroke(lines.bright.join(""), bright, barkWidth * 0.8, 'opacity="0.35"'),
    mossPatch,
    "</g>",
  ].join("");
}

/** A mass of leaves: lit from above, dark within. */
export function foliage(
  random: Random,
  light: Light,
  at: {
    x: number;
    y: number;
    width: number;
    height: number;
    depth: number;
    leaf: Colour;
    size: number;
    count: number;
  },
): string {
  const brush = new Brush();
  for (let index = 0; index < at.count; index += 1) {
    const [across, up] = [random.bell() * 0.42, random.bell() * 0.42];
    const lit = 0.62 - up * 0.6 + (index / at.count) * 0.35 + random.bell() * 0.16;
    const colour = light.tone(
      scaled(mix(at.leaf, [236, 238, 150], Math.max(0, lit - 0.95) * 0.5), Math.max(0.24, lit)),
      at.depth,
    );
    const foot = [at.x + across * at.width, at.y + up * at.height] as const;
    brush.add(
      colour,
      blade(
        foot,
        at.size * random.between(0.6, 1.5),
        at.size * random.between(0.3, 0.6),
        random.between(0, 360),
      ),
    );
  }
  return brush.filled();
}

/** Blades from the ground; nearer ones are larger. */
export function grass(
  random: Random,
  light: Light,
  at: {
    from: number;
    to: number;
    horizon: number;
    count: number;
    height: number;
    colours: readonly Colour[];
    left?: number;
    right?: number;
    /** Width of a blade as a share of its length. */
    blade?: number;
  },
): string {
  const rows = Array.from(
    { length: at.count },
    () => at.from + (at.to - at.from) * Math.sqrt(random.next()),
  ).sort((a, b) => a - b);
  const brush = [new Brush(), new Brush(), new Brush()];
  rows.forEach((y, index) => {
    const near = nearness(y, at.horizon);
    const x = random.between(at.left ?? -20, at.right ?? PICTURE_WIDTH + 20);
    const length = at.height * (0.12 + near) * random.between(0.5, 1.35);
    const colour = light.tone(varied(random.pick(at.colours), random), 1 - near);
    const layer = brush[Math.min(2, Math.floor((index / at.count) * 3))];
    layer?.add(
      colour,
      blade(
        [x, y],
        length,
        Math.max(0.8, length * (at.blade ?? 0.045)),
        random.between(62, 118),
        random.bell() * length * 0.2,
      ),
    );
  });
  return brush.map((each) => each.filled()).join("");
}

/** Fallen leaves, stones, clods: flat ovals that shrink towards the horizon. */
export function litter(
  random: Random,
  light: Light,
  at: {
    from: number;
    to: number;
    horizon: number;
    count: number;
    size: number;
    colours: readonly Colour[];
    flat?: number;
  },
): string {
  const brush = new Brush();
  const rows = Array.from(
    { length: at.count },
    () => at.from + (at.to - at.from) * random.next() ** 0.6,
  ).sort((a, b) => a - b);
  for (const y of rows) {
    const near = nearness(y, at.horizon);
    const size = at.size * (0.1 + near) * random.between(0.5, 1.4);
    const colour = light.tone(varied(random.pick(at.colours), random), 1 - near);
    const x = random.between(-10, PICTURE_WIDTH + 10);
    if (random.chance(0.6))
      brush.add(
        colour,
        blade(
          [x, y],
          size * 1.8,
          size * (at.flat ?? 0.55),
          random.between(-35, 35) + (random.chance(0.5) ? 180 : 0),
        ),
      );
    else brush.add(colour, ellipse(x, y, size, size * (at.flat ?? 0.55) * 0.7));
  }
  return brush.filled();
}

/** 0 at the horizon, 1 at the lower edge of the picture. */
export function nearness(y: number, horizon: number): number {
  return Math.max(0, Math.min(1, (y - horizon) / (PICTURE_HEIGHT - horizon)));
}

/** A fern or palm: arching ribs with leaflets on both sides. */
export function frond(
  random: Random,
  light: Light,
  at: { x: number; y: number; length: number; ribs: number; depth: number; leaf: Colour; leaflet: number },
): string {
  const brush = new Brush();
  const ribs: string[] = [];
  for (let rib = 0; rib < at.ribs; rib += 1) {
    const direction = ((rib + 0.5) / at.ribs) * 170 + 5 + random.bell() * 8;
    const length = at.length * random.between(0.7, 1.1);
    const droop = length * random.between(0.25, 0.55);
    const point = (share: number) => {
      const angle = (direction * Math.PI) / 180;
      return [
        at.x + Math.cos(angle) * length * share,
        at.y - Math.sin(angle) * length * share + droop * share ** 2,
      ] as const;
    };
    const shade = random.between(0.6, 1.25);
    ribs.push(smoothLine([point(0), point(0.35), point(0.7), point(1)]));
    for (let share = 0.14; share < 1; share += at.leaflet) {
      const size = length * 0.24 * Math.sin(Math.PI * Math.min(0.96, share * 0.8 + 0.16)) + 2;
      const colour = light.tone(scaled(at.leaf, shade * random.between(0.85, 1.15)), at.depth);
      for (const side of [-1, 1]) {
        brush.add(
          colour,
          blade(
            point(share),
            size,
            size * 0.2,
            direction + side * 58 - share * 30 * Math.sign(Math.cos((direction * Math.PI) / 180)) * 1,
          ),
        );
      }
    }
  }
  return (
    brush.filled() +
    stroke(ribs.join(""), rgb(light.tone(scaled(at.leaf, 0.6), at.depth)), Math.max(0.8, at.length * 0.012))
  );
}
