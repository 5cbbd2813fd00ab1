import { PictureRows } from "../csv/picture-rows.ts";
import { RowFields } from "../csv/row-fields.ts";
import { FormatError } from "../format-error.ts";
import type { ReadOptions } from "../format-reader.ts";
import type { ImportRecord } from "../import-record.ts";
import type { PackageSource } from "../source/package-source.ts";
import { requireWhole } from "../source/whole-file.ts";
import { DeploymentIndex } from "./deployment-index.ts";
import { readDeployments } from "./deployments.ts";
import { findTables } from "./find-tables.ts";
import { readImages } from "./images.ts";

/**
 * Reads an export of Wildlife Insights: tables of deployments and of images, of one project or several. A deployment
 * becomes a device, a row of images an insight.
 *
 * @throws FormatError where a table is missing.
 */
export async function* readWildlifeInsights(
  source: PackageSource,
  options: ReadOptions,
): AsyncGenerator<ImportRecord | ImportRecord[]> {
  const { deployments, images, others } = await findTables(source);
  if (deployments.length === 0 && images.length === 0)
    throw new FormatError("not_such_a_package", { needs: "deployments.csv, images.csv" });
  if (deployments.length === 0) throw new FormatError("missing_table", { table: "deployments" });
  if (images.length === 0) throw new FormatError("missing_table", { table: "images" });
  yield* requireWhole(source, [...deployments, ...images]);
  const fields = new RowFields(options);
  const index = new DeploymentIndex();
  for (const file of deployments) yield* readDeployments(source, file, fields, index);
  yield* index.devices();
  const pictures = new PictureRows(images.length > 1);
  for (const file of images) yield* readImages(source, file, fields, index, pictures);
  yield* fields.unreadColumns();
  for (const file of others) yield { kind: "notice", code: "table_not_read", file, count: 1 };
}
