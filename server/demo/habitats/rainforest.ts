import { Brush, blade, type Colour, fill, rgb, smoothLine, stroke } from "../drawing.ts";
import { daylight, infrared, type Light } from "../light.ts";
import { frond, PICTURE_HEIGHT as HEIGHT, litter, trunk, varied, PICTURE_WIDTH as WIDTH } from "../plants.ts";
import type { Random } from "../random.ts";
import { across, backdrop, layer, spots, sunPatches } from "./backdrop.ts";
import type { Place } from "./place.ts";

export function drawRainforest(night: boolean, random: Random): Place {
  const light = night ? infrared(0.52) : daylight([126, 156, 120], 0.6);
  const horizon = random.between(350, 420);
  const leaf: Colour = [58, 104, 44];
  const bark: Colour = [86, 76, 64];
  const litterColours: Colour[] = [
    [112, 80, 52],
    [84, 60, 42],
    [134, 102, 66],
    [62, 60, 38],
  ];
  const svg = [
    backdrop(light, [
      [0, [116, 150, 92], 0.9],
      [horizon / HEIGHT, [50, 76, 42], 0.8],
      [horizon / HEIGHT + 0.03, [80, 64, 44], 0.6],
      [1, [62, 48, 36], 0],
    ]),
    layer(
      spots(
        random,
        light,
        300,
        horizon,
        [
          [170, 196, 130],
          [46, 80, 38],
          [32, 56, 30],
          [86, 124, 60],
        ],
        34,
        0.75,
      ),
      "blur6",
    ),
    farTrunks(random, light, horizon, bark),
    layer(
      Array.from({ length: 12 }, () =>
        frond(random, light, {
          x: across(random),
          y: horizon + random.between(-30, 50),
          length: random.between(80, 150),
          ribs: 9,
          depth: 0.66,
          leaf,
          leaflet: 0.055,
        }),
      ).join(""),
      "blur1",
    ),
    fill(
      `M0 ${horizon + 20}H${WIDTH}V${HEIGHT}H0Z`,
      rgb(light.tone([82, 62, 44], 0.45)),
      'opacity="0.5" filter="url(#blur6)"',
    ),
    litter(random, light, {
      from: horizon + 10,
      to: HEIGHT + 10,
      horizon,
      count: 2300,
      size: 19,
      colours: litterColours,
    }),
    sunPatches(random, light, horizon, [206, 210, 140], 8),
    layer(
      trunk(random, light, {
        x: random.between(180, 840),
        foot: horizon + 90,
        width: random.between(60, 96),
        depth: 0.4,
        bark,
        moss: [72, 104, 50],
      }),
      "blur0",
    ),
    vines(random, light),
    ...Array.from({ length: 5 }, (_, at) =>
      frond(random, light, {
        x: at % 2 ? random.between(760, WIDTH) : random.between(0, 260),
        y: random.between(horizon + 60, HEIGHT - 30),
        length: random.between(110, 190),
        ribs: 8,
        depth: 0.3,
        leaf,
        leaflet: 0.05,
      }),
    ),
    layer(broadLeaves(random, light), "blur2"),
  ].join("");
  return { svg, horizon, light, cover: { colours: litterColours, height: 30, leaves: true } };
}

function farTrunks(random: Random, light: Light, horizon: number, bark: Colour): string {
  const trunks = Array.from({ length: 9 }, () =>
    trunk(random, light, {
      x: across(random),
      foot: horizon + random.between(0, 40),
      width: random.between(10, 30),
      depth: 0.75,
      bark,
    }),
  );
  return layer(trunks.join(""), "blur2");
}

function vines(random: Random, light: Light): string {
  const lines = Array.from({ length: 7 }, () => {
    const x = across(random);
    return smoothLine([
      [x, -10],
      [x + random.bell() * 30, 160],
      [x + random.bell() * 50, 330],
      [x + random.bell() * 60, 470],
    ]);
  });
  return stroke(lines.join(""), rgb(light.tone([66, 58, 42], 0.5)), 4, 'opacity="0.8"');
}

/** Large leaves close to the lens, out of focus, in two corners. */
function broadLeaves(random: Random, light: Light): string {
  const brush = new Brush();
  for (const [cornerX, cornerY] of [
    [-20, 60],
    [WIDTH + 20, 690],
  ] as const) {
    for (let index = 0; index < 6; index += 1) {
      const towards = cornerX < 0 ? random.between(-70, 40) : random.between(120, 230);
      brush.add(
        light.tone(varied([54, 96, 42], random), 0.12),
        blade(
          [cornerX, cornerY + random.bell() * 50],
          random.between(150, 260),
          random.between(36, 64),
          towards,
        ),
      );
    }
  }
  return brush.filled();
}
