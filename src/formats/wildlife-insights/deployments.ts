import { readDatedTable } from "../csv/dated-table.ts";
import type { RowFields } from "../csv/row-fields.ts";
import type { NoticeRecord, RefusalRecord } from "../import-record.ts";
import { folderOf, type PackageSource } from "../source/package-source.ts";
import type { DeploymentIndex } from "./deployment-index.ts";

/** Reads one table of deployments and adds each to `index`. */
export async function* readDeployments(
  source: PackageSource,
  file: string,
  fields: RowFields,
  index: DeploymentIndex,
): AsyncGenerator<NoticeRecord | RefusalRecord> {
  for await (const row of readDatedTable(
    source,
    file,
    ["deployment_id"],
    ["start_date", "end_date"],
    fields,
  )) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    const rounded = row.roundedId("deployment_id");
    if (rounded !== null) {
      yield rounded;
      continue;
    }
    const deviceId = row.text("deployment_id");
    if (deviceId === null) {
      yield row.refusal("deployment_id", "missing_id", deviceId, "row");
      continue;
    }
    const projectId = row.text("project_id");
    const isNew = index.add({
      projectId,
      folder: folderOf(file),
      period: { start: fields.time(row, "start_date"), end: fields.time(row, "end_date") },
      device: {
        kind: "device",
        place: row.place,
        deviceId,
        dataset: projectId,
        deviceName: deviceId,
        locationName: row.text("placename"),
        description: row.text("subproject_name"),
        ...fields.position(row, "latitude", "longitude"),
      },
    });
    const refusals = fields.takeRefusals();
    if (isNew) yield* refusals;
    else yield row.refusal("deployment_id", "duplicate_id", deviceId, "row");
  }
}
