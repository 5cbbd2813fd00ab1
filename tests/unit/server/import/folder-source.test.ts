import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPackage } from "../../../../server/import/folder-source.ts";
import { zipOf } from "../../../support/zip-of.ts";

describe("a package on this machine", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "understory-package-"));
  });
  afterEach(() => rm(root, { recursive: true }));

  async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const part of bytes) parts.push(part);
    return Buffer.concat(parts).toString();
  }

  it("is a folder with its tables, zipped or not, without photographs and what macOS adds", async () => {
    const zip = await zipOf({
      "images.csv": "x".repeat(100_000),
      "__MACOSX/._images.csv": "junk",
    });
    await mkdir(join(root, "sub"));
    await writeFile(join(root, "images.csv.zip"), zip);
    await writeFile(join(root, "sub", "deployments.csv"), "12345");
    await writeFile(join(root, "sub", "IMG_1.JPG"), "photo");
    await writeFile(join(root, "._deployments.csv"), "junk");
    const counter = { total: 0, read: 0 };
    const source = await openPackage(root, counter);
    expect(source.names).toEqual(["images.csv", "sub/deployments.csv"]);
    expect(counter).toEqual({ total: zip.length + 5, read: 0 });

    expect(await readAll(source.open("images.csv"))).toBe("x".repeat(100_000));
    expect(await readAll(source.open("sub/deployments.csv"))).toBe("12345");
    expect(counter).toEqual({ total: zip.length + 5, read: zip.length + 5 });
    await readAll(source.open("sub/deployments.csv"));
    expect(counter).toEqual({ total: zip.length + 10, read: zip.length + 10 });
  });

  it("finds tables in folders of folders, however many below each other, up to a limit (import 12)", async () => {
    const deep = join(root, "1", "2", "3", "4", "5");
    await mkdir(deep, { recursive: true });
    await writeFile(join(deep, "images.csv"), "deep");
    const counter = { total: 0, read: 0 };
    const source = await openPackage(root, counter);
    expect(source.names).toEqual(["1/2/3/4/5/images.csv"]);
    expect(await readAll(source.open("1/2/3/4/5/images.csv"))).toBe("deep");
    expect((await openPackage(root, counter, { depth: 5, files: 10 })).names).toHaveLength(1);
    await expect(openPackage(root, counter, { depth: 4, files: 10 })).rejects.toMatchObject({
      code: "folder_too_deep",
      details: { folder: "1/2/3/4/5", limit: "4" },
    });
  });

  it("refuses a folder of more files than the limit, photographs included, and names it (import 12)", async () => {
    await mkdir(join(root, "media"));
    for (const name of ["images.csv", "media/1.JPG", "media/2.JPG"]) await writeFile(join(root, name), "x");
    const counter = { total: 0, read: 0 };
    expect((await openPackage(root, counter, { depth: 5, files: 3 })).names).toEqual(["images.csv"]);
    await expect(openPackage(root, counter, { depth: 5, files: 2 })).rejects.toMatchObject({
      code: "folder_too_many_files",
      details: { folder: root, limit: "2" },
    });
  });

  it("counts the bytes of an archive forward only, to its whole size, whatever is read of it", async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => (n * 7_919) % 100_003).join("\n");
    const inner = await zipOf({ "images.csv": rows, "projects.csv": "p" });
    const zip = await zipOf({
      "deployments.csv": rows.slice(0, 9_000),
      "images.csv.zip": inner,
      "cameras.csv": "",
      "photos/IMG_1.JPG": rows,
    });
    await writeFile(join(root, "export.zip"), zip);
    const counter = { total: 0, read: 0 };
    const source = await openPackage(join(root, "export.zip"), counter);
    expect(source.names).toEqual(["cameras.csv", "deployments.csv", "images.csv", "projects.csv"]);
    expect(counter).toEqual({ total: zip.length, read: 0 });
    for await (const _ of source.open("images.csv")) break;
    let [before, pieces] = [counter.read, 0];
    for (const name of source.names) {
      for await (const piece of source.open(name)) {
        expect(counter.read).toBeGreaterThanOrEqual(before);
        expect(piece.length).toBeLessThanOrEqual(32_768);
        [before, pieces] = [counter.read, pieces + 1];
      }
    }
    expect(pieces).toBeGreaterThan(rows.length / 32_768);
    expect(counter).toEqual({ total: zip.length, read: zip.length });
  });

  it("rejects with the system's error when an archive disappears while it is read", async () => {
    const path = join(root, "export.zip");
    await writeFile(path, await zipOf({ "images.csv": "x" }));
    const source = await openPackage(path, { total: 0, read: 0 });
    await rm(path);
    await expect(readAll(source.open("images.csv"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is a zip archive or a single file as well", async () => {
    await writeFile(join(root, "pack.zip"), await zipOf({ "a/media.csv": "m" }));
    await writeFile(join(root, "results.json"), "{}");
    const counter = { total: 0, read: 0 };
    const archive = await openPackage(join(root, "pack.zip"), counter);
    expect([archive.names, await readAll(archive.open("a/media.csv"))]).toEqual([["a/media.csv"], "m"]);
    const single = await openPackage(join(root, "results.json"), counter);
    expect([single.names, await readAll(single.open("results.json"))]).toEqual([["results.json"], "{}"]);
    await expect(openPackage(join(root, "nothing"), counter)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
