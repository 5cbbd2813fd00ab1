import { ellipse, fill, smoothLine, stroke } from "../drawing.ts";
import type { Quadruped } from "../quadruped.ts";
import type { Random } from "../random.ts";

export const ocelot: Quadruped = {
  body: [
    [-42, 37, 5, 8],
    [-33, 39, 8, 11],
    [-12, 38, 8, 11],
    [10, 38, 8, 11],
    [28, 40, 9, 12],
    [37, 40, 6, 9],
  ],
  neck: [
    [29, 41, 9, 10],
    [39, 44, 8, 9],
    [45, 46, 8, 8],
  ],
  head: [
    [39, 47, 8, 8],
    [47, 48, 8.4, 8.4],
    [54, 45, 5.5, 6],
    [58.5, 43, 3.6, 4],
  ],
  ears: [
    [
      [40, 54],
      [38, 60],
      [41, 62.5],
      [46, 59],
      [46, 54],
    ],
    [
      [46, 54],
      [47, 60],
      [50, 61],
      [52, 56],
      [51, 52],
    ],
  ],
  eye: [53, 48],
  tail: [
    [-43, 38, 3.2],
    [-54, 27, 3],
    [-66, 19, 2.8],
    [-78, 20, 2.6],
    [-84, 24, 1.8],
  ],
  foreLeg: [
    [29, 36, 7.5],
    [29, 22, 4.8],
    [30, 12, 3.8],
    [30, 5, 3.6],
    [34, 1.5, 3.2],
  ],
  hindLeg: [
    [-32, 37, 10],
    [-25, 24, 6],
    [-36, 13, 3.8],
    [-33, 5, 3.5],
    [-29, 1.5, 3.2],
  ],
  pairOffset: 6,
  coat: {
    back: [178, 138, 88],
    flank: [196, 162, 114],
    belly: [226, 212, 188],
    legs: [186, 150, 104],
    ears: [70, 54, 42],
    tail: [170, 134, 90],
  },
  grazes: 26,
  pattern: rosettes,
  overHead: (random) =>
    stroke(
      smoothLine([
        [45, 54],
        [50, 49],
        [52, 44],
      ]),
      "rgb(46,34,26)",
      0.9,
    ) +
    stroke(
      smoothLine([
        [41, 50],
        [46, 46],
        [50, 42],
      ]),
      "rgb(46,34,26)",
      0.9,
    ) +
    fill(ellipse(60, 44, 1.3, 1.1), "rgb(70,40,34)") +
    whiskers(random),
  hair: { length: 2.2, count: 420 },
};

function whiskers(random: Random): string {
  const lines = Array.from({ length: 4 }, () =>
    smoothLine([
      [57, 42],
      [60 + random.between(0, 4), 39 + random.between(-2, 2)],
    ]),
  );
  return stroke(lines.join(""), "rgb(240,235,225)", 0.25);
}

/** Chains of dark-edged spots along the body, bars on neck and thigh. */
function rosettes(random: Random): string {
  const rings: string[] = [];
  const spots: string[] = [];
  for (let row = 0; row < 5; row += 1) {
    for (let x = -46; x < 48; x += random.between(5.2, 8)) {
      const y = 47 - row * 4.6 + random.between(-0.8, 0.8) + Math.max(0, x - 26) * 0.25;
      const [long, high] = [random.between(2.2, 3.8), random.between(1.1, 1.6)];
      if (row < 4) rings.push(ellipse(x, y, long, high));
      else spots.push(ellipse(x, y, 1.4, 1));
    }
  }
  return (
    `<path d="${rings.join("")}" fill="rgb(150,104,60)" fill-opacity="0.6" stroke="rgb(40,28,22)" stroke-width="1.25"/>` +
    fill(spots.join(""), "rgb(40,28,22)")
  );
}
