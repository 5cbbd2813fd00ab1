import { describe, expect, it } from "vitest";
import { type ByteFile, memoryFile } from "../../../src/formats/source/byte-file.ts";
import { type PackageFile, packageOf } from "../../../src/formats/source/package-source.ts";
import { openArchive } from "../../../src/formats/source/zip-archive.ts";
import { ZIP_LIMITS, ZipAllowance, type ZipLimits } from "../../../src/formats/source/zip-limits.ts";
import { openZippedTables } from "../../../src/formats/source/zipped-tables.ts";
import { IMPORT_MESSAGES } from "../../../src/messages/command-line/import.ts";
import { zipOf } from "../../support/zip-of.ts";

const ROWS = Array.from({ length: 30_000 }, (_, n) => `${(n * 7_919) % 100_003},${n}`).join("\n");

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

/** Opens an archive and the zipped tables in it. */
async function openZip(bytes: Uint8Array | ByteFile, limits: Partial<ZipLimits> = {}) {
  const file = bytes instanceof Uint8Array ? memoryFile(bytes) : bytes;
  const allowance = new ZipAllowance({ ...ZIP_LIMITS, ...limits });
  const files = await openArchive("pack.zip", file, allowance);
  return packageOf(await openZippedTables(files, allowance, "pack.zip"));
}

/** The error of opening the archive and reading all of its tables, and how many bytes were read before. */
async function faultOf(bytes: Uint8Array, limits: Partial<ZipLimits> = {}) {
  let read = 0;
  try {
    const source = await openZip(bytes, limits);
    for (const name of source.names) for await (const part of source.open(name)) read += part.length;
  } catch (error) {
    const { code, details } = error as { code: keyof typeof IMPORT_MESSAGES.package; details: object };
    return { code, sentence: IMPORT_MESSAGES.package[code](details as Record<string, string>), read };
  }
  return { code: null, sentence: null, read };
}

/** Replaces one ASCII text by another of its length, everywhere. */
function renamed(zip: Uint8Array, from: string, to: string): Uint8Array {
  expect(to.length).toBe(from.length);
  return Buffer.from(Buffer.from(zip).toString("latin1").replaceAll(from, to), "latin1");
}

/** Writes a number of the given width at `offset` of the last entry's header in the central directory. */
function declaring(zip: Uint8Array, offset: number, width: 2 | 4, value: number): Uint8Array {
  const bytes = Buffer.from(zip);
  bytes.writeUIntLE(value, bytes.lastIndexOf("PK\u0001\u0002", undefined, "latin1") + offset, width);
  return bytes;
}

const FLAGS = 8;
const METHOD = 10;
const COMPRESSED_BYTES = 20;
const INFLATED_BYTES = 24;

describe("a zip archive", () => {
  it("opens tables that are zipped one by one, without what macOS adds", async () => {
    const zip = await zipOf({ "__MACOSX/._images.csv": "junk", "images.csv": ROWS, ".DS_Store": "junk" });
    const stored = (content: Uint8Array): PackageFile => ({
      bytes: content.length,
      storedBytes: content.length,
      random: memoryFile(content),
      async *open() {
        yield content;
      },
    });
    const files = new Map([
      ["images.csv.zip", stored(zip)],
      ["deployments.csv", stored(Buffer.from("x"))],
    ]);
    const source = packageOf(await openZippedTables(files, new ZipAllowance(ZIP_LIMITS)));
    expect(source.names).toEqual(["deployments.csv", "images.csv"]);
    expect(await textOf(source.open("images.csv"))).toBe(ROWS);
    expect(await textOf(source.open("deployments.csv"))).toBe("x");
  });

  it.each([
    ["stored", { level: 0 }],
    ["written as a stream, whose entries do not say how long they are", { dataDescriptor: true }],
    ["with 64-bit sizes", { zip64: true }],
  ] as const)("opens any table as often as it is asked to: %s", async (_kind, options) => {
    const source = await openZip(await zipOf({ "pack/one.csv": "1", "pack/two.csv": ROWS }, options));
    expect(source.names).toEqual(["pack/one.csv", "pack/two.csv"]);
    expect(await textOf(source.open("pack/two.csv"))).toBe(ROWS);
    expect(await textOf(source.open("pack/one.csv"))).toBe("1");
    expect(await textOf(source.open("pack/two.csv"))).toBe(ROWS);
  });

  // Tables that the library queues wait for 5 s each, so the time limit shows the fault.
  it("reads tables side by side, more of them than there are processors", { timeout: 20_000 }, async () => {
    const names = Array.from({ length: 12 }, (_, n) => `${n}.csv`);
    const source = await openZip(await zipOf(Object.fromEntries(names.map((name) => [name, ROWS]))));
    const readers = names.map((name) => source.open(name)[Symbol.asyncIterator]());
    for (const reader of readers) expect((await reader.next()).value?.length).toBe(32_768);
    for (const reader of readers) await reader.return?.();
  });

  it("reads the end of the archive and the table that is asked for, and closes the file", async () => {
    const many = ROWS.repeat(4);
    const zip = await zipOf({ "one.csv": many, "two.csv": "2", "photo.jpg": many });
    let [read, open] = [0, 0];
    const counting: ByteFile = {
      size: zip.length,
      async open() {
        open += 1;
        const reader = await memoryFile(zip).open();
        return {
          async read(offset, length) {
            read += length;
            return reader.read(offset, length);
          },
          async close() {
            open -= 1;
          },
        };
      },
    };
    const source = await openZip(counting);
    expect(await textOf(source.open("two.csv"))).toBe("2");
    expect(open).toBe(0);
    expect(read).toBeLessThan(zip.length / 4);
    for await (const _ of source.open("one.csv")) break;
    expect(open).toBe(0);
    expect(read).toBeLessThan(zip.length / 2);
  });

  it("takes backslashes between folders for slashes, and lists only tables", async () => {
    const zip = renamed(
      await zipOf({ "a/one.csv": "1", "a/photo.jpg": "p", "a/readme.txt": "r" }),
      "a/one",
      "a\\one",
    );
    const source = await openZip(zip);
    expect(source.names).toEqual(["a/one.csv"]);
    expect(await textOf(source.open("a/one.csv"))).toBe("1");
  });

  it("passes on the error of the system when the file cannot be read", async () => {
    const zip = await zipOf({ "one.csv": ROWS });
    const failing = (from: number): ByteFile => ({
      size: zip.length,
      async open() {
        const reader = await memoryFile(zip).open();
        return {
          ...reader,
          async read(offset, length) {
            if (offset > from) throw Object.assign(new Error("disk"), { code: "EIO" });
            return reader.read(offset, length);
          },
        };
      },
    });
    await expect(openZip(failing(100))).rejects.toMatchObject({ code: "EIO" });
  });
});

describe("a zip archive that cannot be read", () => {
  it("is none, or is cut short", async () => {
    const zip = await zipOf({ "images.csv": ROWS });
    const none = await faultOf(Buffer.from("no archive at all, but longer than the end of one"));
    expect(none.sentence).toBe("pack.zip is not a readable zip archive.");
    expect((await faultOf(new Uint8Array())).code).toBe("not_a_zip");
    const cut = await faultOf(zip.subarray(0, zip.length / 2));
    expect(cut.sentence).toBe(
      "pack.zip is cut short: the end of the archive is missing. Please download or copy it again.",
    );
    expect((await faultOf(zip.subarray(0, zip.length - 1))).code).toBe("zip_incomplete");
    expect((await faultOf(zip.subarray(zip.length / 2))).code).not.toBeNull();
  });

  it("names the entry whose bytes are damaged", async () => {
    const zip = await zipOf({ "images.csv": ROWS });
    const damaged = Buffer.from(zip);
    damaged.fill(0xff, 5_000, 5_100);
    expect((await faultOf(damaged)).sentence).toBe(
      "images.csv in pack.zip is damaged. Please download or copy the archive again.",
    );
    const stored = await zipOf({ "images.csv": ROWS }, { level: 0 });
    stored[1_000] = 0x20;
    expect((await faultOf(stored)).code).toBe("zip_damaged");
    expect((await faultOf(declaring(zip, COMPRESSED_BYTES, 4, 2 ** 30))).code).toBe("zip_damaged");
  });

  it("is encrypted, or compressed by another method", async () => {
    const files = { "images.csv": "a,b", "photo.jpg": "p" };
    for (const zipCrypto of [true, false]) {
      const { sentence } = await faultOf(await zipOf(files, { password: "secret", zipCrypto }));
      expect(sentence).toBe(
        "images.csv in pack.zip is encrypted; please save the archive again without a password.",
      );
    }
    const lzma = declaring(await zipOf({ "images.csv": "a,b" }), METHOD, 2, 14);
    expect((await faultOf(lzma)).sentence).toBe(
      "images.csv in pack.zip is compressed by a method that cannot be read (number 14); please save the archive again with Deflate.",
    );
    const photoFlags = declaring(await zipOf(files), FLAGS, 2, 1);
    expect((await faultOf(photoFlags)).code).toBeNull();
  });

  it.each(["../one.csv", "/x/one.csv", "a/../b.csv", "c:/one.csv", "..\\one.csv", "../IMG.jpg"])(
    "has an entry whose path leads out of it: %s",
    async (name) => {
      const safe = "x".repeat(name.length);
      const { code, sentence } = await faultOf(renamed(await zipOf({ [safe]: "1" }), safe, name));
      expect(code).toBe("zip_unsafe_name");
      expect(sentence).toContain(name.replaceAll("\\", "/"));
    },
  );

  it("holds two tables of one name", async () => {
    const zip = renamed(await zipOf({ "a/one.csv": "1", "a/two.csv": "2" }), "a/two", "a/one");
    expect((await faultOf(zip)).sentence).toBe("pack.zip holds two files with the name a/one.csv.");
  });
});

describe("limits of a zip archive", () => {
  it("counts all entries", async () => {
    const zip = await zipOf({ "one.csv": "1", "two.jpg": "2", "three.jpg": "3" });
    expect((await faultOf(zip, { entries: 3 })).code).toBeNull();
    expect((await faultOf(zip, { entries: 2 })).sentence).toBe("pack.zip holds more than 2 files.");
    expect((await faultOf(zip, { directoryBytes: 100 })).code).toBe("zip_too_many_entries");
  });

  it("holds for the size of one table and of all, also those in zipped tables", async () => {
    const zip = await zipOf({ "one.csv": ROWS, "two.csv.zip": await zipOf({ "two.csv": ROWS }) });
    const size = ROWS.length;
    expect((await faultOf(zip, { entryBytes: size, totalBytes: 3 * size })).code).toBeNull();
    expect((await faultOf(zip, { entryBytes: 1024 })).sentence).toBe(
      "one.csv in pack.zip is larger than 1 KiB when it is unpacked.",
    );
    expect((await faultOf(zip, { totalBytes: 600 * 1024 })).sentence).toBe(
      "With two.csv in two.csv.zip, the tables of the package are larger than 600 KiB when they are unpacked.",
    );
    expect((await faultOf(zip, { nestedBytes: 2048 })).sentence).toBe(
      "two.csv.zip in pack.zip is an archive, and archives inside an archive may have 2 KiB in all. Please unpack pack.zip and import the folder.",
    );
  });

  it("holds for the ratio, beyond a size that any table may have", async () => {
    const zip = await zipOf({ "one.csv": "x".repeat(20 * 2 ** 20) });
    const { sentence, read } = await faultOf(zip);
    expect(sentence).toBe(
      "one.csv in pack.zip unpacks to more than 200 times its size, as tables never do; it was not read.",
    );
    expect(read).toBe(0);
    expect(await faultOf(zip, { ratioFreeBytes: 32 * 2 ** 20 })).toMatchObject({ code: null });
  });

  it("stops inflating a table that is larger than the directory says", async () => {
    const zip = await zipOf({ "one.csv": "x".repeat(20 * 2 ** 20) }, { dataDescriptor: true });
    const lying = declaring(zip, INFLATED_BYTES, 4, 20_000);
    const { sentence, read } = await faultOf(lying);
    expect(sentence).toBe(
      "one.csv in pack.zip is not as large as the archive says; the archive is damaged or was tampered with.",
    );
    expect(read).toBeLessThanOrEqual(20_000);
    const nested = declaring(
      await zipOf({ "one.csv.zip": ROWS }, { dataDescriptor: true }),
      INFLATED_BYTES,
      4,
      99,
    );
    expect((await faultOf(nested)).code).toBe("zip_wrong_size");
    const larger = declaring(zip, INFLATED_BYTES, 4, 24 * 2 ** 20);
    expect((await faultOf(larger, { ratio: 2_000 })).code).toBe("zip_damaged");
  });
});
