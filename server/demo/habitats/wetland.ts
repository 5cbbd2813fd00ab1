import { type Colour, ellipse, fill, rgb, scaled, smoothLoop } from "../drawing.ts";
import { daylight, infrared, type Light } from "../light.ts";
import { foliage, grass, PICTURE_HEIGHT as HEIGHT, litter, PICTURE_WIDTH as WIDTH } from "../plants.ts";
import type { Random } from "../random.ts";
import { across, backdrop, layer } from "./backdrop.ts";
import type { Place } from "./place.ts";

export function drawWetland(night: boolean, random: Random): Place {
  const light = night ? infrared(0.5) : daylight([202, 210, 206], 0.75);
  const horizon = random.between(250, 310);
  const reeds: Colour[] = [
    [128, 140, 70],
    [158, 148, 86],
    [98, 116, 58],
    [176, 160, 104],
  ];
  const water: Colour = night ? [34, 34, 36] : [126, 142, 142];
  const bank = random.between(560, 620);
  const sheen = Array.from({ length: 170 }, () => {
    const y = random.between(horizon + 20, HEIGHT);
    return ellipse(
      across(random),
      y,
      random.between(10, 60) * (0.3 + (y - horizon) / 400),
      random.between(0.6, 2),
    );
  });
  const svg = [
    night
      ? `<rect width="${WIDTH}" height="${HEIGHT}" fill="rgb(10,10,11)"/>`
      : backdrop(light, [
          [0, [186, 200, 208], 0],
          [horizon / HEIGHT, [224, 224, 210], 0.4],
          [1, [120, 130, 120], 0],
        ]),
    farShore(random, light, horizon),
    layer(
      grass(random, light, {
        from: horizon - 4,
        to: horizon + 26,
        horizon: horizon - 200,
        count: 700,
        height: 150,
        colours: reeds,
      }),
      "blur1",
    ),
    `<linearGradient id="water" x2="0" y2="1"><stop offset="0" stop-color="${rgb(light.tone(scaled(water, 0.7), 0.7))}"/><stop offset="0.4" stop-color="${rgb(night ? [16, 16, 17] : scaled(water, 1.15))}"/><stop offset="1" stop-color="${rgb(night ? [26, 26, 27] : scaled(water, 0.8))}"/></linearGradient>`,
    `<rect y="${horizon + 14}" width="${WIDTH}" height="${HEIGHT}" fill="url(#water)"/>`,
    layer(
      grass(random, light, {
        from: horizon + 16,
        to: horizon + 60,
        horizon: horizon - 240,
        count: 320,
        height: -90,
        colours: reeds.map((colour) => scaled(colour, 0.6)),
      }),
      "blur2",
    ),
    fill(sheen.join(""), night ? "rgb(120,120,122)" : "white", `opacity="${night ? 0.16 : 0.24}"`),
    fill(
      smoothLoop([
        [-60, HEIGHT + 60],
        [-60, bank + 60],
        [240, bank + 70],
        [520, bank + 30],
        [820, bank + 76],
        [1100, bank + 30],
        [1100, HEIGHT + 60],
      ]),
      rgb(light.tone([98, 84, 62], 0.25)),
      'filter="url(#rough)"',
    ),
    litter(random, light, {
      from: bank + 60,
      to: HEIGHT,
      horizon,
      count: 420,
      size: 12,
      colours: [
        [116, 98, 70],
        [84, 72, 52],
        [140, 122, 88],
      ],
      flat: 0.35,
    }),
    grass(random, light, {
      from: bank + 50,
      to: HEIGHT + 30,
      horizon,
      count: 520,
      height: 110,
      colours: reeds,
    }),
    reedClump(random, light, random.chance(0.5) ? 20 : 940, reeds),
  ].join("");
  return { svg, horizon: horizon + 60, light, cover: { colours: reeds, height: 60, leaves: false } };
}

function farShore(random: Random, light: Light, horizon: number): string {
  const bushes = Array.from({ length: 16 }, () =>
    foliage(random, light, {
      x: across(random),
      y: horizon - random.between(10, 60),
      width: 170,
      height: 100,
      depth: 0.86,
      leaf: [74, 98, 60],
      size: 9,
      count: 200,
    }),
  );
  return layer(bushes.join(""), "blur2");
}

function reedClump(random: Random, light: Light, x: number, colours: readonly Colour[]): string {
  return layer(
    grass(random, light, {
      from: HEIGHT - 60,
      to: HEIGHT + 60,
      horizon: 200,
      count: 210,
      height: 330,
      blade: 0.028,
      colours,
      left: x - 110,
      right: x + 110,
    }),
    "blur1",
  );
}
