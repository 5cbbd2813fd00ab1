import { fill, type Joint, smoothLine, stroke, tube } from "../drawing.ts";
import type { Quadruped } from "../quadruped.ts";
import type { Random } from "../random.ts";

export const zebra: Quadruped = {
  body: [
    [-82, 106, 8, 14],
    [-68, 112, 17, 26],
    [-36, 108, 18, 30],
    [6, 107, 19, 31],
    [42, 110, 20, 30],
    [60, 112, 13, 22],
  ],
  neck: [
    [44, 112, 22, 22],
    [66, 134, 16, 17],
    [84, 156, 11, 13],
  ],
  head: [
    [76, 158, 8, 9],
    [88, 161, 11, 12],
    [103, 149, 9, 9],
    [120, 134, 7, 7],
    [127, 128, 6, 6],
  ],
  ears: [
    [
      [78, 168],
      [72, 180],
      [74, 188],
      [80, 184],
      [84, 170],
    ],
    [
      [84, 169],
      [83, 181],
      [87, 188],
      [90, 181],
      [90, 168],
    ],
  ],
  eye: [97, 158],
  tail: [
    [-86, 114, 3],
    [-95, 96, 2],
    [-97, 74, 4],
    [-96, 56, 2],
  ],
  foreLeg: [
    [44, 100, 15],
    [44, 68, 8.5],
    [45, 48, 5.5],
    [44, 18, 3.8],
    [46, 7, 4.6],
    [48, 1, 5],
  ],
  hindLeg: [
    [-62, 102, 21],
    [-52, 74, 12],
    [-68, 50, 5.6],
    [-63, 18, 3.9],
    [-61, 7, 4.6],
    [-58, 1, 5],
  ],
  pairOffset: 12,
  coat: {
    back: [222, 214, 200],
    flank: [228, 221, 208],
    belly: [214, 206, 192],
    legs: [196, 188, 176],
    ears: [120, 112, 104],
    tail: [60, 54, 50],
  },
  grazes: 92,
  pattern: stripes,
  overHead: mane,
  hair: { length: 3, count: 200 },
};

/** Upright bands on body and neck that lean back over the rump. */
function stripes(random: Random): string {
  const bands: string[] = [];
  for (let x = -88; x < 70; x += random.between(8.5, 11.5)) {
    const lean = x < -30 ? (x + 30) * 0.55 : random.between(-2, 3);
    const width = random.between(2.2, 3.4);
    bands.push(
      tube([
        [x - lean, 72, 0.6],
        [x - lean * 0.4, 92, width],
        [x, 112, width],
        [x + lean * 0.2, 136, 1.6],
      ]),
    );
  }
  for (let step = 0; step < 7; step += 1) {
    const [x, y] = [50 + step * 6, 124 + step * 6.5];
    bands.push(
      tube([
        [x - 20, y + 16, 1.5],
        [x, y, 2.3],
        [x + 16, y - 14, 1.2],
      ]),
    );
  }
  for (let step = 0; step < 5; step += 1) {
    const [x, y] = [92 + step * 7, 158 - step * 6.5];
    bands.push(
      tube([
        [x - 6, y + 11, 0.8],
        [x, y, 1.5],
        [x - 5, y - 10, 0.8],
      ]),
    );
  }
  return (
    fill(bands.join(""), "rgb(40,36,34)", 'opacity="0.92"') +
    fill(
      tube([
        [112, 141, 9],
        [126, 128, 9],
      ]),
      "rgb(50,44,42)",
      'opacity="0.8"',
    )
  );
}

function mane(): string {
  const crest: Joint[] = [
    [46, 134, 4, 2],
    [60, 152, 5, 2],
    [76, 172, 4, 2],
  ];
  return fill(tube(crest), "rgb(58,52,48)", 'opacity="0.9"');
}

export const elephant: Quadruped = {
  body: [
    [-150, 170, 20, 40],
    [-128, 190, 48, 62],
    [-70, 200, 52, 80],
    [0, 200, 52, 86],
    [70, 205, 52, 80],
    [112, 208, 38, 60],
  ],
  neck: [
    [86, 210, 50, 54],
    [122, 216, 44, 48],
    [144, 214, 40, 40],
  ],
  head: [
    [118, 222, 42, 44],
    [150, 224, 40, 44],
    [176, 200, 27, 30],
    [190, 160, 19, 19],
    [194, 110, 14, 14],
    [188, 62, 10, 10],
    [196, 32, 7, 7],
    [208, 26, 5, 5],
  ],
  ears: [
    [
      [122, 250],
      [88, 268],
      [62, 244],
      [64, 200],
      [84, 160],
      [108, 166],
      [126, 200],
    ],
    [
      [126, 250],
      [122, 262],
      [112, 262],
      [116, 250],
    ],
  ],
  eye: [168, 216],
  tail: [
    [-168, 190, 5],
    [-182, 140, 3.4],
    [-182, 92, 3],
    [-180, 76, 5],
  ],
  foreLeg: [
    [86, 160, 42],
    [84, 110, 30],
    [86, 66, 24],
    [86, 24, 23],
    [90, 4, 25],
  ],
  hindLeg: [
    [-116, 160, 48],
    [-108, 110, 34],
    [-118, 66, 24],
    [-114, 24, 23],
    [-110, 4, 25],
  ],
  pairOffset: 34,
  coat: {
    back: [128, 116, 106],
    flank: [116, 106, 98],
    belly: [86, 78, 72],
    legs: [104, 95, 88],
    ears: [112, 101, 93],
    tail: [84, 77, 71],
  },
  grazes: 6,
  pattern: creases,
  overHead: () =>
    fill(
      tube([
        [176, 178, 6],
        [202, 150, 5.4],
        [226, 146, 4],
        [244, 158, 1.4],
      ]),
      "rgb(226,216,198)",
    ) +
    stroke(
      smoothLine([
        [120, 248],
        [92, 262],
        [70, 242],
        [70, 204],
        [86, 170],
      ]),
      "rgb(70,62,58)",
      2,
      'opacity="0.5"',
    ),
  hair: { length: 9, count: 160 },
};

function creases(random: Random): string {
  const lines = Array.from({ length: 70 }, () => {
    const [x, y] = [random.between(-160, 120), random.between(120, 250)];
    return smoothLine([
      [x, y],
      [x + random.between(-8, 8), y - 12],
      [x + random.between(-12, 12), y - random.between(18, 34)],
    ]);
  });
  return stroke(lines.join(""), "rgb(64,57,52)", 1.6, 'opacity="0.28"');
}
