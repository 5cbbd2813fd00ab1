import { type Colour, ellipse, fill, mix, rgb, smoothLine, smoothLoop, stroke, tube } from "../drawing.ts";
import { daylight, infrared, type Light } from "../light.ts";
import { foliage, grass, PICTURE_HEIGHT as HEIGHT, litter, PICTURE_WIDTH as WIDTH } from "../plants.ts";
import type { Random } from "../random.ts";
import { across, backdrop, layer } from "./backdrop.ts";
import type { Place } from "./place.ts";

export function drawSavanna(night: boolean, random: Random): Place {
  const light = night ? infrared(0.46) : daylight([214, 214, 204], 0.62);
  const horizon = random.between(270, 330);
  const dry: Colour[] = [
    [196, 166, 104],
    [174, 142, 84],
    [214, 188, 130],
    [150, 128, 76],
  ];
  const sky: Colour = night
    ? [0, 0, 0]
    : random.pick([
        [122, 164, 208],
        [152, 178, 202],
        [176, 186, 194],
      ]);
  const hills = smoothLoop([
    [-60, horizon + 20],
    [-60, horizon - 20],
    [180, horizon - random.between(20, 60)],
    [420, horizon - 14],
    [700, horizon - random.between(14, 50)],
    [1100, horizon - 20],
    [1100, horizon + 20],
  ]);
  const svg = [
    night
      ? `<rect width="${WIDTH}" height="${HEIGHT}" fill="rgb(12,12,13)"/>`
      : backdrop(light, [
          [0, sky, 0],
          [horizon / HEIGHT, mix(sky, [244, 236, 214], 0.7), 0],
          [horizon / HEIGHT + 0.01, [200, 178, 126], 0.5],
          [1, [168, 136, 84], 0],
        ]),
    night ? "" : clouds(random, horizon),
    layer(fill(hills, rgb(light.tone([112, 122, 116], 0.9))), "blur1"),
    layer(
      Array.from({ length: 9 }, () =>
        foliage(random, light, {
          x: across(random),
          y: horizon + random.between(-6, 8),
          width: random.between(90, 220),
          height: 24,
          depth: 0.85,
          leaf: [104, 112, 62],
          size: 6,
          count: 150,
        }),
      ).join(""),
      "blur1",
    ),
    acacia(random, light, horizon, random.between(120, 900), random.between(0.8, 1.5), 0.62),
    acacia(random, light, horizon, random.between(40, 980), random.between(0.4, 0.6), 0.8),
    fill(
      `M0 ${horizon + 2}H${WIDTH}V${HEIGHT}H0Z`,
      rgb(light.tone([188, 158, 100], 0.5)),
      'opacity="0.6" filter="url(#blur2)"',
    ),
    litter(random, light, {
      from: horizon + 6,
      to: HEIGHT,
      horizon,
      count: 900,
      size: 12,
      colours: [
        [150, 116, 74],
        [206, 178, 126],
        [128, 100, 64],
      ],
      flat: 0.3,
    }),
    track(random, light, horizon),
    grass(random, light, {
      from: horizon + 6,
      to: HEIGHT + 30,
      horizon,
      count: 3000,
      height: 88,
      colours: dry,
    }),
  ].join("");
  return { svg, horizon, light, cover: { colours: dry, height: 74, leaves: false } };
}

function clouds(random: Random, horizon: number): string {
  const puffs = Array.from({ length: 44 }, () => {
    const band = random.pick([0.2, 0.38, 0.6]);
    return ellipse(
      across(random),
      horizon * band + random.bell() * 14,
      random.between(30, 90),
      random.between(6, 16),
    );
  });
  return fill(puffs.join(""), "white", 'opacity="0.32" filter="url(#blur6)"');
}

function acacia(
  random: Random,
  light: Light,
  horizon: number,
  x: number,
  size: number,
  depth: number,
): string {
  const foot = horizon + 14 * size;
  const top = foot - 150 * size;
  const wood = rgb(light.tone([74, 60, 48], depth));
  const boughs = [-70, -30, 20, 64].map((spread) =>
    smoothLine([
      [x, foot - 46 * size],
      [x + spread * 0.5 * size, foot - 96 * size],
      [x + spread * size, top + 8],
    ]),
  );
  const crowns = [-64, 0, 58].map((shift) =>
    foliage(random, light, {
      x: x + shift * size,
      y: top + random.between(-8, 8),
      width: 150 * size,
      height: 34 * size,
      depth,
      leaf: [92, 108, 52],
      size: 6 * size + 2,
      count: 420,
    }),
  );
  return layer(
    fill(
      tube([
        [x, foot, 8 * size],
        [x + 3, foot - 50 * size, 5 * size],
      ]),
      wood,
    ) +
      stroke(boughs.join(""), wood, 4 * size) +
      crowns.join(""),
    "blur0",
  );
}

/** Two wheel ruts that lead away. */
function track(random: Random, light: Light, horizon: number): string {
  const [far, near] = [random.between(380, 640), random.between(100, 700)];
  const rut = (shift: number) =>
    `M${far + shift * 8} ${horizon + 8}L${far + shift * 8 + 7} ${horizon + 8}L${near + shift * 250 + 100} ${HEIGHT}L${near + shift * 250} ${HEIGHT}Z`;
  return fill(rut(0) + rut(1), rgb(light.tone([206, 178, 132], 0.35)), 'opacity="0.75" filter="url(#blur2)"');
}
