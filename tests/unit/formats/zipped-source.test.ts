import { strToU8, Zip, ZipDeflate, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { openZippedSource, openZippedTables } from "../../../src/formats/source/zipped-source.ts";
import { memorySource } from "./memory-source.ts";

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

describe("zipped packages", () => {
  it("opens tables that are zipped one by one, without what macOS adds", async () => {
    const table = `a,b\n${"1,2\n".repeat(50_000)}`;
    const zip = zipSync({
      "__MACOSX/._images.csv": strToU8("junk"),
      "images.csv": strToU8(table),
      ".DS_Store": strToU8("junk"),
    });
    const source = await openZippedTables(
      memorySource({ "images.csv.zip": zip, "deployments.csv": "x" }, 100),
    );
    expect(source.names).toEqual(["deployments.csv", "images.csv"]);
    expect(await textOf(source.open("images.csv"))).toBe(table);
    expect(await textOf(source.open("deployments.csv"))).toBe("x");
  });

  it("opens any file of an archive as often as it is asked to", async () => {
    const zip = zipSync({ "pack/one.csv": strToU8("1"), "pack/two.csv": strToU8("22") }, { level: 0 });
    const whole = memorySource({ "pack.zip": zip }, 7);
    const source = await openZippedSource("pack.zip", () => whole.open("pack.zip"));
    expect(source.names).toEqual(["pack/one.csv", "pack/two.csv"]);
    expect(await textOf(source.open("pack/two.csv"))).toBe("22");
    expect(await textOf(source.open("pack/one.csv"))).toBe("1");
    expect(await textOf(source.open("pack/two.csv"))).toBe("22");
  });

  it("opens archives that were written as a stream, whose entries do not say how long they are", async () => {
    const table = Array.from({ length: 30_000 }, (_, n) => `${(n * 7_919) % 100_003},${n}`).join("\n");
    const parts: Uint8Array[] = [];
    const zip = new Zip((_error, part) => parts.push(part));
    for (const [name, text] of [
      ["one.csv", "x"],
      ["two.csv", table],
    ] as const) {
      const file = new ZipDeflate(name);
      zip.add(file);
      file.push(strToU8(text), true);
    }
    zip.end();
    const whole = memorySource({ "pack.zip": Buffer.concat(parts) }, 1_000);
    const source = await openZippedSource("pack.zip", () => whole.open("pack.zip"));
    expect(source.names).toEqual(["one.csv", "two.csv"]);
    expect(await textOf(source.open("two.csv"))).toBe(table);
  });

  it("says so when an archive is cut short or is none", async () => {
    const zip = zipSync({ "images.csv": strToU8(Array.from({ length: 9_000 }, (_, n) => n * n).join("\n")) });
    const cut = memorySource({ "images.csv.zip": zip.subarray(0, zip.length / 2) });
    await expect(openZippedTables(cut)).rejects.toMatchObject({ code: "not_a_zip" });
    const none = memorySource({ "images.csv.zip": "no archive at all" });
    await expect(openZippedTables(none)).rejects.toMatchObject({ code: "not_a_zip" });
  });
});
