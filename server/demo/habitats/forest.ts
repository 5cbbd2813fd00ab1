import { type Colour, ellipse, fill, rgb, scaled, tube } from "../drawing.ts";
import { daylight, infrared, type Light } from "../light.ts";
import {
  foliage,
  frond,
  PICTURE_HEIGHT as HEIGHT,
  litter,
  trunk,
  PICTURE_WIDTH as WIDTH,
} from "../plants.ts";
import type { Random } from "../random.ts";
import { across, backdrop, layer, spots, sunPatches } from "./backdrop.ts";
import type { Place } from "./place.ts";

export function drawForest(night: boolean, random: Random): Place {
  const light = night ? infrared(0.46) : daylight([176, 190, 150], 0.8);
  const autumn = random.chance(0.45);
  const horizon = random.between(330, 400);
  const leaf: Colour = autumn ? [150, 128, 50] : [86, 122, 48];
  const bark: Colour = random.pick([
    [92, 78, 64],
    [104, 94, 80],
    [74, 66, 58],
  ]);
  const litterColours: Colour[] = autumn
    ? [
        [150, 98, 52],
        [118, 76, 44],
        [172, 126, 70],
        [92, 62, 40],
      ]
    : [
        [106, 84, 58],
        [84, 68, 48],
        [128, 106, 72],
        [78, 86, 46],
      ];
  const { farTrunks, midTrunks, bushes, near, ferns } = plants(random, light, horizon, { bark, leaf });
  const svg = [
    backdrop(light, [
      [0, [196, 206, 138], 0.9],
      [horizon / HEIGHT, [128, 146, 84], 0.8],
      [horizon / HEIGHT + 0.02, [112, 92, 62], 0.6],
      [1, [88, 68, 46], 0],
    ]),
    layer(
      spots(
        random,
        light,
        330,
        horizon,
        [
          [226, 232, 172],
          [104, 134, 64],
          [64, 88, 42],
          [150, 172, 92],
        ],
        30,
        0.75,
      ),
      "blur6",
    ),
    layer(farTrunks.join(""), "blur2"),
    layer(bushes.join(""), "blur1"),
    fill(
      `M0 ${horizon}H${WIDTH}V${HEIGHT}H0Z`,
      rgb(light.tone([104, 84, 58], 0.45)),
      'opacity="0.55" filter="url(#blur6)"',
    ),
    litter(random, light, {
      from: horizon + 6,
      to: HEIGHT + 10,
      horizon,
      count: 2600,
      size: 13,
      colours: litterColours,
    }),
    sunPatches(random, light, horizon, [236, 214, 140], 14),
    layer(midTrunks.join(""), "blur0"),
    log(random, light, horizon, bark),
    ferns.join(""),
    layer(
      foliage(random, light, {
        x: random.between(200, 800),
        y: -30,
        width: 900,
        height: 130,
        depth: 0.35,
        leaf,
        size: 17,
        count: 420,
      }),
      "blur1",
    ),
    near,
    light.night ? "" : rays(random),
  ].join("");
  return { svg, horizon, light, cover: { colours: litterColours, height: 34, leaves: true } };
}

/** Trunks, bushes and ferns; drawn in this order, so that a seed gives the same picture. */
function plants(
  random: Random,
  light: Light,
  horizon: number,
  { bark, leaf }: { bark: Colour; leaf: Colour },
) {
  const farTrunks = Array.from({ length: 20 }, () =>
    trunk(random, light, {
      x: across(random),
      foot: horizon + random.between(0, 26),
      width: random.between(6, 18),
      depth: 0.85,
      bark,
    }),
  );
  const midTrunks = Array.from({ length: random.whole(4, 6) }, () =>
    trunk(random, light, {
      x: across(random),
      foot: horizon + random.between(46, 110),
      width: random.between(30, 52),
      depth: 0.5,
      bark,
    }),
  );
  const bushes = Array.from({ length: 10 }, () =>
    foliage(random, light, {
      x: across(random),
      y: horizon + random.between(-20, 30),
      width: 190,
      height: 66,
      depth: 0.7,
      leaf,
      size: 9,
      count: 240,
    }),
  );
  const nearX = random.chance(0.5) ? random.between(30, 150) : random.between(870, 990);
  const near = trunk(random, light, {
    x: nearX,
    foot: HEIGHT - random.between(40, 90),
    width: random.between(90, 130),
    depth: 0.16,
    bark,
    moss: [92, 112, 48],
  });
  const ferns = Array.from({ length: 5 }, () => {
    const y = random.between(horizon + 90, HEIGHT - 60);
    return frond(random, light, {
      x: across(random),
      y,
      length: 40 + (y - horizon) * 0.26,
      ribs: 9,
      depth: 0.4,
      leaf: [82, 118, 50],
      leaflet: 0.07,
    });
  });
  return { farTrunks, midTrunks, bushes, near, ferns };
}

function log(random: Random, light: Light, horizon: number, bark: Colour): string {
  if (random.chance(0.45)) return "";
  const y = random.between(horizon + 70, horizon + 160);
  const x = random.between(100, 700);
  const path = tube([
    [x, y, 15],
    [x + 130, y + random.between(-16, 16), 17],
    [x + 300, y + random.between(-24, 24), 13],
  ]);
  return (
    fill(
      ellipse(x + 150, y + 18, 180, 12),
      "black",
      `opacity="${light.night ? 0.5 : 0.3}" filter="url(#blur6)"`,
    ) + fill(path, rgb(light.tone(scaled(bark, 0.85), 0.42)), 'filter="url(#rough)"')
  );
}

/** Sun that falls through the canopy. */
function rays(random: Random): string {
  const beams = Array.from({ length: 5 }, () => {
    const [top, shift, width] = [
      random.between(-100, WIDTH),
      random.between(120, 260),
      random.between(20, 70),
    ];
    return `M${top} -10L${top + width} -10L${top + shift + width * 2.2} ${HEIGHT}L${top + shift} ${HEIGHT}Z`;
  });
  return fill(beams.join(""), "rgb(255,244,200)", 'opacity="0.08" filter="url(#blur6)"');
}
