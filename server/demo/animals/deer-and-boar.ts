import { type Colour, type Point, rgb, smoothLine, stroke } from "../drawing.ts";
import type { Quadruped } from "../quadruped.ts";
import type { Random } from "../random.ts";

const DEER_BROWN: Colour = [139, 98, 62];

export const deer: Quadruped = {
  body: [
    [-60, 84, 6, 12],
    [-50, 87, 11, 18],
    [-25, 85, 12, 20],
    [8, 84, 13, 22],
    [34, 86, 14, 23],
    [48, 88, 9, 15],
  ],
  neck: [
    [36, 88, 15, 15],
    [50, 106, 9, 12],
    [60, 124, 7, 8],
  ],
  head: [
    [54, 126, 5, 5],
    [63, 129, 8, 8],
    [74, 123, 6.5, 6],
    [86, 116, 4, 4],
    [91, 113, 3, 3],
  ],
  ears: [
    [
      [56, 132],
      [46, 145],
      [42, 152],
      [50, 149],
      [60, 135],
    ],
    [
      [60, 133],
      [58, 147],
      [60, 155],
      [64, 148],
      [65, 134],
    ],
  ],
  eye: [68, 128],
  tail: [
    [-62, 88, 3],
    [-68, 80, 4.5],
    [-70, 70, 2],
  ],
  foreLeg: [
    [36, 80, 11],
    [35, 56, 6.5],
    [36, 40, 4],
    [35, 14, 2.6],
    [37, 5, 3.2],
    [39, 1, 2.6],
  ],
  hindLeg: [
    [-46, 80, 15],
    [-38, 58, 9],
    [-53, 40, 4],
    [-49, 14, 2.7],
    [-47, 5, 3.2],
    [-45, 1, 2.6],
  ],
  pairOffset: 9,
  coat: {
    back: DEER_BROWN,
    flank: [158, 116, 78],
    belly: [205, 184, 156],
    legs: [134, 100, 68],
    ears: [128, 98, 74],
    tail: [215, 205, 190],
  },
  grazes: 88,
  overHead: antlers,
  hair: { length: 5, count: 520 },
};

/** Every other deer is a stag. */
function antlers(random: Random): string {
  if (random.chance(0.5)) return "";
  const colour = rgb([172, 152, 124]);
  const beam = (shift: number): Point[] => [
    [61 + shift, 136],
    [53 + shift, 150],
    [52 + shift, 166],
    [62 + shift, 180],
  ];
  const tines = (shift: number): Point[][] => [
    [
      [55 + shift, 148],
      [66 + shift, 158],
      [69 + shift, 165],
    ],
    [
      [52 + shift, 163],
      [42 + shift, 172],
      [41 + shift, 181],
    ],
    [
      [56 + shift, 172],
      [66 + shift, 177],
      [71 + shift, 186],
    ],
  ];
  return [4, 0]
    .map((shift) =>
      [beam(shift), ...tines(shift)]
        .map((points, at) => stroke(smoothLine(points), colour, at === 0 ? 2.8 : 2))
        .join(""),
    )
    .join("");
}

export const boar: Quadruped = {
  body: [
    [-68, 52, 8, 12],
    [-56, 58, 17, 24],
    [-28, 60, 21, 27],
    [5, 62, 25, 29],
    [34, 62, 25, 28],
    [52, 60, 17, 22],
  ],
  neck: [
    [34, 64, 24, 24],
    [54, 60, 20, 18],
    [64, 56, 15, 14],
  ],
  head: [
    [54, 60, 18, 16],
    [70, 53, 13, 12],
    [86, 45, 9, 8],
    [100, 37, 6, 6],
    [106, 34, 5.5, 5.5],
  ],
  ears: [
    [
      [62, 70],
      [55, 84],
      [60, 92],
      [67, 84],
      [71, 70],
    ],
    [
      [68, 70],
      [66, 84],
      [71, 90],
      [75, 80],
      [76, 68],
    ],
  ],
  eye: [80, 54],
  tail: [
    [-72, 58, 2.4],
    [-78, 46, 1.6],
    [-79, 34, 3],
  ],
  foreLeg: [
    [38, 46, 14],
    [38, 28, 7.5],
    [39, 18, 5],
    [38, 8, 3.8],
    [40, 2, 4],
  ],
  hindLeg: [
    [-50, 48, 17],
    [-46, 32, 10],
    [-57, 20, 5],
    [-54, 8, 3.9],
    [-52, 2, 4],
  ],
  pairOffset: 10,
  coat: {
    back: [58, 50, 44],
    flank: [78, 68, 58],
    belly: [66, 58, 50],
    legs: [44, 38, 34],
    ears: [56, 48, 42],
    tail: [50, 44, 40],
  },
  grazes: 20,
  overHead: () =>
    stroke(
      smoothLine([
        [94, 36],
        [98, 41],
        [97, 46],
      ]),
      "rgb(225,215,195)",
      2,
    ),
  hair: { length: 9, count: 700 },
};
