import { isCamelot, readCamelot } from "./camelot/read-camelot.ts";
import { findAgoutiExport } from "./camtrap-dp/agouti.ts";
import { findDescriptor } from "./camtrap-dp/package-descriptor.ts";
import { readCamtrapDp } from "./camtrap-dp/read-camtrap-dp.ts";
import { findByHeading } from "./csv/find-by-heading.ts";
import { findForeignFile } from "./foreign-formats.ts";
import { FormatError, type FormatErrorCode } from "./format-error.ts";
import type { FormatReader } from "./format-reader.ts";
import { readMegaDetector } from "./megadetector/read-megadetector.ts";
import { findResultsFiles } from "./megadetector/results-file.ts";
import type { PackageSource } from "./source/package-source.ts";
import { hasPredictions, readSpeciesNet } from "./speciesnet/read-speciesnet.ts";
import { isTimelapse, readTimelapse } from "./timelapse/read-timelapse.ts";
import { findTables } from "./wildlife-insights/find-tables.ts";
import { readWildlifeInsights } from "./wildlife-insights/read-wildlife-insights.ts";

/** A format that can be read. */
interface KnownFormat {
  /** Its name on screen. */
  readonly name: string;
  readonly read: FormatReader;
  /** A file that shows that the package is of this format; null where none does. */
  readonly find: (source: PackageSource) => Promise<string | null | undefined>;
}

export const FORMAT_IDS = [
  "camtrap-dp",
  "wildlife-insights",
  "megadetector",
  "speciesnet",
  "timelapse",
  "camelot",
] as const;

export type FormatId = (typeof FORMAT_IDS)[number];

/** Formats of a model's results, of which a threshold may leave out detections. */
export const SCORED_FORMATS: readonly FormatId[] = ["megadetector", "speciesnet"];

const FORMATS: Readonly<Record<FormatId, KnownFormat>> = {
  "camtrap-dp": {
    name: "Camtrap DP",
    read: readCamtrapDp,
    find: async (source) => findDescriptor(source) ?? (await findAgoutiExport(source)),
  },
  "wildlife-insights": {
    name: "Wildlife Insights",
    read: readWildlifeInsights,
    find: async (source) => (await findTables(source)).images[0],
  },
  megadetector: {
    name: "MegaDetector",
    read: readMegaDetector,
    find: async (source) => (await findResultsFiles(source).catch(() => []))[0],
  },
  speciesnet: {
    name: "SpeciesNet",
    read: readSpeciesNet,
    async find(source) {
      for (const file of source.names)
        if (/\.json$/i.test(file) && (await hasPredictions(source, file))) return file;
      return null;
    },
  },
  timelapse: {
    name: "Timelapse",
    read: readTimelapse,
    find: async (source) => (await findByHeading(source, isTimelapse)).found[0],
  },
  camelot: {
    name: "Camelot",
    read: readCamelot,
    find: async (source) => (await findByHeading(source, isCamelot)).found[0],
  },
};

export function isFormatId(text: string): text is FormatId {
  return (FORMAT_IDS as readonly string[]).includes(text);
}

/** Errors that may mean that the package is of another format. */
const MISSING: readonly FormatErrorCode[] = [
  "not_such_a_package",
  "missing_table",
  "missing_column",
  "no_class_column",
];

/**
 * The reader of a format. Where the package is of another one, its error names that.
 *
 * @throws FormatError as the reader does; `other_format` and `foreign_format`.
 */
export function readerOf(id: FormatId): FormatReader {
  return async function* readOrRecognise(source, options) {
    try {
      yield* FORMATS[id].read(source, options);
    } catch (error) {
      const isMissing = error instanceof FormatError && MISSING.includes(error.code);
      throw isMissing ? ((await recognised(source, id)) ?? error) : error;
    }
  };
}

async function recognised(source: PackageSource, asked: FormatId): Promise<FormatError | null> {
  for (const id of FORMAT_IDS) {
    if (id === asked) continue;
    const file = await foundOrNull(FORMATS[id], source);
    if (file !== null) return new FormatError("other_format", { file, format: FORMATS[id].name, id });
  }
  const foreign = await findForeignFile(source).catch(() => null);
  return foreign === null ? null : new FormatError("foreign_format", { ...foreign });
}

/** A file that cannot be read is of no other format; the first error says more. */
async function foundOrNull(format: KnownFormat, source: PackageSource): Promise<string | null> {
  try {
    return (await format.find(source)) ?? null;
  } catch {
    return null;
  }
}
