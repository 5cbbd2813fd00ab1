import { RowFields } from "../csv/row-fields.ts";
import type { DeploymentPeriod } from "../deployment-period.ts";
import { FormatError } from "../format-error.ts";
import type { ReadOptions } from "../format-reader.ts";
import type { ImportRecord } from "../import-record.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";

import { readDeployments } from "./deployments.ts";
import { readImages } from "./images.ts";

/**
 * Reads an export of Wildlife Insights: deployments.csv, and images.csv or several images_*.csv. A deployment
 * becomes a device, a row of images an insight.
 *
 * @throws FormatError where a table is missing.
 */
export async function* readWildlifeInsights(
  source: PackageSource,
  { zone }: ReadOptions,
): AsyncGenerator<ImportRecord> {
  const deployments = tablesNamed(source, "deployments")[0];
  const images = tablesNamed(source, "images");
  if (deployments === undefined && images.length === 0)
    throw new FormatError("not_such_a_package", { needs: "deployments.csv, images.csv" });
  if (deployments === undefined) throw new FormatError("missing_table", { table: "deployments" });
  if (images.length === 0) throw new FormatError("missing_table", { table: "images" });
  const fields = new RowFields(zone);
  const periods = new Map<string, DeploymentPeriod>();
  const seen = new Map<string, number>();
  yield* readDeployments(source, deployments, fields, periods);
  for (const file of images) yield* readImages(source, file, fields, periods, seen);
}

/** "images.csv", "images_2000367.csv": exports of large projects split their tables. */
function tablesNamed(source: PackageSource, table: string): string[] {
  return source.names.filter((name) => new RegExp(`^${table}([_-].*)?\\.csv$`, "i").test(baseName(name)));
}
