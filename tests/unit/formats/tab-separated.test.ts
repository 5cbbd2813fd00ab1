import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type FormatId, readerOf } from "../../../src/formats/known-formats.ts";
import { memoryFile } from "../../../src/formats/source/byte-file.ts";
import { isTable, type PackageFile, packageOf } from "../../../src/formats/source/package-source.ts";
import { ZIP_LIMITS, ZipAllowance } from "../../../src/formats/source/zip-limits.ts";
import { openZippedTables } from "../../../src/formats/source/zipped-tables.ts";
import { zipOf } from "../../support/zip-of.ts";
import { collectRecords } from "./collect-records.ts";

function fileOf(content: string | Uint8Array): PackageFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    bytes: bytes.length,
    storedBytes: bytes.length,
    random: memoryFile(bytes),
    async *open() {
      yield bytes;
    },
  };
}

/** The rows that a folder with these files gives; files that are no tables give none. */
async function read(id: FormatId, files: Readonly<Record<string, string | Uint8Array>>) {
  const tables = Object.entries(files).filter(([name]) => isTable(name));
  const opened = await openZippedTables(
    new Map(tables.map(([name, content]) => [name, fileOf(content)])),
    new ZipAllowance(ZIP_LIMITS),
  );
  return collectRecords(readerOf(id), packageOf(opened));
}

const tabs = (...rows: readonly (readonly string[])[]) => `${rows.map((row) => row.join("\t")).join("\n")}\n`;

const TIMELAPSE = tabs(
  ["File", "RelativePath", "DateTime", "Species"],
  ["1.jpg", "", "2023-05-17 14:23:08", "Fox, red"],
);
const DEPLOYMENTS = tabs(["project_id", "deployment_id", "placename"], ["p", "d", "Ridge"]);
const IMAGES = tabs(
  ["deployment_id", "image_id", "common_name", "timestamp"],
  ["d", "i", "Bird", "2018-11-21 10:00:00"],
);

describe("a table with tabs between its cells", () => {
  it("is read by its heading, plain or compressed, and names a Sentinel without its ending", async () => {
    const files = {
      "Ridge.tsv": TIMELAPSE,
      "Creek.TSV.gz": gzipSync(TIMELAPSE),
      "Lake.tsv.zip": await zipOf({ "Lake.tsv": TIMELAPSE }),
    };
    for (const [name, content] of Object.entries(files)) {
      const { devices, insights } = await read("timelapse", { [name]: content });
      expect(devices.map(({ deviceId }) => deviceId)).toEqual([name.split(".")[0]]);
      expect(insights.map(({ className }) => className)).toEqual(["Fox, red"]);
    }
  });

  it("is one of a package's tables, by its name, its heading or the descriptor", async () => {
    const wild = await read("wildlife-insights", {
      "deployments.tsv": DEPLOYMENTS,
      "London_images.tsv": IMAGES,
    });
    expect(wild.insights.map(({ className, deviceId }) => [className, deviceId])).toEqual([["Bird", "d"]]);
    const paths = { deployments: "d.tsv", media: "m.tsv", observations: "o.tsv" };
    const camtrap = await read("camtrap-dp", {
      "datapackage.json": JSON.stringify({
        name: "p",
        resources: Object.entries(paths).map(([name, path]) => ({
          name,
          path,
          dialect: { delimiter: "\t" },
        })),
      }),
      "d.tsv": tabs(["deploymentID", "latitude", "longitude"], ["d", "51.5", "4.25"]),
      "m.tsv": tabs(
        ["mediaID", "deploymentID", "timestamp", "filePath"],
        ["m", "d", "2020-05-01T10:00:00Z", "a.jpg"],
      ),
      "o.tsv": tabs(
        ["observationID", "deploymentID", "mediaID", "observationType", "scientificName"],
        ["o", "d", "m", "animal", "Lynx lynx"],
      ),
    });
    expect(camtrap.insights.map(({ className }) => className)).toEqual(["Lynx lynx"]);
  });

  it("of another program is recognised, and one that nothing takes is named", async () => {
    await expect(read("camelot", { "data.tsv": TIMELAPSE })).rejects.toMatchObject({
      code: "other_format",
      details: { id: "timelapse" },
    });
    const { notices } = await read("timelapse", { "data.tsv": TIMELAPSE, "other.tsv": "a\tb\n1\t2\n" });
    expect(notices).toEqual([{ kind: "notice", code: "table_not_read", file: "other.tsv", count: 1 }]);
  });
});
