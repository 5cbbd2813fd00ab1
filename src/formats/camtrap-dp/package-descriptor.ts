import { FormatError } from "../format-error.ts";
import { asArray, asObject, asText, type JsonObject, parseJson } from "../json/json-value.ts";
import { readWholeText } from "../json/whole-text.ts";
import { baseName, folderOf, type PackageSource } from "../source/package-source.ts";

/** The files of a Camtrap DP package, by table, and its name; a table may lie in several files. */
export interface CamtrapTables {
  /** Null for a package without name and id. */
  dataset: string | null;
  deployments: readonly string[];
  media: readonly string[];
  observations: readonly string[];
}

const TABLES = ["deployments", "media", "observations"] as const;

/**
 * The descriptor of the package: datapackage.json, or a JSON file that begins with that name; null without one.
 *
 * @throws FormatError `several_packages`: of one alone would be read, and nothing said of the others.
 */
export function findDescriptor(source: PackageSource): string | null {
  const candidates = source.names.filter((name) => /^datapackage.*\.json$/i.test(baseName(name)));
  const named = candidates.filter((name) => baseName(name).toLowerCase() === "datapackage.json");
  const found = named.length > 0 ? named : candidates;
  if (found.length > 1) throw new FormatError("several_packages", { files: found.join(", ") });
  return found[0] ?? null;
}

/**
 * Reads which file holds which table.
 *
 * @throws FormatError `not_json`, `missing_table` (the descriptor names no such resource) or `missing_file` (it
 * names one that the package does not hold).
 */
export async function readDescriptor(source: PackageSource, descriptor: string): Promise<CamtrapTables> {
  const content = asObject(parseJson(await readWholeText(source, descriptor)));
  if (content === null) throw new FormatError("not_json", { file: descriptor });
  const resources = asArray(content.resources);
  if (resources === null) throw new FormatError("not_such_a_package", { needs: "datapackage.json" });
  const filesOf = (table: (typeof TABLES)[number]): string[] => {
    const path = resources.map(asObject).find((one) => one?.name === table)?.path;
    const paths = (asArray(path) ?? [path]).flatMap((one) => asText(one) ?? []);
    if (paths.length === 0) throw new FormatError("missing_table", { table });
    return paths.map((one) => findFile(source, folderOf(descriptor) + one.replace(/^\.\//, ""), table));
  };
  return {
    dataset: datasetOf(content),
    deployments: filesOf("deployments"),
    media: filesOf("media"),
    observations: filesOf("observations"),
  };
}

/**
 * The package's name, else its id. Agouti appends the time of the export to the name, which is cut off: the next
 * export of the same project is the same dataset.
 */
function datasetOf({ name, id }: JsonObject): string | null {
  return asText(name)?.replace(/-\d{14}$/, "") ?? asText(id);
}

/** The file itself, or what was in its archive. */
function findFile(source: PackageSource, path: string, table: string): string {
  for (const name of [path, path.replace(/\.(zip|gz)$/i, "")]) {
    if (source.names.includes(name)) return name;
  }
  throw new FormatError("missing_file", { table, file: path });
}
