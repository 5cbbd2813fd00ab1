import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/formats/format-error.ts";
import { type FormatId, readerOf } from "../../../src/formats/known-formats.ts";
import { memoryFile } from "../../../src/formats/source/byte-file.ts";
import { type PackageSource, packageOf } from "../../../src/formats/source/package-source.ts";
import { openArchive } from "../../../src/formats/source/zip-archive.ts";
import { ZIP_LIMITS, ZipAllowance } from "../../../src/formats/source/zip-limits.ts";
import { IMPORT_MESSAGES } from "../../../src/messages/command-line/import.ts";
import { zipOf } from "../../support/zip-of.ts";
import { collectRecords } from "./collect-records.ts";

const GIB = 1024 ** 3;

/** A file that begins with a text and goes on for two gigabytes; `given` counts the bytes that were asked for. */
function endless(name: string, start: string, filler: string) {
  const state = { given: 0 };
  const piece = Buffer.alloc(64 * 1024, filler);
  const source: PackageSource = {
    names: [name],
    async *open() {
      yield Buffer.from(start);
      while (state.given < 2 * GIB) {
        state.given += piece.length;
        yield piece;
      }
    },
  };
  return { source, state };
}

async function sentenceOf(id: FormatId, source: PackageSource): Promise<string> {
  const error: unknown = await collectRecords(readerOf(id), source).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FormatError)) throw new Error(`The package was read: ${String(error)}`);
  return IMPORT_MESSAGES.package[error.code](error.details);
}

describe("values without an end", () => {
  it("are refused early, with their limit in the sentence (import 12)", async () => {
    const images = "deployment_id,image_id,common_name\n";
    const cases = [
      ["megadetector", "md.json", '{"detection_categories":{},"images":[{"file":"', "a", "16,000,000"],
      ["megadetector", "md.json", '{"', "a", "16,000,000"],
      ["megadetector", "md.json", '{"detection_categories":', "[", "16,000,000"],
      ["speciesnet", "p.json", '{"predictions":[{"filepath":"', "a", "16,000,000"],
      ["camtrap-dp", "datapackage.json", '{"name":"', "a", "16,000,000"],
      ["timelapse", "data.csv", "File,RelativePath,DateTime,Species\nx", "a", "1,000,000"],
      ["timelapse", "data.csv", 'File,RelativePath,DateTime,Species\n"x', "a", "1,000,000"],
    ] as const;
    for (const [id, name, start, filler, limit] of cases) {
      const { source, state } = endless(name, start, filler);
      expect(await sentenceOf(id, source), start).toContain(`more than ${limit} characters`);
      // The package is opened a few times: to be recognised, for its names, and for its rows.
      expect(state.given, start).toBeLessThan(300_000_000);
    }
    // No end of the heading is found.
    const { source, state } = endless("images.csv", images.slice(0, 5), "a");
    expect(await sentenceOf("wildlife-insights", source)).toMatch(/images|deployments/);
    expect(state.given).toBeLessThan(300_000_000);
  });

  it("are found in an archive before anything is unpacked (import 12)", async () => {
    const zip = Buffer.from(await zipOf({ "images.csv": "\0".repeat(1_000_000) }));
    const entry = zip.lastIndexOf("PK\u0001\u0002", undefined, "latin1");
    zip.writeUInt32LE(2 * GIB - 1, entry + 24);
    const opening = openArchive("export.zip", memoryFile(zip), new ZipAllowance(ZIP_LIMITS));
    const error: unknown = await opening.then(packageOf, (reason: unknown) => reason);
    expect(error).toMatchObject({ code: "zip_ratio", details: { limit: "200" } });
    expect(
      IMPORT_MESSAGES.package.zip_ratio((error as FormatError).details as Record<string, string>),
    ).toContain("more than 200 times its size");
  });
});
