import { decodeText } from "../csv/decode-text.ts";
import { FormatError } from "../format-error.ts";
import { asArray, asObject, asText, parseJson } from "../json/json-value.ts";
import { baseName, folderOf, type PackageSource } from "../source/package-source.ts";

/** The files of a Camtrap DP package, by table. */
export interface CamtrapTables {
  deployments: string;
  media: string;
  observations: string;
}

const TABLES = ["deployments", "media", "observations"] as const;

/** The descriptor of the package: datapackage.json, or a JSON file that begins with that name; null without one. */
export function findDescriptor(source: PackageSource): string | null {
  const candidates = source.names.filter((name) => /^datapackage.*\.json$/i.test(baseName(name)));
  return (
    candidates.find((name) => baseName(name).toLowerCase() === "datapackage.json") ?? candidates[0] ?? null
  );
}

/**
 * Reads which file holds which table.
 *
 * @throws FormatError `not_json`, `missing_table` (the descriptor names no such resource) or `missing_file` (it
 * names one that the package does not hold).
 */
export async function readDescriptor(source: PackageSource, descriptor: string): Promise<CamtrapTables> {
  let text = "";
  for await (const piece of decodeText(descriptor, source.open(descriptor))) text += piece;
  const content = asObject(parseJson(text.replace(/^\uFEFF/, "")));
  if (content === null) throw new FormatError("not_json", { file: descriptor });
  const resources = asArray(content.resources);
  if (resources === null) throw new FormatError("not_such_a_package", { needs: "datapackage.json" });
  const files = new Map<string, string>();
  for (const table of TABLES) {
    const resource = resources.map(asObject).find((one) => one?.name === table);
    const path = asText(resource?.path) ?? asText(asArray(resource?.path)?.[0]);
    if (path === null) throw new FormatError("missing_table", { table });
    files.set(table, findFile(source, folderOf(descriptor) + path.replace(/^\.\//, ""), table));
  }
  const file = (table: (typeof TABLES)[number]): string => files.get(table) ?? "";
  return { deployments: file("deployments"), media: file("media"), observations: file("observations") };
}

/** The file itself, or what was in its archive. */
function findFile(source: PackageSource, path: string, table: string): string {
  for (const name of [path, path.replace(/\.(zip|gz)$/i, "")]) {
    if (source.names.includes(name)) return name;
  }
  throw new FormatError("missing_file", { table, file: path });
}
