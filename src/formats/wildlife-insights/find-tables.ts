import { readHeading } from "../csv/csv-table.ts";
import { baseName, isCsv, type PackageSource } from "../source/package-source.ts";

/** The tables of a package of Wildlife Insights, of one project or several. */
export interface ProjectTables {
  deployments: readonly string[];
  images: readonly string[];
  /** Tables of another kind, which are not read. */
  others: readonly string[];
}

/** Finds the tables by their names, and those that are called otherwise by their headings. */
export async function findTables(source: PackageSource): Promise<ProjectTables> {
  const tables = { deployments: [] as string[], images: [] as string[], others: [] as string[] };
  for (const file of source.names) {
    if (!isCsv(file)) continue;
    const kind = kindByName(file) ?? kindByHeading(await readHeading(source, file));
    if (kind !== "known") tables[kind].push(file);
  }
  return tables;
}

type TableKind = "deployments" | "images" | "others" | "known";

/** "images.csv", "images_2000367.csv": exports of large projects split their tables. */
function kindByName(file: string): TableKind | null {
  const table = /^(deployments|images|cameras|projects)([_-].*)?\.[ct]sv$/i.exec(baseName(file))?.[1];
  if (table === undefined) return null;
  const kind = table.toLowerCase();
  return kind === "deployments" || kind === "images" ? kind : "known";
}

/** "London_HogWatch_images.csv": people rename the tables when they put projects together. */
function kindByHeading(heading: ReadonlySet<string>): TableKind {
  const columns = new Set([...heading].map((name) => name.toLowerCase()));
  const hasOneOf = (...names: string[]) => names.some((name) => columns.has(name));
  if (columns.has("deployment_id") && columns.has("image_id")) return "images";
  if (columns.has("deployment_id") && hasOneOf("placename", "start_date", "latitude")) return "deployments";
  // The tables of cameras and of projects, of which nothing is taken.
  return hasOneOf("camera_id", "project_short_name", "project_objectives") ? "known" : "others";
}
