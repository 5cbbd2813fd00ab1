import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, it } from "vitest";

const PUT = "tests/integration/ingest/put-at-once.ts";

it("eight PNGs of 100 million pixels at once leave the server below 800 MB (neighbour 6)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understory-large-"));
  const picture = join(folder, "large.png");
  const plain = { width: 10_000, height: 10_000, channels: 3, background: "#0a5a1e" } as const;
  await sharp({ create: plain }).png({ compressionLevel: 1 }).toFile(picture);
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", PUT, picture, folder]);
  console.info(`Eight PNGs of 100 million pixels at once: ${stdout.trim()} MB`);
  expect(Number(stdout)).toBeGreaterThan(50);
  expect(Number(stdout)).toBeLessThan(800);
  await rm(folder, { recursive: true, force: true });
}, 60_000);
