import type { ClassLabel } from "../cells/class-label.ts";
import type { SourceTime } from "../cells/source-time.ts";
import type { CsvRow } from "../csv/csv-table.ts";
import { readDatedTable } from "../csv/dated-table.ts";
import { findByHeading, type HeadingNames } from "../csv/find-by-heading.ts";
import { observed } from "../csv/observation-cells.ts";
import { PictureRows } from "../csv/picture-rows.ts";
import { RowFields } from "../csv/row-fields.ts";
import { FormatError } from "../format-error.ts";
import type { ReadOptions } from "../format-reader.ts";
import type {
  DeviceRecord,
  ImportRecord,
  InsightRecord,
  NoticeRecord,
  RefusalRecord,
} from "../import-record.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";
import { requireWhole } from "../source/whole-file.ts";
import { ClassColumns } from "./class-columns.ts";
import { notedColumns } from "./noted-columns.ts";

/** Columns that every table of Timelapse has, of which none names a class. */
const OWN_COLUMNS =
  /^(rootfolder|folder|file|relativepath|datetime|date|time|utcoffset|imagequality|deleteflag|#\d+)$/;

/** Whether a heading is that of Timelapse: of version 2.3 on, or from before. */
export function isTimelapse(names: HeadingNames): boolean {
  const hasTime = names.has("datetime") || (names.has("date") && names.has("time"));
  return names.has("file") && (names.has("relativepath") || names.has("deleteflag")) && hasTime;
}

/**
 * Reads tables that Timelapse exported. The other columns are those of the project's template: the class is in one
 * that is called as a species, or in ticked columns such as "animal" and "empty". Each folder becomes a device, each
 * class of a picture an insight.
 *
 * @throws FormatError `no_class_column` where no column is known to hold the class and `options` names none.
 */
export async function* readTimelapse(
  source: PackageSource,
  options: ReadOptions,
): AsyncGenerator<ImportRecord> {
  const { found, others } = await findByHeading(source, isTimelapse);
  if (found.length === 0)
    throw new FormatError("not_such_a_package", { needs: "File, RelativePath, DateTime" });
  yield* requireWhole(source, found);
  const fields = new RowFields(options);
  const known: KnownRows = { devices: new Set(), pictures: new PictureRows(found.length > 1) };
  for (const file of found) yield* readFile(source, file, options.speciesColumn ?? null, fields, known);
  yield* fields.unreadColumns();
  for (const file of others) yield { kind: "notice", code: "table_not_read", file, count: 1 };
}

interface KnownRows {
  devices: Set<string>;
  /** A row that Timelapse duplicated is one of another animal. */
  pictures: PictureRows;
}

async function* readFile(
  source: PackageSource,
  file: string,
  speciesColumn: string | null,
  fields: RowFields,
  known: KnownRows,
): AsyncGenerator<DeviceRecord | InsightRecord | RefusalRecord | NoticeRecord> {
  let columns: ClassColumns | null = null;
  const noted = notedColumns(speciesColumn);
  let marked = 0;
  let counted = 0;
  let repeated = 0;
  let example: string | undefined;
  const required = speciesColumn === null ? ["File"] : ["File", speciesColumn];
  for await (const row of readDatedTable(source, file, required, ["DateTime", "Date"], fields)) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    columns ??= classColumnsOf(row, file, speciesColumn);
    const name = row.text("File");
    if (name === null) {
      yield row.refusal("File", "missing_id", null, "row");
      continue;
    }
    const labels = columns.labelsOf(row);
    const time = timeOf(row, fields);
    const isLost = fields.losesRow;
    yield* fields.takeRefusals();
    if (isLost) continue;
    if (labels === null) {
      yield row.refusal(null, "contradicting_classes", name, "row");
      continue;
    }
    const place = folderOfRow(row, file);
    if (!known.devices.has(place.deviceId)) {
      known.devices.add(place.deviceId);
      yield deviceOf(row, fields, place.deviceId);
      yield* fields.takeRefusals();
    }
    if (row.text("DeleteFlag")?.toLowerCase() === "true") marked += 1;
    columns.checkCells(row, fields);
    const { observation } = observed(row, fields, noted, labels);
    const counts = columns.countsOf(row, fields, labels, observation?.count ?? null);
    if (counts.size > 0) counted += 1;
    example ??= [...counts].map(([className, count]) => `${className}: ${count}`)[0];
    yield* fields.takeRefusals();
    const key = place.path + baseName(name);
    const said = known.pictures.of(key);
    for (const label of labels) {
      const count = counts.get(label.className);
      const facts = count === undefined ? observation : { count, ...observation };
      if (said.isIn(file, label.className)) {
        yield row.refusal("File", "duplicate_id", key, "row");
        continue;
      }
      const insight = {
        ...insightOf(row, place, said.nextId(key), label, time),
        ...(facts && { observation: facts }),
      };
      if (labels.length === 1 && said.isAgain(insight)) repeated += 1;
      yield insight;
    }
  }
  if (counted > 0)
    yield { kind: "notice", code: "counted_in_ticks", file, count: counted, ...(example && { example }) };
  if (repeated > 0) yield { kind: "notice", code: "repeated_rows", file, count: repeated };
  if (marked > 0) yield { kind: "notice", code: "marked_for_deletion", file, count: marked };
}

function classColumnsOf(row: CsvRow, file: string, speciesColumn: string | null): ClassColumns {
  const columns = new ClassColumns(row.columns, speciesColumn);
  if (columns.areKnown) return columns;
  const names = row.columns.names.filter((name) => !OWN_COLUMNS.test(name.toLowerCase()));
  throw new FormatError("no_class_column", { file, columns: names.join(", ") });
}

interface RowFolder {
  deviceId: string;
  /** Of the picture below the folder of photographs: "" or text that ends in a slash. */
  path: string;
}

/** A picture's folder; one at the top belongs to a Sentinel that is called as the folder of all, or as the table. */
function folderOfRow(row: CsvRow, file: string): RowFolder {
  const tidy = (text: string | null) => (text ?? "").replaceAll("\\", "/").replace(/^\.?\/+|\/+$/g, "");
  const root = tidy(row.text("RootFolder") ?? row.text("Folder"));
  const inner = tidy(row.text("RelativePath"));
  const whole = [root, inner].filter((part) => part !== "").join("/");
  return {
    deviceId: whole || baseName(file).replace(/\.[ct]sv$/i, ""),
    path: whole === "" ? "" : `${whole}/`,
  };
}

function timeOf(row: CsvRow, fields: RowFields): SourceTime | null {
  const [date, time] = [row.text("Date"), row.text("Time")];
  if (row.text("DateTime") !== null || date === null) return fields.time(row, "DateTime", "row");
  return fields.timeOf(row, "Date", time === null ? date : `${date} ${time}`, "row");
}

function deviceOf(row: CsvRow, fields: RowFields, deviceId: string): DeviceRecord {
  return {
    kind: "device",
    place: row.place,
    deviceId,
    deviceName: deviceId,
    locationName: null,
    description: null,
    ...fields.position(row, "Latitude", "Longitude"),
  };
}

function insightOf(
  row: CsvRow,
  { deviceId, path }: RowFolder,
  sourceId: string,
  { className, classId, classified }: ClassLabel,
  time: SourceTime | null,
): InsightRecord {
  const name = baseName(row.text("File") ?? "");
  return {
    kind: "insight",
    place: row.place,
    deviceId,
    sourceId,
    collectionSourceId: null,
    className,
    classId,
    classList: classified ? [{ className, averageConfidence: null }] : [],
    confidence: null,
    boxes: [],
    origin: classified ? "human" : "unreviewed",
    time,
    photo: { path: path + name, name },
  };
}
