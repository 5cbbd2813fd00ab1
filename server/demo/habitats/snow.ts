import { Brush, blade, type Colour, ellipse, fill, rgb, scaled, smoothLoop, tube } from "../drawing.ts";
import { daylight, infrared, type Light } from "../light.ts";
import { grass, PICTURE_HEIGHT as HEIGHT, trunk, varied, PICTURE_WIDTH as WIDTH } from "../plants.ts";
import type { Random } from "../random.ts";
import { across, backdrop, layer, sunPatches } from "./backdrop.ts";
import type { Place } from "./place.ts";

export function drawSnow(night: boolean, random: Random): Place {
  const light = night ? infrared(0.48) : daylight([206, 212, 220], 0.7);
  const horizon = random.between(300, 370);
  const snow: Colour = [236, 240, 246];
  const bark: Colour = [84, 74, 68];
  const conifers = Array.from({ length: 26 }, () =>
    conifer(random, light, across(random), horizon + random.between(-10, 26), random.between(110, 300), 0.8),
  );
  const nearOnes = Array.from({ length: 4 }, () =>
    conifer(random, light, across(random), horizon + random.between(40, 90), random.between(320, 520), 0.46),
  );
  const mounds = Array.from({ length: 26 }, () => {
    const y = random.between(horizon + 40, HEIGHT);
    const size = 30 + (y - horizon) * 0.4;
    return ellipse(across(random), y, size * random.between(0.8, 2.2), size * 0.13);
  });
  const svg = [
    night
      ? `<rect width="${WIDTH}" height="${HEIGHT}" fill="rgb(14,14,15)"/>`
      : backdrop(light, [
          [0, [178, 188, 200], 0],
          [horizon / HEIGHT, [218, 224, 230], 0],
          [1, snow, 0],
        ]),
    layer(conifers.join(""), "blur1"),
    `<linearGradient id="snow" x2="0" y2="1"><stop offset="0" stop-color="${rgb(light.tone(scaled(snow, 0.9), 0.75))}"/><stop offset="1" stop-color="${rgb(light.tone(snow, 0.05))}"/></linearGradient>`,
    fill(
      smoothLoop([
        [-60, HEIGHT + 60],
        [-60, horizon + 16],
        [300, horizon + 26],
        [640, horizon + 8],
        [1100, horizon + 22],
        [1100, HEIGHT + 60],
      ]),
      "url(#snow)",
    ),
    fill(mounds.join(""), rgb(light.tone([184, 196, 214], 0.4)), 'opacity="0.45" filter="url(#blur6)"'),
    layer(nearOnes.join(""), "blur0"),
    grass(random, light, {
      from: horizon + 40,
      to: HEIGHT,
      horizon,
      count: 130,
      height: 60,
      colours: [
        [150, 126, 92],
        [122, 104, 80],
      ],
    }),
    trunk(random, light, {
      x: random.chance(0.5) ? random.between(20, 120) : random.between(900, 1000),
      foot: HEIGHT - 70,
      width: random.between(60, 90),
      depth: 0.2,
      bark,
    }),
    night ? "" : sunPatches(random, light, horizon, [255, 246, 226], 10),
  ].join("");
  return {
    svg,
    horizon,
    light,
    cover: {
      colours: [
        [226, 232, 240],
        [206, 214, 226],
        [188, 164, 124],
      ],
      height: 20,
      leaves: true,
    },
  };
}

/** A spruce in tiers of drooping boughs, each with its load of snow. */
function conifer(
  random: Random,
  light: Light,
  x: number,
  foot: number,
  height: number,
  depth: number,
): string {
  const [needles, snow] = [new Brush(), new Brush()];
  const spread = height * random.between(0.19, 0.26);
  for (let share = 0.06; share < 1; share += 9 / (height * 0.55 + 40)) {
    const y = foot - height * (1 - share);
    const reach = spread * share ** 0.85;
    for (const side of [-1, 1]) {
      for (let bough = 0; bough < 3; bough += 1) {
        const length = reach * random.between(0.55, 1.15);
        const direction = side > 0 ? random.between(-34, -8) : 180 + random.between(8, 34);
        needles.add(
          light.tone(varied([56, 72, 58], random), depth),
          blade([x + random.bell() * 3, y + random.bell() * 3], length, length * 0.26 + 2, direction),
        );
        if (random.chance(0.34)) {
          snow.add(
            light.tone(varied([226, 232, 240], random, 0.06), depth),
            blade(
              [x + side * length * 0.25, y + random.bell() * 3],
              length * 0.66,
              length * 0.13 + 1,
              direction,
            ),
          );
        }
      }
    }
  }
  const stem = fill(
    tube([
      [x, foot + 4, height * 0.018],
      [x, foot - height, 0.8],
    ]),
    rgb(light.tone([70, 60, 52], depth)),
  );
  return stem + needles.filled() + snow.filled('opacity="0.85"');
}
