import {
  type Colour,
  ellipse,
  fill,
  type Joint,
  type Point,
  rgb,
  smoothLine,
  smoothLoop,
  stroke,
  tube,
} from "./drawing.ts";
import type { Random } from "./random.ts";

/** Subjects that are no quadrupeds: a heron, a person on foot, a vehicle. In centimetres, y up, facing right. */

export function drawHeron(random: Random, feeding: boolean): string {
  const grey: Colour = [138, 148, 158];
  const { neck, head, crest, eye } = heronPose(feeding);
  const leg = (x: number, lift: number) =>
    stroke(
      smoothLine([
        [x, 48],
        [x + 2 + lift, 26],
        [x - lift * 0.4, 1],
      ]),
      rgb([112, 98, 74]),
      1.7,
    ) +
    stroke(
      smoothLine([
        [x - 5, 0.5],
        [x, 1.4],
        [x + 7, 0.5],
      ]),
      rgb([112, 98, 74]),
      1.4,
    );
  const feathers = Array.from({ length: 90 }, () => {
    const x = random.between(-24, 12);
    const y = 55 + x * 0.36 + random.between(-5, 6);
    return smoothLine([
      [x, y],
      [x - 6, y - 2.6],
    ]);
  });
  return [
    leg(-2, random.between(-2, 2)),
    leg(6, random.between(-1, 5)),
    fill(
      tube([
        [-38, 40, 1.5],
        [-26, 47, 6, 5],
        [-8, 56, 10, 10],
        [8, 61, 9, 11],
        [18, 62, 5, 8],
      ]),
      rgb(grey),
    ),
    fill(
      tube([
        [-36, 39, 1],
        [-20, 47, 3],
        [-4, 52, 4],
      ]),
      rgb([52, 56, 66]),
    ),
    stroke(feathers.join(""), rgb([96, 106, 118]), 0.8, 'opacity="0.7"'),
    fill(tube(neck), rgb([172, 174, 174])),
    stroke(
      smoothLine(neck.map(([x, y]): Point => [x + 1.5, y - 0.6])),
      rgb([84, 88, 94]),
      0.8,
      'opacity="0.7"',
    ),
    fill(tube(head.slice(0, 3)), rgb([186, 188, 188])),
    fill(tube(head.slice(2)), rgb([196, 158, 70])),
    fill(
      tube([
        [head[2]?.[0] ?? 0, head[2]?.[1] ?? 0, 1.7],
        [
          ((head[2]?.[0] ?? 0) + (head[3]?.[0] ?? 0)) / 2,
          ((head[2]?.[1] ?? 0) + (head[3]?.[1] ?? 0)) / 2,
          1.2,
        ],
        [head[3]?.[0] ?? 0, head[3]?.[1] ?? 0, 0.3],
      ]),
      rgb([192, 154, 70]),
    ),
    stroke(smoothLine(crest), rgb([36, 38, 44]), 1.8),
    `<circle class="eye" cx="${eye[0]}" cy="${eye[1]}" r="0.9"/>`,
  ].join("");
}

function heronPose(feeding: boolean): { neck: Joint[]; head: Joint[]; crest: Point[]; eye: Point } {
  const neck: Joint[] = feeding
    ? [
        [16, 62, 5],
        [30, 66, 3.6],
        [42, 58, 2.8],
        [50, 44, 2.6],
        [56, 36, 3],
      ]
    : [
        [15, 62, 5.4],
        [24, 70, 4],
        [20, 80, 3],
        [22, 90, 2.6],
        [28, 97, 3],
      ];
  const head: Joint[] = feeding
    ? [
        [54, 38, 3.4],
        [60, 32, 3.6],
        [66, 24, 1.6],
        [74, 10, 0.5],
      ]
    : [
        [25, 97, 3.2],
        [31, 98, 3.6],
        [38, 96, 1.9],
        [56, 92, 0.5],
      ];
  const crest: Point[] = feeding
    ? [
        [56, 40],
        [48, 46],
        [40, 48],
      ]
    : [
        [28, 99],
        [18, 98],
        [8, 94],
      ];
  const eye: Point = feeding ? [61, 33] : [33, 98.5];
  return { neck, head, crest, eye };
}

const JACKETS: readonly Colour[] = [
  [62, 84, 62],
  [88, 74, 52],
  [52, 66, 92],
  [124, 60, 40],
  [70, 72, 76],
];

export function drawPerson(random: Random): string {
  const jacket = random.pick(JACKETS);
  const dark: Colour = [jacket[0] * 0.6, jacket[1] * 0.6, jacket[2] * 0.6];
  const trousers: Colour = random.pick([
    [58, 56, 54],
    [84, 78, 64],
    [46, 52, 66],
  ]);
  const step = random.between(14, 26);
  const boots: Colour = [44, 36, 30];
  return [
    fill(
      tube([
        [-3, 92, 9],
        [-9, 66, 8],
        [-step, 44, 6.4],
        [-step - 12, 14, 5.4],
        [-step - 14, 8, 5],
      ]),
      rgb([trousers[0] * 0.7, trousers[1] * 0.7, trousers[2] * 0.7]),
    ),
    fill(
      tube([
        [-step - 15, 10, 5],
        [-step - 11, 4, 5],
        [-step - 2, 3, 3.4],
      ]),
      rgb(boots),
    ),
    fill(
      tube([
        [-4, 138, 6.4],
        [8, 118, 5.6],
        [18, 102, 5],
        [24, 94, 3.8],
      ]),
      rgb(dark),
    ),
    fill(
      tube([
        [2, 92, 10],
        [9, 68, 8.6],
        [step - 4, 46, 6.6],
        [step, 14, 5.6],
        [step, 8, 5.2],
      ]),
      rgb(trousers),
    ),
    fill(
      tube([
        [step - 2, 10, 5.2],
        [step + 2, 4, 5],
        [step + 13, 3, 3.4],
      ]),
      rgb(boots),
    ),
    // The rucksack behind, then coat, arm and head.
    fill(
      smoothLoop([
        [-14, 146],
        [-28, 142],
        [-31, 118],
        [-26, 100],
        [-13, 102],
      ]),
      rgb([92, 62, 44]),
    ),
    fill(
      tube([
        [0, 86, 13],
        [0, 104, 13],
        [-1, 126, 15],
        [0, 142, 13],
        [1, 150, 6],
      ]),
      rgb(jacket),
    ),
    fill(
      tube([
        [-3, 142, 7],
        [-10, 122, 6.4],
        [-12, 106, 5.6],
        [-4, 92, 4.6],
        [-1, 87, 4],
      ]),
      rgb([jacket[0] * 0.82, jacket[1] * 0.82, jacket[2] * 0.82]),
    ),
    fill(ellipse(0, 85, 3.6, 4.4), rgb([188, 142, 112])),
    personHead(),
  ].join("");
}

function personHead(): string {
  return [
    fill(
      tube([
        [1, 148, 5.4],
        [2, 156, 5],
      ]),
      rgb([176, 130, 102]),
    ),
    fill(
      tube([
        [1, 156, 8],
        [3, 166, 9.6],
        [3, 174, 8],
      ]),
      rgb([190, 146, 118]),
    ),
    fill(
      smoothLoop([
        [-8, 168],
        [-6, 178],
        [3, 181],
        [11, 177],
        [13, 170],
        [19, 168],
        [12, 167],
        [2, 170],
      ]),
      rgb([64, 66, 54]),
    ),
    `<circle class="eye" cx="9" cy="165" r="0.9"/>`,
  ].join("");
}

const PAINTS: readonly Colour[] = [
  [206, 202, 190],
  [112, 122, 98],
  [142, 134, 116],
  [84, 92, 104],
];

export function drawVehicle(random: Random): string {
  const body = random.pick(PAINTS);
  const shade: Colour = [body[0] * 0.62, body[1] * 0.62, body[2] * 0.62];
  const glass: Colour = [44, 54, 62];
  const wheel = (x: number) =>
    fill(ellipse(x, 37, 37, 37), rgb([26, 25, 24])) +
    fill(ellipse(x, 37, 21, 21), rgb([104, 102, 98])) +
    fill(ellipse(x, 37, 8, 8), rgb([46, 44, 42]));
  return [
    fill("M-212 56L212 56L206 40L-206 40Z", rgb([34, 32, 30])),
    fill(
      "M-218 62L-220 118L-206 132L-196 190Q-192 200 -180 200L24 200Q38 198 50 184L88 134L192 122Q216 118 220 98L222 62Z",
      rgb(body),
    ),
    fill("M-218 62L-220 92L222 88L222 62Z", rgb(shade)),
    fill("M-184 138L-176 186L-104 186L-104 138Z", rgb(glass)),
    fill("M-94 138L-94 186L-22 186L-22 138Z", rgb(glass)),
    fill("M-12 138L-12 186L22 186Q32 184 38 176L66 138Z", rgb(glass)),
    fill("M-170 182L-140 182L-166 142L-180 142Z", rgb([120, 134, 142]), 'opacity="0.5"'),
    fill("M-4 182L14 182L-4 148Z", rgb([120, 134, 142]), 'opacity="0.4"'),
    stroke(
      "M-99 196L-99 66M-17 196L-17 66M72 130L72 66",
      rgb([body[0] * 0.5, body[1] * 0.5, body[2] * 0.5]),
      1.6,
    ),
    stroke("M-188 210L26 210M-170 200L-170 210M-70 200L-70 210M10 200L10 210", rgb([48, 46, 44]), 4),
    fill(ellipse(-130, 48, 48, 46) + ellipse(136, 48, 48, 46), rgb([22, 20, 19])),
    wheel(-130),
    wheel(136),
    fill("M208 92L222 92L222 112L204 114Z", "rgb(250,240,205)"),
    fill("M-220 96L-212 96L-212 116L-220 116Z", rgb([150, 30, 26])),
    fill("M196 58L232 58L232 72L196 72Z", rgb([60, 58, 56])),
    fill("M-150 62Q-60 74 40 60L60 84Q-70 96 -190 84Z", rgb([118, 96, 66]), 'opacity="0.4"'),
  ].join("");
}
