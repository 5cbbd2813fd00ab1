import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readerOf } from "../../../src/formats/known-formats.ts";
import { memoryFile } from "../../../src/formats/source/byte-file.ts";
import { type PackageFile, packageOf } from "../../../src/formats/source/package-source.ts";
import { openArchive } from "../../../src/formats/source/zip-archive.ts";
import { ZIP_LIMITS, ZipAllowance, type ZipLimits } from "../../../src/formats/source/zip-limits.ts";
import { openZippedTables } from "../../../src/formats/source/zipped-tables.ts";
import { IMPORT_MESSAGES } from "../../../src/messages/command-line/import.ts";
import { zipOf } from "../../support/zip-of.ts";
import { collectRecords } from "./collect-records.ts";

/** A file in memory that comes in pieces; `state.open` tells how often it is open. */
function fileOf(bytes: Uint8Array, state = { open: 0 }, failure: Error | null = null): PackageFile {
  return {
    bytes: bytes.length,
    storedBytes: bytes.length,
    random: memoryFile(bytes),
    async *open() {
      state.open += 1;
      try {
        for (let at = 0; at < bytes.length; at += 4096) yield bytes.subarray(at, at + 4096);
        if (failure !== null) throw failure;
      } finally {
        state.open -= 1;
      }
    },
  };
}

async function packageOfFiles(files: Record<string, PackageFile>, limits: Partial<ZipLimits> = {}) {
  const allowance = new ZipAllowance({ ...ZIP_LIMITS, ...limits });
  return packageOf(await openZippedTables(new Map(Object.entries(files)), allowance));
}

const ROWS = Array.from({ length: 30_000 }, (_, n) => `${(n * 7_919) % 100_003},${n}`).join("\n");

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

/** The error of reading all tables, and how many bytes were read before. */
async function faultOf(files: Record<string, PackageFile>, limits: Partial<ZipLimits> = {}) {
  let read = 0;
  try {
    const source = await packageOfFiles(files, limits);
    for (const name of source.names) for await (const part of source.open(name)) read += part.length;
  } catch (error) {
    const { code, details } = error as { code: keyof typeof IMPORT_MESSAGES.package; details: object };
    return { code, sentence: IMPORT_MESSAGES.package[code](details as Record<string, string>), read };
  }
  return { code: null, sentence: null, read };
}

describe("tables compressed with gzip", () => {
  it("are read as often as they are opened, in a folder or an archive, and closed where reading stops early", async () => {
    const state = { open: 0 };
    const source = await packageOfFiles({ "a/media.CSV.gz": fileOf(gzipSync(ROWS), state) });
    expect(source.names).toEqual(["a/media.CSV"]);
    expect(await textOf(source.open("a/media.CSV"))).toBe(ROWS);
    for await (const _ of source.open("a/media.CSV")) break;
    expect(state.open).toBe(0);
    expect(await textOf(source.open("a/media.CSV"))).toBe(ROWS);

    const twoMembers = Buffer.concat([gzipSync("one\n"), gzipSync("two\n")]);
    const zip = await zipOf({ "media.csv.gz": twoMembers });
    const allowance = new ZipAllowance(ZIP_LIMITS);
    const archive = await openArchive("pack.zip", memoryFile(zip), allowance);
    const inner = packageOf(await openZippedTables(archive, allowance, "pack.zip"));
    expect(await textOf(inner.open("media.csv"))).toBe("one\ntwo\n");
  });

  it("are the resources of a Camtrap DP package, whichever of both names its descriptor has", async () => {
    const table = (...lines: readonly string[]) => fileOf(gzipSync(`${lines.join("\n")}\n`));
    const source = await packageOfFiles({
      "datapackage.json": fileOf(
        Buffer.from(
          JSON.stringify({
            resources: [
              { name: "deployments", path: "deployments.csv.gz" },
              { name: "media", path: "media.csv" },
              { name: "observations", path: "observations.csv.gz" },
            ],
          }),
        ),
      ),
      "deployments.csv.gz": table("deploymentID", "A"),
      "media.csv.gz": table("mediaID,deploymentID,timestamp,filePath", "m1,A,2020-01-01T00:00:00Z,1.jpg"),
      "observations.csv.gz": table(
        "observationID,deploymentID,mediaID,observationType,scientificName",
        "o1,A,m1,animal,Vulpes vulpes",
      ),
    });
    const { insights, refusals } = await collectRecords(readerOf("camtrap-dp"), source);
    expect(refusals).toEqual([]);
    expect(insights.map(({ className, photo }) => [className, photo?.path])).toEqual([
      ["Vulpes vulpes", "1.jpg"],
    ]);
  });

  it("are bounded while they are inflated, as those of archives are (import 12)", async () => {
    // 64 MB of zeros in 64 kB: refused where 16 MiB are given.
    const bomb = await faultOf({ "images.csv.gz": fileOf(gzipSync(Buffer.alloc(64_000_000))) });
    expect(bomb).toMatchObject({
      code: "zip_ratio",
      sentence:
        "images.csv in images.csv.gz unpacks to more than 200 times its size, as tables never do; it was not read.",
    });
    expect(bomb.read).toBeLessThan(18 * 1024 ** 2);

    const file = fileOf(gzipSync(ROWS));
    const large = await faultOf({ "a.csv.gz": file }, { entryBytes: 100_000 });
    expect(large).toMatchObject({
      code: "zip_entry_too_large",
      sentence: expect.stringContaining("97.7 KiB"),
    });
    const both = { "a.csv.gz": file, "b.csv.gz": file };
    const total = Math.floor(ROWS.length * 1.5);
    expect(await faultOf(both, { totalBytes: total })).toMatchObject({
      code: "zip_total_too_large",
      sentence: expect.stringContaining("With b.csv in b.csv.gz"),
    });
    // A table counts once, however often it is read.
    const source = await packageOfFiles({ "a.csv.gz": file }, { totalBytes: total });
    for (let time = 0; time < 3; time += 1) expect(await textOf(source.open("a.csv"))).toBe(ROWS);
  });

  it("name the file that is cut short, damaged, there twice, or cannot be read (import 3)", async () => {
    const whole = gzipSync(ROWS);
    const cut = await faultOf({ "a.csv.gz": fileOf(whole.subarray(0, whole.length / 2)) });
    expect(cut).toMatchObject({
      code: "zip_incomplete",
      sentence: expect.stringContaining("a.csv.gz is cut short"),
    });
    const bytes = Buffer.from(whole);
    bytes.writeUInt32LE(7, bytes.length - 8);
    expect(await faultOf({ "a.csv.gz": fileOf(bytes) })).toMatchObject({
      code: "zip_damaged",
      sentence: expect.stringContaining("a.csv in a.csv.gz is damaged"),
    });
    expect(await faultOf({ "a.csv.gz": fileOf(Buffer.from("no gzip")) })).toMatchObject({
      code: "zip_damaged",
    });
    const twice = { "a.csv": fileOf(Buffer.from("x")), "a.csv.gz": fileOf(whole) };
    for (const files of [twice, Object.fromEntries(Object.entries(twice).reverse())])
      expect(await faultOf(files)).toMatchObject({
        code: "two_of_a_table",
        sentence: expect.stringContaining("a.csv twice: a.csv.gz"),
      });
    const gone = new Error("EIO");
    const source = await packageOfFiles({ "a.csv.gz": fileOf(whole.subarray(0, 100), undefined, gone) });
    await expect(textOf(source.open("a.csv"))).rejects.toBe(gone);
  });
});
