import sharp, { type OverlayOptions, type Sharp } from "sharp";
import type { FractionBox } from "../../src/domain/insight/detection-box.ts";
import { DAY_MS } from "../../src/domain/time.ts";
import { Brush, blade, ellipse, fill } from "./drawing.ts";
import type { Place } from "./habitats/place.ts";
import { drawPlace, type Habitat } from "./habitats.ts";
import { boxesOf, drawInhabitants } from "./inhabitants.ts";
import { PICTURE_HEIGHT, PICTURE_WIDTH, STRIP_HEIGHT } from "./plants.ts";
import { type Random, seededRandom } from "./random.ts";
import { lettering, letteringWidth } from "./strip-lettering.ts";
import type { SubjectName } from "./subjects.ts";

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

  /** Where in that photograph the animals are. */
  async boxes(scene: Scene): Promise<FractionBox[]> {
    const { place } = await this.#plate(scene);
    return boxesOf(scene, place);
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

/** Layers between lens and animal: fog, rain or snow, the beam of the flash, darker corners. */
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
  const days = (timeMs - NEW_MOON_MS) / DAY_MS;
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
