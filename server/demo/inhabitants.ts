import { boxInPicture, type FractionBox } from "../../src/domain/insight/detection-box.ts";
import { Brush, blade, ellipse, fill } from "./drawing.ts";
import { type Outline, outlineOf } from "./figure-outline.ts";
import type { Place } from "./habitats/place.ts";
import { nearness, PICTURE_HEIGHT, PICTURE_WIDTH, STRIP_HEIGHT, varied } from "./plants.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Scene } from "./scene-photo.ts";
import { SUBJECTS } from "./subjects.ts";

/** So much of an animal must be in the picture, and not behind another one, for a detector to find it. */
const SEEN_SHARE = 0.25;

/** The animals, people and cars of the scene, as SVG over its place. */
export function drawInhabitants(scene: Scene, place: Place): string {
  return listFigures(scene, place)
    .map(({ svg }) => svg)
    .join("");
}

/** Where in the photograph a detector would find them, the strip below the scene counted; the nearest first. */
export async function boxesOf(scene: Scene, place: Place): Promise<FractionBox[]> {
  const boxes: FractionBox[] = [];
  for (const figure of listFigures(scene, place).reverse()) {
    const whole = boxOf(figure, await outlineOf(figure.body, SUBJECTS[scene.subject]));
    const [x, y] = [Math.max(0, whole[0]), Math.max(0, whole[1])];
    const right = Math.min(PICTURE_WIDTH, whole[0] + whole[2]);
    const bottom = Math.min(PICTURE_HEIGHT, whole[1] + whole[3]);
    const height = PICTURE_HEIGHT + STRIP_HEIGHT;
    const box = boxInPicture(
      x / PICTURE_WIDTH,
      y / height,
      (right - x) / PICTURE_WIDTH,
      (bottom - y) / height,
    );
    if (box === null || (right - x) * (bottom - y) < SEEN_SHARE * whole[2] * whole[3]) continue;
    if (boxes.every((nearer) => 1 - coveredShare(box, nearer) >= SEEN_SHARE)) boxes.push(box);
  }
  return boxes;
}

function boxOf({ x, foot, scale, facing }: Figure, outline: Outline): FractionBox {
  const ahead = facing > 0 ? outline.left : -outline.right;
  const [width, height] = [outline.right - outline.left, outline.top - outline.bottom];
  return [x + ahead * scale, foot - outline.top * scale, width * scale, height * scale];
}

function coveredShare(box: FractionBox, by: FractionBox): number {
  const width = Math.min(box[0] + box[2], by[0] + by[2]) - Math.max(box[0], by[0]);
  const height = Math.min(box[1] + box[3], by[1] + by[3]) - Math.max(box[1], by[1]);
  return (Math.max(0, width) * Math.max(0, height)) / (box[2] * box[3]);
}

/** Farthest first, as they are drawn. */
function listFigures(scene: Scene, place: Place): (Figure & { svg: string })[] {
  const subject = SUBJECTS[scene.subject];
  if (!subject.draw) return [];
  // The herd is where it is in each frame of a burst; only the step and the way that it has gone differ.
  const herd = seededRandom(`${scene.seed.replace(/#.*/, "")} herd`);
  const facing = herd.chance(0.5) ? 1 : -1;
  // At the water only a heron stands in it; all others keep to the bank.
  const wades = scene.camera.habitat !== "wetland" || scene.subject === "heron";
  const nearestFoot = PICTURE_HEIGHT - (wades ? herd.between(24, 130) : herd.between(12, 44));
  const drawn: (Figure & { svg: string })[] = [];
  for (let member = 0; member < scene.count; member += 1) {
    const span = PICTURE_HEIGHT - place.horizon;
    const foot = member === 0 ? nearestFoot : nearestFoot - herd.between(0.05, wades ? 0.5 : 0.1) * span;
    // So far away that all of it fits under the sky, and no nearer than a camera on a tree sees it.
    const full = Math.min(4, (PICTURE_HEIGHT * 0.62) / subject.heightCm);
    const scale = full * herd.between(0.72, 1) * (0.36 + 0.64 * nearness(foot, place.horizon));
    const start = herd.between(0.2, 0.6) * PICTURE_WIDTH + member * herd.between(-1, 1) * 260;
    const walked = scene.frame * scale * herd.between(18, 46);
    const x = facing > 0 ? start + walked : PICTURE_WIDTH - start - walked;
    const pose = {
      step: Math.sin(scene.frame * 2.1 + member * 1.7 + herd.next() * 6),
      feeding: herd.chance(0.3),
    };
    const body = subject.draw(pose, seededRandom(`${scene.seed} ${member}`));
    const figure = { x, foot, scale, facing, body, length: subject.lengthCm };
    drawn.push({ ...figure, svg: standing(scene, place, figure, herd) });
  }
  return drawn.sort((a, b) => a.foot - b.foot);
}

interface Figure {
  x: number;
  foot: number;
  /** Pixels a centimetre. */
  scale: number;
  facing: number;
  body: string;
  length: number;
}

function standing(
  scene: Scene,
  place: Place,
  { x, foot, scale, facing, body, length }: Figure,
  random: Random,
): string {
  const depth = 1 - nearness(foot, place.horizon);
  const shadowWidth = length * scale * 0.6;
  const shadow = fill(
    ellipse(x + (scene.night ? 0 : shadowWidth * 0.12), foot, shadowWidth, shadowWidth * 0.12),
    "black",
    `opacity="${scene.camera.habitat === "wetland" ? 0.14 : 0.5}" filter="url(#blur6)"`,
  );
  const eye = scene.night
    ? ".eye{fill:#fff;stroke:#fff;stroke-opacity:.4;stroke-width:1.4}"
    : ".eye{fill:#120e0c}";
  return [
    shadow,
    `<style>${eye}</style>`,
    `<g filter="url(#${scene.night ? "ir" : "air"}${Math.round(depth * 10)})"><g transform="translate(${x} ${foot}) scale(${scale * facing} ${-scale})">${body}</g></g>`,
    lightFilter(scene, place, depth),
    coverAtFeet(place, x, foot, length * scale, depth, random),
  ].join("");
}

/** The same light on the animal as on what stands beside it: `tone` of black and of white say the rest. */
function lightFilter(scene: Scene, place: Place, depth: number): string {
  const [black, white] = [place.light.tone([0, 0, 0], depth), place.light.tone([255, 255, 255], depth)];
  const id = `${scene.night ? "ir" : "air"}${Math.round(depth * 10)}`;
  const row = (channel: 0 | 1 | 2) => {
    const gain = (white[channel] - black[channel]) / 255;
    const lift = black[channel] / 255;
    // Fur throws infrared back better than leaves do.
    if (scene.night) return `${0.31 * gain} ${0.39 * gain} ${0.15 * gain} 0 ${lift + 0.02}`;
    const gains = [0, 1, 2].map((at) => (at === channel ? gain * 1.02 : 0.02));
    return `${gains.join(" ")} 0 ${lift * 0.9}`;
  };
  const matrix = `${row(0)} ${row(1)} ${row(2)} 0 0 0 1 0`;
  return `<filter id="${id}" x="-5%" y="-5%" width="110%" height="110%" color-interpolation-filters="sRGB"><feColorMatrix values="${matrix}"/><feGaussianBlur stdDeviation="0.75"/></filter>`;
}

/** Grass or leaves before the feet: without them an animal floats. */
function coverAtFeet(
  place: Place,
  x: number,
  foot: number,
  width: number,
  depth: number,
  random: Random,
): string {
  const brush = new Brush();
  const near = 1 - depth;
  const { colours, height, leaves } = place.cover;
  for (let index = 0; index < 170; index += 1) {
    const at = [x + random.bell() * width * 0.5, foot + random.between(-2, 12) * (0.4 + near)] as const;
    const colour = place.light.tone(varied(random.pick(colours), random), depth);
    const length = height * (0.12 + near * 0.62) * random.between(0.4, 1.25);
    if (leaves) brush.add(colour, blade(at, length * 0.9, length * 0.36, random.between(0, 360)));
    else
      brush.add(
        colour,
        blade(
          at,
          length,
          Math.max(0.8, length * 0.06),
          random.between(65, 115),
          random.bell() * length * 0.2,
        ),
      );
  }
  return brush.filled();
}
