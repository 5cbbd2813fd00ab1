import type { CsvRow } from "../csv/csv-table.ts";
import { readDatedTable } from "../csv/dated-table.ts";
import type { RowFields } from "../csv/row-fields.ts";
import type { DeploymentPeriod } from "../deployment-period.ts";
import type { DeviceRecord, NoticeRecord, RefusalRecord } from "../import-record.ts";
import { SentinelNames } from "../sentinel-names.ts";
import type { PackageSource } from "../source/package-source.ts";

const TIMES = ["deploymentStart", "deploymentEnd", "start", "end"];

/** Reads the deployments of a package (1.x, 0.1), which is called `dataset`, and adds each to `periods`. */
export async function* readDeployments(
  source: PackageSource,
  files: readonly string[],
  fields: RowFields,
  periods: Map<string, DeploymentPeriod>,
  dataset: string | null,
): AsyncGenerator<DeviceRecord | RefusalRecord | NoticeRecord> {
  const names = new SentinelNames();
  for await (const row of readDatedTable(source, files, ["deploymentID"], TIMES, fields)) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    const rounded = row.roundedId("deploymentID");
    if (rounded !== null) {
      yield rounded;
      continue;
    }
    const deviceId = row.text("deploymentID");
    if (deviceId === null || periods.has(deviceId)) {
      const code = deviceId === null ? "missing_id" : "duplicate_id";
      yield row.refusal("deploymentID", code, deviceId, "row");
      continue;
    }
    periods.set(deviceId, periodOf(row, fields));
    yield {
      kind: "device",
      place: row.place,
      deviceId,
      dataset,
      deviceName: names.nameFor(row.text("locationName"), deviceId),
      locationName: row.text("locationName"),
      description: row.text("deploymentComments") ?? row.text("comments"),
      ...fields.position(row, "latitude", "longitude"),
    };
    yield* fields.takeRefusals();
  }
}

function periodOf(row: CsvRow, fields: RowFields): DeploymentPeriod {
  const [start, end] = row.has("deploymentStart") ? ["deploymentStart", "deploymentEnd"] : ["start", "end"];
  return { start: fields.time(row, start ?? ""), end: fields.time(row, end ?? "") };
}
