import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { STRICT_READING } from "../server/files/photo-check.ts";
import { FolderPhotoStore } from "../server/files/photo-folder.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";

const PHOTOS = 24;
const RUNS = 5;
const LEAST = 0.8;

/**
 * Thumbnails drawn and stored by the photo store, with night frames lightened. Baseline: the same resize by sharp
 * alone.
 */
export const bench: Bench = {
  name: "thumbs",
  async run(): Promise<Figure[]> {
    const folder = await mkdtemp(join(tmpdir(), "understory-bench-thumbs-"));
    try {
      const store = new FolderPhotoStore(folder);
      const photos = await Promise.all(Array.from({ length: PHOTOS }, (_, seed) => fieldPhoto(seed)));
      const hashes: string[] = [];
      for (const bytes of photos) hashes.push((await store.put(bytes)).contentHash);
      const [ours, bare]: [number[], number[]] = [[], []];
      for (let run = 0; run <= RUNS; run += 1) {
        await rm(join(folder, "thumbs"), { recursive: true });
        const drawn = await time(hashes, (hash) => store.thumbnail(hash));
        const alone = await time(photos, resizeAlone);
        // The first run fills the caches of both sides.
        if (run > 0) ours.push(drawn);
        if (run > 0) bare.push(alone);
      }
      const [perS, barePerS] = [(PHOTOS * 1000) / median(ours), (PHOTOS * 1000) / median(bare)];
      const ratio = perS / barePerS;
      return [
        {
          id: "thumbs.vs_sharp",
          value: rounded(perS),
          unit: "thumbnails/s",
          baseline: rounded(barePerS),
          ratio: rounded(ratio),
          goal: `≥ ${LEAST}×`,
          pass: ratio >= LEAST,
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Some 5 megapixels with the detail of a forest; each seed gives another picture. */
async function fieldPhoto(seed: number): Promise<Buffer> {
  const [width, height] = [640, 480];
  const noise = Buffer.alloc(width * height * 3);
  let state = seed + 1;
  for (let at = 0; at < noise.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    noise[at] = state >>> 24;
  }
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .resize({ width: 2560 })
    .jpeg({ quality: 85 })
    .toBuffer();
}

function resizeAlone(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, STRICT_READING)
    .autoOrient()
    .resize({ width: 240, height: 320, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 72, effort: 2 })
    .toBuffer();
}

/** Draws all of them, more at once than there are processors, as when many Sentinels send. @returns ms */
async function time<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<number> {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < things.length; at = next++) await work(things[at] as T);
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: 3 * availableParallelism() }, lane));
  return performance.now() - begun;
}
