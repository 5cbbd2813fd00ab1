import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PhotoRefused } from "../../server/files/photo-store.ts";
import { type OpenedPhotoStore, PHOTO_STORE_KINDS } from "../support/server/photo-stores.ts";
import { hasSharedData, sharedData } from "../support/shared-data.ts";

const EDGE_CASES = "photos/speciesnet-edge-cases";

/** A drawn picture with detail, so that its file has a realistic size. */
function draw(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 31 + ((at * at) >> 7)) % 256;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

async function refusal(work: Promise<unknown>): Promise<PhotoRefused["reason"] | null> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof PhotoRefused) return error.reason;
  if (error !== null) throw error;
  return null;
}

async function meanTone(bytes: Buffer): Promise<number> {
  const { channels } = await sharp(bytes).toColourspace("srgb").stats();
  return channels.reduce((sum, channel) => sum + channel.mean, 0) / channels.length;
}

describe.each(PHOTO_STORE_KINDS)("photographs in $name", (kind) => {
  let opened: OpenedPhotoStore;
  beforeAll(async () => {
    opened = await kind.open();
  });
  afterAll(() => opened.close());

  const read = async (stream: Readable | null) => (stream === null ? null : buffer(stream));

  it("gives back the bytes that it took, under the hash of their content", async () => {
    const bytes = await draw(300, 200).jpeg().toBuffer();
    const stored = await opened.store.put(bytes);
    expect(stored).toEqual({
      contentHash: createHash("sha256").update(bytes).digest("hex"),
      mediaType: "image/jpeg",
      bytes: bytes.length,
      width: 300,
      height: 200,
    });
    expect(await read(await opened.store.open(stored.contentHash))).toEqual(bytes);
    expect(await read(await opened.again().open(stored.contentHash))).toEqual(bytes);
  });

  it("gives a part of the bytes, both ends included", async () => {
    const bytes = await draw(64, 64).png().toBuffer();
    const { contentHash } = await opened.store.put(bytes);
    const part = await opened.store.open(contentHash, { start: 10, end: 19 });
    expect(await read(part)).toEqual(bytes.subarray(10, 20));
  });

  it("takes the same content many times at once and keeps it whole", async () => {
    const bytes = await draw(640, 480).webp().toBuffer();
    const all = await Promise.all(Array.from({ length: 6 }, () => opened.store.put(Buffer.from(bytes))));
    expect(new Set(all.map((one) => one.contentHash)).size).toBe(1);
    expect(all[0]).toMatchObject({ mediaType: "image/webp", width: 640, height: 480 });
    expect(await read(await opened.store.open(all[0]?.contentHash ?? ""))).toEqual(bytes);
  });

  it("answers null for a photo that it has not, and for a name that is no hash", async () => {
    const names = ["0".repeat(64), "", "..", "../../etc/passwd", "A".repeat(64), `${"0".repeat(62)}/x`];
    for (const name of names) {
      expect(await opened.store.open(name)).toBeNull();
      expect(await opened.store.thumbnail(name)).toBeNull();
    }
  });

  it("refuses what is no picture by its first bytes, whatever it calls itself", async () => {
    const gif = Buffer.from("GIF89a\u0001\u0000\u0001\u0000", "latin1");
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const bytes of [gif, svg, Buffer.from("%PDF-1.7"), Buffer.alloc(0), Buffer.alloc(5_000)]) {
      expect(await refusal(opened.store.put(bytes))).toBe("unsupported_type");
    }
  });

  it("refuses by its header alone a picture whose side is too long, or that decodes to too many bytes (neighbour 6)", async () => {
    const side = await draw(20_001, 1).png().toBuffer();
    expect(await refusal(opened.store.put(side))).toBe("too_large");
    const whole = await draw(20_000, 1).png().toBuffer();
    expect(await refusal(opened.store.put(whole))).toBe(null);
    // 10,000 x 8,000 pixels of four samples with two bytes each; there are no pixels behind the header.
    const header = Buffer.from(whole.subarray(0, 33));
    header.writeUInt32BE(10_000, 16);
    header.writeUInt32BE(8_000, 20);
    header.set([16, 6], 24);
    header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
    expect(await refusal(opened.store.put(Buffer.concat([header, whole.subarray(33)])))).toBe("too_large");
  });

  it("refuses a file above 25 MB, and a small one that decodes to too many pixels", async () => {
    const heavy = Buffer.alloc(25 * 1024 * 1024 + 1);
    heavy.set([0xff, 0xd8, 0xff]);
    expect(await refusal(opened.store.put(heavy))).toBe("too_large");
    const plain = { width: 10_001, height: 10_000, channels: 3, background: "#000" } as const;
    const bomb = await sharp({ create: plain }).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await refusal(opened.store.put(bomb))).toBe("too_large");
  });

  it("refuses a picture that is cut short, of each type, and keeps nothing of it", async () => {
    for (const format of ["jpeg", "png", "webp"] as const) {
      const bytes = await draw(400, 300).toFormat(format).toBuffer();
      for (const part of [0.1, 0.5, 0.95]) {
        const short = bytes.subarray(0, Math.floor(bytes.length * part));
        expect([format, part, await refusal(opened.store.put(short))]).toEqual([format, part, "damaged"]);
        const hash = createHash("sha256").update(short).digest("hex");
        expect(await opened.store.open(hash)).toBeNull();
      }
    }
  });

  it("refuses a header with rubbish behind it", async () => {
    const rubbish = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4_000, 0x5a)]);
    expect(await refusal(opened.store.put(rubbish))).toBe("damaged");
  });

  it("draws a thumbnail in WebP, at most 240 px wide, and never larger than the picture", async () => {
    const sizes = [
      [1200, 900, 240, 180],
      [100, 50, 100, 50],
      [300, 3000, 32, 320],
    ] as const;
    for (const [width, height, thumbWidth, thumbHeight] of sizes) {
      const { contentHash } = await opened.store.put(await draw(width, height).jpeg().toBuffer());
      const thumbnail = await opened.store.thumbnail(contentHash);
      const facts = await sharp(thumbnail ?? Buffer.alloc(0)).metadata();
      expect([facts.format, facts.width, facts.height]).toEqual(["webp", thumbWidth, thumbHeight]);
    }
  });

  it("draws the same thumbnail for all who ask at once, and again later", async () => {
    const { contentHash } = await opened.store.put(await draw(900, 700).jpeg().toBuffer());
    const fresh = opened.again();
    const thumbnails = await Promise.all(Array.from({ length: 8 }, () => fresh.thumbnail(contentHash)));
    const [first] = thumbnails;
    expect(first?.length).toBeGreaterThan(100);
    for (const one of thumbnails) expect(one).toEqual(first);
    expect(await opened.store.thumbnail(contentHash)).toEqual(first);
  });

  it("turns a picture upright by its EXIF, in its size and in its thumbnail", async () => {
    const bytes = await draw(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const stored = await opened.store.put(bytes);
    expect([stored.width, stored.height]).toEqual([200, 400]);
    const facts = await sharp((await opened.store.thumbnail(stored.contentHash)) ?? undefined).metadata();
    expect([facts.width, facts.height]).toEqual([160, 320]);
  });

  it("lifts the shadows of a night frame in its thumbnail only, and leaves a day frame as it is", async () => {
    const night = await draw(480, 320).linear(0.08).jpeg().toBuffer();
    const day = await draw(480, 320).jpeg().toBuffer();
    const thumbnailOf = async (bytes: Buffer) => {
      const { contentHash } = await opened.store.put(bytes);
      expect(await read(await opened.store.open(contentHash))).toEqual(bytes);
      return (await opened.store.thumbnail(contentHash)) ?? Buffer.alloc(0);
    };
    expect(await meanTone(night)).toBeLessThan(15);
    expect(await meanTone(await thumbnailOf(night))).toBeGreaterThan(45);
    const dayTone = await meanTone(day);
    expect(Math.abs((await meanTone(await thumbnailOf(day))) - dayTone)).toBeLessThan(8);
  });

  it("draws pictures with transparency, in grey, in 16 bits and of one pixel", async () => {
    const clear = {
      width: 90,
      height: 60,
      channels: 4,
      background: { r: 0, g: 90, b: 0, alpha: 0.3 },
    } as const;
    const pictures = [
      sharp({ create: clear }).png(),
      draw(90, 60).greyscale().jpeg(),
      draw(90, 60).toColourspace("rgb16").png(),
      draw(1, 1).png(),
    ];
    for (const picture of pictures) {
      const { contentHash } = await opened.store.put(await picture.toBuffer());
      const thumbnail = await opened.store.thumbnail(contentHash);
      expect((await sharp(thumbnail ?? undefined).metadata()).format).toBe("webp");
    }
  });

  describe.runIf(hasSharedData())("real camera-trap photographs", () => {
    const real = (name: string) => readFile(sharedData(`${EDGE_CASES}/${name}`));

    it("refuses the truncated one", async () => {
      const bytes = await real("african_elephants_truncated_file.jpg");
      expect(await refusal(opened.store.put(bytes))).toBe("damaged");
    });

    it("shows the CMYK, the grey and the rotated copy of a picture as the picture itself", async () => {
      const original = await opened.store.put(await real("african_elephants.jpg"));
      const tones = async (contentHash: string) => {
        const thumbnail = (await opened.store.thumbnail(contentHash)) ?? undefined;
        return sharp(thumbnail).greyscale().resize(8, 6, { fit: "fill" }).raw().toBuffer();
      };
      const expected = await tones(original.contentHash);
      for (const copy of ["cmyk", "bw", "with_exif_orientation"]) {
        const stored = await opened.store.put(await real(`african_elephants_${copy}.jpg`));
        expect([copy, stored.width, stored.height]).toEqual([copy, original.width, original.height]);
        const found = await tones(stored.contentHash);
        const differences = [...found].map((tone, at) => Math.abs(tone - (expected[at] ?? 0)));
        const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
        expect([copy, mean < 20]).toEqual([copy, true]);
      }
    });

    it("takes all the others and draws them", async () => {
      const folder = sharedData("photos");
      const names = (await readdir(folder, { recursive: true })).filter((name) => /\.jpe?g$/i.test(name));
      expect(names.length).toBe(55);
      for (const name of names.filter((one) => !one.includes("truncated"))) {
        const { contentHash } = await opened.store.put(await readFile(join(folder, name)));
        const thumbnail = (await opened.store.thumbnail(contentHash)) ?? Buffer.alloc(0);
        expect((await sharp(thumbnail).metadata()).width).toBeLessThanOrEqual(240);
        expect(thumbnail.length).toBeLessThan(25_000);
      }
    }, 60_000);
  });
});

describe("the folder of photographs", () => {
  it("leaves no draft behind and draws a thumbnail anew that a power cut left short", async () => {
    const opened = await PHOTO_STORE_KINDS[0].open();
    const { contentHash } = await opened.store.put(await draw(500, 400).jpeg().toBuffer());
    await refusal(opened.store.put((await draw(500, 400).jpeg().toBuffer()).subarray(0, 900)));
    const all = (await readdir(opened.dataDir, { recursive: true })).filter((name) =>
      /[0-9a-f]{64}/.test(name),
    );
    const place = join(contentHash.slice(0, 2), contentHash);
    expect(all.sort()).toEqual([join("photos", place), join("thumbs", `${place}.webp`)]);
    const path = join(opened.dataDir, "thumbs", `${place}.webp`);
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, 40));
    expect(await opened.again().thumbnail(contentHash)).toEqual(whole);
    expect(await readFile(path)).toEqual(whole);
    await opened.close();
  });

  it("says so when the disk cannot be written, and takes the photo once it can", async () => {
    const opened = await PHOTO_STORE_KINDS[0].open();
    const bytes = await draw(50, 40).jpeg().toBuffer();
    await writeFile(join(opened.dataDir, "photos"), "in the way");
    await expect(opened.store.put(bytes)).rejects.not.toBeInstanceOf(PhotoRefused);
    await rm(join(opened.dataDir, "photos"));
    await mkdir(join(opened.dataDir, "photos"));
    expect((await opened.store.put(bytes)).width).toBe(50);
    await opened.close();
  });
});
