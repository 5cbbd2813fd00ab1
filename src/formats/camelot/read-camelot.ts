import { cellFlag } from "../cells/cell-text.ts";
import { type ClassLabel, classLabel, EMPTY_LABEL, UNCLASSIFIED_LABEL } from "../cells/class-label.ts";
import type { SourceTime } from "../cells/source-time.ts";
import type { CsvRow } from "../csv/csv-table.ts";
import { readDatedTable } from "../csv/dated-table.ts";
import { findByHeading, type HeadingNames } from "../csv/find-by-heading.ts";
import { type ObservationColumns, observed } from "../csv/observation-cells.ts";
import { RowFields } from "../csv/row-fields.ts";
import { type DeploymentPeriod, isOutsideDeployment } from "../deployment-period.ts";
import { FormatError } from "../format-error.ts";
import type { ReadOptions } from "../format-reader.ts";
import type {
  DeviceRecord,
  ImportRecord,
  InsightRecord,
  NoticeRecord,
  PhotoReference,
  RefusalRecord,
} from "../import-record.ts";
import { SentinelNames } from "../sentinel-names.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";
import { requireWhole } from "../source/whole-file.ts";

const NEEDED = ["Date/Time", "Trap Station Name"] as const;
const TIMES = ["Date/Time", "Session Start Date", "Session End Date"];

/** Whether a heading is that of Camelot's full export. */
export function isCamelot(names: HeadingNames): boolean {
  return (
    NEEDED.every((name) => names.has(name.toLowerCase())) &&
    (names.has("media id") || names.has("media filename") || names.has("absolute path"))
  );
}

/**
 * Reads Camelot's full export. A camera at a trap station in one session becomes a device, a sighting an insight, a
 * picture without sightings one insight.
 *
 * @throws FormatError when no table of the package is such an export, or none of its columns names a species.
 */
export async function* readCamelot(
  source: PackageSource,
  options: ReadOptions,
): AsyncGenerator<ImportRecord> {
  const { found, others } = await findByHeading(source, isCamelot);
  if (found.length === 0)
    throw new FormatError("not_such_a_package", { needs: "Date/Time, Trap Station Name" });
  yield* requireWhole(source, found);
  const fields = new RowFields(options);
  const known: KnownRows = { periods: new Map(), ids: new Set(), names: new SentinelNames() };
  for (const file of found) yield* readFile(source, file, fields, known);
  yield* fields.unreadColumns();
  for (const file of others) yield { kind: "notice", code: "table_not_read", file, count: 1 };
}

interface KnownRows {
  periods: Map<string, DeploymentPeriod>;
  ids: Set<string>;
  names: SentinelNames;
}

async function* readFile(
  source: PackageSource,
  file: string,
  fields: RowFields,
  known: KnownRows,
): AsyncGenerator<DeviceRecord | InsightRecord | RefusalRecord | NoticeRecord> {
  let outside = 0;
  let clock: string | null = null;
  for await (const row of readDatedTable(source, file, NEEDED, TIMES, fields)) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    if (!row.has("Species Common Name") && !row.has("Species"))
      throw new FormatError("missing_column", { file, column: "Species Common Name" });
    const rounded = row.roundedId(row.has("Media Filename") ? "Media Filename" : "Media ID", "Sighting ID");
    if (rounded !== null) {
      yield rounded;
      continue;
    }
    const deviceId = deviceIdOf(row);
    const sourceId = sourceIdOf(row);
    if (deviceId === null || sourceId === null || known.ids.has(`${deviceId}\n${sourceId}`)) {
      if (deviceId === null) yield row.refusal("Trap Station Name", "missing_deployment", null, "row");
      else if (sourceId === null) yield row.refusal("Media ID", "missing_id", null, "row");
      else yield row.refusal("Sighting ID", "duplicate_id", sourceId, "row");
      continue;
    }
    const time = clockTime(row, fields, "Date/Time", "row");
    const isLost = fields.losesRow;
    yield* fields.takeRefusals();
    if (isLost) continue;
    known.ids.add(`${deviceId}\n${sourceId}`);
    let period = known.periods.get(deviceId);
    if (period === undefined) {
      period = {
        start: clockTime(row, fields, "Session Start Date"),
        end: clockTime(row, fields, "Session End Date"),
      };
      known.periods.set(deviceId, period);
      yield deviceOf(row, fields, deviceId, known.names);
      yield* fields.takeRefusals();
    }
    if (time !== null && isOutsideDeployment(period, time, fields.zone)) outside += 1;
    if (/Z$/i.test(row.text("Date/Time") ?? "")) clock ??= row.text("Date/Time");
    yield insightOf(row, fields, deviceId, sourceId, time);
    yield* fields.takeRefusals();
  }
  if (clock !== null) yield { kind: "notice", code: "clock_without_zone", file, count: 1, example: clock };
  if (outside > 0) yield { kind: "notice", code: "outside_deployment", file, count: outside };
}

/** Camelot numbers its rows in each database from 1, so that names of survey, station and camera come before. */
function deviceIdOf(row: CsvRow): string | null {
  const station = row.text("Trap Station Name");
  if (station === null) return null;
  const session = row.text("Trap Station Session Camera ID") ?? row.text("Session Start Date");
  const parts = [row.text("Survey Name"), station, row.text("Camera Name"), session];
  return parts.filter((part) => part !== null).join(" / ");
}

/** The picture, and the sighting in it where there is one. */
function sourceIdOf(row: CsvRow): string | null {
  const media = row.text("Media Filename") ?? row.text("Media ID") ?? row.text("Absolute Path");
  const sighting = row.text("Sighting ID");
  return media === null || sighting === null ? media : `${media}/${sighting}`;
}

/**
 * Camelot writes the time of the camera's clock and a "Z" behind it, although the clock shows local time. The time is
 * therefore read without its zone.
 */
function clockTime(
  row: CsvRow,
  fields: RowFields,
  column: string,
  lost: RefusalRecord["lost"] = "field",
): SourceTime | null {
  return fields.timeOf(row, column, row.text(column)?.replace(/Z$/i, "") ?? null, lost);
}

function deviceOf(row: CsvRow, fields: RowFields, deviceId: string, names: SentinelNames): DeviceRecord {
  return {
    kind: "device",
    place: row.place,
    deviceId,
    deviceName: names.nameFor(row.text("Trap Station Name"), deviceId),
    locationName: row.text("Site Name") ?? row.text("Trap Station Name"),
    description: row.text("Trap Station Notes") ?? row.text("Survey Name"),
    ...fields.position(row, "Camelot GPS Latitude", "Camelot GPS Longitude"),
  };
}

/** Sex, life stage and the like are columns that each survey chooses itself. */
const NOTED: ObservationColumns = {
  count: ["Sighting Quantity"],
  sex: ["Sex"],
  lifeStage: ["Life stage", "Age"],
  behavior: ["Behaviour", "Behavior"],
  individual: ["Individual", "Individual ID", "Animal ID"],
  tags: [],
  observer: ["Identified by", "Observer"],
  comments: ["Sighting notes", "Comments", "Notes"],
};

function insightOf(
  row: CsvRow,
  fields: RowFields,
  deviceId: string,
  sourceId: string,
  time: SourceTime | null,
): InsightRecord {
  const found = labelOf(row);
  fields.checkFlag(row, "Media Processed Flag");
  const { className, classId, classified } = found;
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
    ...observed(row, fields, NOTED, [found]),
    origin: classified ? "human" : "unreviewed",
    time,
    photo: photoOf(row),
  };
}

/**
 * The common name, else the scientific one. Two columns are called "Species", the whole name and its second part, in
 * either order. A picture that was processed and has no sighting shows nothing.
 */
function labelOf(row: CsvRow): ClassLabel {
  const common = row.text("Species Common Name");
  if (common !== null) return classLabel(common);
  const species = row.columns.names
    .filter((name) => /^species(#\d+)?$/i.test(name))
    .flatMap((name) => row.text(name)?.replace(/\s+/g, " ") ?? []);
  const whole = species.find((name) => name.includes(" "));
  if (whole !== undefined) return classLabel(whole);
  const genus = row.text("Genus");
  const [epithet] = species;
  if (genus !== null) return classLabel(epithet === undefined ? genus : `${genus} ${epithet}`);
  const rank = row.text("Family") ?? row.text("Order") ?? row.text("Class") ?? epithet;
  if (rank !== undefined) return classLabel(rank);
  if (row.text("Sighting ID") !== null) return classLabel("unknown");
  const isProcessed = cellFlag(row.text("Media Processed Flag")) === true && row.has("Sighting ID");
  return isProcessed ? EMPTY_LABEL : UNCLASSIFIED_LABEL;
}

function photoOf(row: CsvRow): PhotoReference | null {
  const path = row.text("Absolute Path");
  if (path !== null) return { path: path.replaceAll("\\", "/"), name: baseName(path) };
  const [name, format] = [row.text("Media Filename"), row.text("Media Format")];
  return name === null ? null : { path: null, name: format === null ? name : `${name}.${format}` };
}
