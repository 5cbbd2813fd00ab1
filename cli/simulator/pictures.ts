import sharp from "sharp";
import type { Habitat } from "../../server/demo/habitats.ts";
import { seededRandom } from "../../server/demo/random.ts";
import { type Scene, ScenePainter } from "../../server/demo/scene-photo.ts";
import type { SubjectName } from "../../server/demo/subjects.ts";

export const PICTURE_KINDS = ["drawn", "plain", "none"] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

export interface Seen {
  readonly habitat: Habitat;
  readonly subject: SubjectName;
  readonly night: boolean;
  /** The number of the frame within the burst. */
  readonly frame: number;
}

/** Makes the picture of a frame; null for Sentinels that send none. */
export type Camera = (seen: Seen) => Promise<Buffer | null>;

/** A burst has more frames than drawn ones: they repeat back and forth. */
const FRAMES = [0, 1, 2, 1, 0, 1] as const;

/** Caches each picture: cameras of one habitat see the same scenes repeatedly. */
export function cameraOf(kind: PictureKind): Camera {
  if (kind === "none") return async () => null;
  const made = new Map<string, Promise<Buffer>>();
  const make = kind === "drawn" ? painter() : plainPicture;
  return (seen) => {
    const drawn = { ...seen, frame: FRAMES[seen.frame % FRAMES.length] ?? 0 };
    const key = JSON.stringify(drawn);
    const known = made.get(key) ?? make(drawn);
    made.set(key, known);
    return known;
  };
}

function painter(): (seen: Seen) => Promise<Buffer> {
  const paints = new ScenePainter();
  return ({ habitat, subject, night, frame }) => {
    const seed = `${habitat} ${subject} ${night}`;
    const scene: Scene = {
      seed: `${seed}#${frame}`,
      camera: { name: "SENTINEL", habitat, seed: `simulated ${habitat}` },
      night,
      subject,
      count: 1,
      frame,
      temperatureC: night ? 8 : 17,
      weather: "clear",
    };
    return paints.paint(scene, Date.UTC(2026, 0, 1, night ? 0 : 12));
  };
}

/** A small picture of noise in the subject's own colour: quick to make, and as hard to compress as a photograph. */
function plainPicture(seen: Seen): Promise<Buffer> {
  const random = seededRandom(JSON.stringify(seen));
  const [width, height] = [160, 120];
  const colour = [random.whole(30, 200), random.whole(30, 200), random.whole(30, 200)];
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => (colour[at % 3] ?? 0) + random.whole(-24, 24)),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 75 })
    .toBuffer();
}
