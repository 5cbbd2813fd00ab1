import { isCsv, type PackageSource } from "../source/package-source.ts";
import { readHeading } from "./csv-table.ts";

/** The names of a heading, in lower case. */
export type HeadingNames = ReadonlySet<string>;

/** The tables of a package whose heading passes a test, and the other tables. */
export async function findByHeading(
  source: PackageSource,
  matches: (names: HeadingNames) => boolean,
): Promise<{ found: readonly string[]; others: readonly string[] }> {
  const [found, others]: [string[], string[]] = [[], []];
  for (const file of source.names.filter(isCsv)) {
    const names = await headingNames(source, file);
    (matches(names) ? found : others).push(file);
  }
  return { found, others };
}

export async function headingNames(source: PackageSource, file: string): Promise<HeadingNames> {
  return new Set([...(await readHeading(source, file))].map((name) => name.toLowerCase()));
}
