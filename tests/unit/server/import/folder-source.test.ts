import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPackage } from "../../../../server/import/folder-source.ts";

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
    const zip = zipSync({
      "images.csv": strToU8("x".repeat(100_000)),
      "__MACOSX/._images.csv": strToU8("junk"),
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

  it("is a zip archive or a single file as well", async () => {
    await writeFile(join(root, "pack.zip"), zipSync({ "a/media.csv": strToU8("m") }));
    await writeFile(join(root, "results.json"), "{}");
    const counter = { total: 0, read: 0 };
    const archive = await openPackage(join(root, "pack.zip"), counter);
    expect([archive.names, await readAll(archive.open("a/media.csv"))]).toEqual([["a/media.csv"], "m"]);
    const single = await openPackage(join(root, "results.json"), counter);
    expect([single.names, await readAll(single.open("results.json"))]).toEqual([["results.json"], "{}"]);
    await expect(openPackage(join(root, "nothing"), counter)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
