import sharp, { type OverlayOptions, type Sharp } from "sharp";
import { Brush, blade, ellipse, fill } from "./drawing.ts";
import type { Place } from "./habitats/place.ts";
import { drawPlace, type Habitat } from "./habitats.ts";
import { nearness, PICTURE_HEIGHT, PICTURE_WIDTH, varied } from "./plants.ts";
import { type Random, seededRandom } from "./random.ts";
import { lettering, letteringWidth } from "./strip-lettering.ts";
import { SUBJECTS, type SubjectName } from "./subjects.ts";

/** One photograph: where, by which light, who stands there. The same scene always gives the same picture. */
export interface Scene {
  readonly seed: string;
  readonly camera: { readonly name: string; readonly habitat: Habitat; readonly seed: string };
  readonly night: boolean;
  readonly subject: SubjectName;
  /** How many of them, and how far they have come: a burst is the same scene with a growing `frame`. */
  readonly count: number;
  readonly frame: number;
  readonly temperatureC: number;
  readonly weather: "clear" | "fog" | "dusk" | "bright" | "falling";
}

const STRIP_HEIGHT = 40;
const WIDTH = PICTURE_WIDTH;
const HEIGHT = PICTURE_HEIGHT;

const FILTERS = [
  ...[0.7, 1.3, 2.4, 6].map(
    (deviation, at) =>
      `<filter id="blur${[0, 1, 2, 6][at]}" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
  ),
  '<filter id="soft" x="-10%" y="-30%" width="120%" height="160%"><feGaussianBlur stdDeviation="4"/></filter>',
  '<filter id="rough" x="-5%" y="-5%" width="110%" height="110%"><feTurbulence type="fractalNoise" baseFrequency="0.06" numOctaves="2"/><feDisplacementMap in="SourceGraphic" scale="14"/></filter>',
].join("");

const page = (content: string, height = HEIGHT) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"><defs>${FILTERS}</defs>${content}</svg>`,
  );

interface Plate {
  readonly place: Place;
  readonly pixels: Buffer;
}

/** Draws photographs; keeps the places that it has drawn, for each camera sees the same one again and again. */
export class ScenePainter {
  readonly #plates = new Map<string, Promise<Plate>>();
  #grain: Promise<Buffer> | null = null;

  /** The photograph as JPEG with EXIF; `takenAtMs` is burnt into its strip (UTC) and stands in its EXIF. */
  async paint(scene: Scene, takenAtMs: number): Promise<Buffer> {
    const { place, pixels } = await this.#plate(scene);
    const random = seededRandom(scene.seed);
    this.#grain ??= drawGrain();
    const layers: OverlayOptions[] = [
      { input: page(drawInhabitants(scene, place) + air(scene, random)) },
      { input: await this.#grain, raw: GREY, blend: "soft-light" },
    ];
    const graded = await grade(scene, random, sharp(pixels, { raw: RAW }).composite(layers)).toBuffer({
      resolveWithObject: true,
    });
    return sharp(graded.data, { raw: { width: WIDTH, height: HEIGHT, channels: graded.info.channels } })
      .extend({ bottom: STRIP_HEIGHT, background: "#0b0b0c" })
      .composite([{ input: page(strip(scene, takenAtMs), STRIP_HEIGHT), top: HEIGHT, left: 0 }])
      .withExif({ IFD0: { Make: "UNDERSTORY", Model: "SENTINEL 3" }, IFD2: exifTimes(takenAtMs) })
      .jpeg({ quality: 80, chromaSubsampling: "4:2:0" })
      .toBuffer();
  }

  #plate(scene: Scene): Promise<Plate> {
    const key = `${scene.camera.seed} ${scene.night}`;
    const known = this.#plates.get(key);
    if (known) return known;
    const drawn = drawPlate(scene);
    this.#plates.set(key, drawn);
    return drawn;
  }
}

const RAW = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
const GREY = { width: WIDTH, height: HEIGHT, channels: 1 } as const;

async function drawPlate(scene: Scene): Promise<Plate> {
  // The same seed by day and by night, so that the trunks stay where they are.
  const place = drawPlace(scene.camera.habitat, scene.night, seededRandom(scene.camera.seed));
  const pixels = await sharp(page(place.svg))
    .flatten({ background: "black" })
    .composite([{ input: await drawMottling(scene, place.horizon), raw: GREY, blend: "soft-light" }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { place, pixels };
}

/** Uneven light and colour of a real surface: noise of four sizes, one over the other, grey around the middle. */
async function drawMottling(scene: Scene, horizon: number): Promise<Buffer> {
  const random = seededRandom(`${scene.camera.seed} mottling`);
  const sizes = [12, 40, 130, 420];
  const closed = scene.camera.habitat === "forest" || scene.camera.habitat === "rainforest";
  const sheets = await Promise.all(
    sizes.map((columns) => {
      const rows = Math.round((columns * HEIGHT) / WIDTH);
      const pixels = Buffer.from(Array.from({ length: columns * rows }, () => random.whole(28, 228)));
      return sharp(pixels, { raw: { width: columns, height: rows, channels: 1 } })
        .resize(WIDTH, HEIGHT, { kernel: "cubic" })
        .toColourspace("b-w")
        .raw()
        .toBuffer();
    }),
  );
  // An open sky is even; leaves and ground are not.
  const strengthOf = (at: number) => (!closed && at < horizon * WIDTH ? 0.3 : 1.25);
  const mixed = Buffer.alloc(WIDTH * HEIGHT);
  for (let at = 0; at < mixed.length; at += 1) {
    const noise = sheets.reduce((sum, sheet) => sum + (sheet[at] ?? 128), 0) / sheets.length - 128;
    mixed[at] = 128 + noise * strengthOf(at);
  }
  return mixed;
}

/** Noise of a sensor, grey around the middle. */
function drawGrain(): Promise<Buffer> {
  const random = seededRandom("grain");
  const pixels = Buffer.alloc(WIDTH * HEIGHT);
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = 128 + Math.round((random.next() + random.next() - 1) * 62);
  }
  return sharp(pixels, { raw: GREY }).blur(0.6).toColourspace("b-w").raw().toBuffer();
}

function drawInhabitants(scene: Scene, place: Place): string {
  const subject = SUBJECTS[scene.subject];
  if (!subject.draw) return "";
  // The herd is where it is in each frame of a burst; only the step and the way that it has gone differ.
  const herd = seededRandom(`${scene.seed.replace(/#.*/, "")} herd`);
  const facing = herd.chance(0.5) ? 1 : -1;
  // At the water only a heron stands in it; all others keep to the bank.
  const wades = scene.camera.habitat !== "wetland" || scene.subject === "heron";
  const nearestFoot = HEIGHT - (wades ? herd.between(24, 130) : herd.between(12, 44));
  const drawn: { foot: number; svg: string }[] = [];
  for (let member = 0; member < scene.count; member += 1) {
    const span = HEIGHT - place.horizon;
    const foot = member === 0 ? nearestFoot : nearestFoot - herd.between(0.05, wades ? 0.5 : 0.1) * span;
    // So far away that all of it fits under the sky, and no nearer than a camera on a tree sees it.
    const full = Math.min(4, (HEIGHT * 0.62) / subject.heightCm);
    const scale = full * herd.between(0.72, 1) * (0.36 + 0.64 * nearness(foot, place.horizon));
    const start = herd.between(0.2, 0.6) * WIDTH + member * herd.between(-1, 1) * 260;
    const walked = scene.frame * scale * herd.between(18, 46);
    const x = facing > 0 ? start + walked : WIDTH - start - walked;
    const pose = {
      step: Math.sin(scene.frame * 2.1 + member * 1.7 + herd.next() * 6),
      feeding: herd.chance(0.3),
    };
    const body = subject.draw(pose, seededRandom(`${scene.seed} ${member}`));
    drawn.push({
      foot,
      svg: standing(scene, place, { x, foot, scale, facing, body, length: subject.lengthCm }, herd),
    });
  }
  return drawn
    .sort((a, b) => a.foot - b.foot)
    .map(({ svg }) => svg)
    .join("");
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

/** What lies between lens and animal: fog, rain or snow, the beam of the flash, the darker corners. */
function air(scene: Scene, random: Random): string {
  const parts: string[] = [];
  if (scene.weather === "fog") {
    parts.push(
      `<linearGradient id="fog" x2="0" y2="1"><stop offset="0" stop-color="#dfe3e0" stop-opacity="0.62"/><stop offset="0.55" stop-color="#dfe3e0" stop-opacity="0.42"/><stop offset="1" stop-color="#dfe3e0" stop-opacity="0.08"/></linearGradient>`,
      `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#fog)"/>`,
    );
  }
  if (scene.weather === "falling") parts.push(falling(scene, random));
  const [centreX, centreY] = [50 + random.between(-6, 6), scene.night ? 66 : 55];
  const corner = scene.night ? 0.72 : 0.36;
  parts.push(
    `<radialGradient id="corners" cx="${centreX}%" cy="${centreY}%" r="${scene.night ? 62 : 78}%"><stop offset="${scene.night ? 0.28 : 0.55}" stop-color="black" stop-opacity="0"/><stop offset="1" stop-color="black" stop-opacity="${corner}"/></radialGradient>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#corners)"/>`,
  );
  return parts.join("");
}

function falling(scene: Scene, random: Random): string {
  const snow = scene.camera.habitat === "snow";
  const brush = new Brush();
  for (let index = 0; index < (snow ? 240 : 170); index += 1) {
    const [x, y] = [random.between(0, WIDTH), random.between(0, HEIGHT)];
    const size = random.between(0.8, 3.2) * (random.chance(0.06) ? 2.4 : 1);
    brush.add([250, 250, 250], snow ? ellipse(x, y, size, size) : blade([x, y], size * 15, size * 0.5, 80));
  }
  return brush.filled(`opacity="${snow ? 0.75 : 0.3}" filter="url(#blur0)"`);
}

/** Exposure and white balance of a small automatic camera. */
function grade(scene: Scene, random: Random, image: Sharp): Sharp {
  const exposure = random.between(0.93, 1.07);
  if (scene.night)
    return image
      .removeAlpha()
      .linear(exposure * 1.04, -4)
      .greyscale()
      .toColourspace("b-w")
      .raw();
  const bright = { clear: 1, fog: 1, falling: 0.92, bright: 1.1, dusk: 0.64 }[scene.weather];
  const warm = scene.weather === "dusk" ? 1.1 : random.between(0.98, 1.03);
  const gains = [exposure * bright * warm, exposure * bright, (exposure * bright) / warm] as const;
  return image
    .removeAlpha()
    .recomb(paler(scene.weather === "fog" ? 0.78 : random.between(0.86, 1), gains))
    .raw();
}

type Matrix = [[number, number, number], [number, number, number], [number, number, number]];

/** A matrix over red, green and blue that keeps `saturation` of the colour, 0–1, and then applies the gains. */
function paler(saturation: number, gains: readonly [number, number, number]): Matrix {
  const weights = [0.299, 0.587, 0.114] as const;
  const row = (channel: 0 | 1 | 2): [number, number, number] => {
    const share = (from: 0 | 1 | 2) =>
      gains[channel] * ((1 - saturation) * weights[from] + (from === channel ? saturation : 0));
    return [share(0), share(1), share(2)];
  };
  return [row(0), row(1), row(2)];
}

function strip(scene: Scene, takenAtMs: number): string {
  const [day, time] = new Date(takenAtMs).toISOString().split("T");
  const left = `${day} ${time?.slice(0, 8)}`;
  const sign = scene.temperatureC > 0 ? "+" : "";
  const warmth = `${sign}${scene.temperatureC}°C`;
  const name = scene.camera.name;
  const dot = 3;
  const top = (STRIP_HEIGHT - 7 * dot) / 2;
  return [
    fill(lettering(left, 16, top, dot), "#f4f4f2"),
    moon(430, STRIP_HEIGHT / 2, 11, takenAtMs),
    fill(lettering(warmth, 470, top, dot), "#f4f4f2"),
    fill(lettering(name, WIDTH - 16 - letteringWidth(name, dot), top, dot), "#f4f4f2"),
  ].join("");
}

const SYNODIC_MONTH_DAYS = 29.530_588_853;
/** New moon of 6 January 2000, 18:14 UTC. */
const NEW_MOON_MS = Date.UTC(2000, 0, 6, 18, 14);

/** The moon as it stood that day: what is lit lies between the limb and the terminator, an ellipse. */
function moon(x: number, y: number, radius: number, timeMs: number): string {
  const days = (timeMs - NEW_MOON_MS) / 86_400_000;
  const phase = (((days / SYNODIC_MONTH_DAYS) % 1) + 1) % 1;
  const waxing = phase < 0.5;
  const terminator = Math.cos(phase * 2 * Math.PI) * radius;
  const limb = waxing ? 1 : 0;
  const inner = terminator > 0 === waxing ? 0 : 1;
  const [top, bottom] = [`${x} ${y - radius}`, `${x} ${y + radius}`];
  const lit = `M${top}A${radius} ${radius} 0 0 ${limb} ${bottom}A${Math.abs(terminator)} ${radius} 0 0 ${inner} ${top}Z`;
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#3a3a3c"/>${fill(lit, "#f4f4f2")}`;
}

/** EXIF writes a time as 2026:11:20 21:04:33, without a zone. */
function exifTimes(takenAtMs: number): Record<string, string> {
  const text = new Date(takenAtMs).toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " ");
  return { DateTimeOriginal: text, DateTimeDigitized: text };
}
