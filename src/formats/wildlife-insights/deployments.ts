import { readTable } from "../csv/csv-table.ts";
import type { RowFields } from "../csv/row-fields.ts";
import type { DeploymentPeriod } from "../deployment-period.ts";
import type { DeviceRecord, RefusalRecord } from "../import-record.ts";
import type { PackageSource } from "../source/package-source.ts";

/** Reads deployments.csv and adds each deployment to `periods`. */
export async function* readDeployments(
  source: PackageSource,
  file: string,
  fields: RowFields,
  periods: Map<string, DeploymentPeriod>,
): AsyncGenerator<DeviceRecord | RefusalRecord> {
  for await (const row of readTable(source, file, ["deployment_id"])) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    const deviceId = row.text("deployment_id");
    if (deviceId === null || periods.has(deviceId)) {
      yield row.refusal("deployment_id", deviceId === null ? "missing_id" : "duplicate_id", deviceId, "row");
      continue;
    }
    periods.set(deviceId, { start: fields.time(row, "start_date"), end: fields.time(row, "end_date") });
    yield {
      kind: "device",
      place: row.place,
      deviceId,
      deviceName: deviceId,
      locationName: row.text("placename"),
      description: row.text("subproject_name"),
      ...fields.position(row, "latitude", "longitude"),
    };
    yield* fields.takeRefusals();
  }
}
