import { QUOTAS } from "../../domain/account/quota.ts";
import { charsKept } from "../../domain/insight/observation.ts";

const whole = (value: number): string => value.toLocaleString("en");
const count = (value: number, one: string, many: string): string =>
  `${whole(value)} ${value === 1 ? one : many}`;

const CAMTRAP = "Camtrap DP (a folder or zip with its datapackage.json)";
/** Exports of other programs by their names, and what to do instead. */
const FOREIGN: Readonly<Record<string, { name: string; instead: string }>> = {
  inaturalist: {
    name: "iNaturalist",
    instead: `Its rows name no camera. Please export the photos from the program that they came from, as ${CAMTRAP}.`,
  },
  zooniverse: {
    name: "Zooniverse",
    instead: `Its rows are the answers of single volunteers. Please aggregate them first, and export the result as ${CAMTRAP}.`,
  },
  traptagger: {
    name: "TrapTagger",
    instead: `Each person chooses its columns. Please convert it to ${CAMTRAP}.`,
  },
  agouti: {
    name: "Agouti in a form of its own",
    instead: `Please export the project from Agouti as ${CAMTRAP}.`,
  },
  "camtrap-table": {
    name: "a single table of Camtrap DP",
    instead: "Please give the whole package, the folder or zip with its datapackage.json.",
  },
  camtrapr: {
    name: "camtrapR",
    instead: `Please export it from camtrapR as ${CAMTRAP}.`,
  },
  coco: {
    name: "COCO Camera Traps",
    instead: `Please convert it to ${CAMTRAP}, or to a results file of MegaDetector.`,
  },
  spreadsheet: { name: "a spreadsheet", instead: "Please save its sheets as CSV UTF-8 and import these." },
};

export const IMPORT_MESSAGES = {
  usage: [
    "Usage: npm run import -- <format> <path> --owner <email>",
    "Formats: camtrap-dp, wildlife-insights, megadetector, speciesnet, timelapse, camelot",
    "  --photos <folder>       the photographs that the package speaks of",
    "  --timezone <zone>       zone of times that have none: an IANA name or an offset such as +02:00 (UTC)",
    "  --dates <dmy|mdy>       whether dates such as 3/4/2024 begin with the day or with the month",
    "  --dataset <name>        the name of the dataset, where the package has none or another",
    "  --update                change known rows, however many",
    "  --threshold <0 to 1>    of megadetector and speciesnet: leaves out what is less certain (0)",
    "  --species-column <name> of timelapse: the column that names the species",
    "  --refused <file>        where to write what was refused",
    "  --dry-run               read and compare everything, write nothing",
    "Exit code: 0 when all was taken, 2 when some was refused, 1 when nothing was taken.",
  ].join("\n"),
  wrongDates: (text: string) => `--dates is dmy (day first) or mdy (month first), not "${text}".`,
  wrongOption: (why: string) => `${why.replace(/\.$/, "")}.`,
  unknownFormat: (format: string) =>
    FOREIGN[format] === undefined
      ? `"${format}" is not a format; there are camtrap-dp, wildlife-insights, megadetector, speciesnet, timelapse and camelot.`
      : `Exports of ${FOREIGN[format].name} cannot be read. ${FOREIGN[format].instead}`,
  wrongThreshold: (text: string) => `--threshold is a number from 0 to 1 such as 0.2, not "${text}".`,
  noThreshold: (format: string) => `--threshold is for megadetector and speciesnet, not for ${format}.`,
  noSpeciesColumn: (format: string) => `--species-column is for timelapse, not for ${format}.`,
  emptyDataset: "--dataset needs a name.",
  halts: {
    needs_dataset: ({ device = "", other = "" }) =>
      `Nothing was taken: the package does not say of which dataset it is, and the Sentinel ${device} belongs to ${other === "" ? "another one" : `"${other}"`}. Please name its dataset, with --dataset NAME.`,
    known_elsewhere: ({ device = "", dataset = "", other = "", rows = "" }) =>
      `Nothing was taken: the package calls itself "${dataset}", but ${count(Number(rows), "row", "rows")} of ${device} are known from ${other === "" ? "a dataset without a name" : `"${other}"`}. Please say with --dataset whether it is a new export of that one${other === "" ? "" : ` (--dataset "${other}")`} or another one (--dataset "${dataset}").`,
    unrecorded_project: ({ device = "", deployment = "" }) =>
      `Nothing was taken: the Sentinel ${device} was imported by an earlier version, which did not record its project, so that it may be ${deployment} or that of another project. Please import each project by itself first, and then this package.`,
    would_overwrite: ({ replaced = "", known = "" }) =>
      `Nothing was taken: of ${count(Number(known), "row that is", "rows that are")} known from an earlier file, ${whole(Number(replaced))} would be overwritten. If these are other photos under the same paths, give them a name of their own, with --dataset NAME; if it is a new run over the same photos, add --update.`,
    many_changes: ({ replaced = "", known = "", percent = "", least = "" }) =>
      `Nothing was taken: ${whole(Number(replaced))} of ${count(Number(known), "known row", "known rows")} would change; more than ${percent} % (and at least ${least}) are changed only when you ask for it, with --update.`,
  } satisfies Record<string, (details: Readonly<Record<string, string>>) => string>,
  needsPath: "Please name a format and the path of the package.",
  needsOwner: "Please say whose the Sentinels will be, with --owner and the email of an account.",
  unknownOwner: (email: string) => `There is no account with the email ${email}.`,
  noPath: (path: string) => `There is nothing at ${path}.`,
  noAccess: (path: string) => `${path} may not be read or written.`,
  notAFolder: (path: string) => `${path} is not a folder.`,
  nothingInside: "Nothing was taken: the package has no rows.",
  nothingOfOthers:
    "Nothing was taken: the Sentinels belong to another account. If these are other data, give them a name of their own, with --dataset NAME.",
  nothingTaken: "Nothing was taken: every row was refused. The list says why.",
  failed: (why: string) => `The import stopped: ${why} Run it again to go on.`,
  writtenBefore: (insights: number) =>
    `Before that ${count(insights, "insight was", "insights were")} written; they stay, and another run goes on from there.`,

  package: {
    not_such_a_package: ({ needs = "" }) => `This is no such package: it does not hold ${needs}.`,
    missing_table: ({ table = "" }) => `The table ${table} is missing from the package.`,
    missing_file: ({ table = "", file = "" }) =>
      `The table ${table} is missing: the package names the file ${file} and does not hold it.`,
    missing_column: ({ file = "", column = "" }) => `The column ${column} is missing from ${file}.`,
    not_json: ({ file = "" }) => `${file} is not valid JSON.`,
    json_cut_short: ({ file = "" }) =>
      `${file} is cut short: its end is missing. Please download or copy it again.`,
    csv_cut_short: ({ file = "", row = "" }) =>
      `${file} is cut short: it ends within row ${row}. Please download or copy it again; if that row is whole, add a line end to it.`,
    folder_too_deep: ({ folder = "", limit = "" }) =>
      `${folder} lies deeper than ${limit} folders below the one that was named. Please name the folder of the tables.`,
    folder_too_many_files: ({ folder = "", limit = "" }) =>
      `${folder} holds more than ${limit} files. Please name the folder of the tables.`,
    not_a_zip: ({ file = "" }) => `${file} is not a readable zip archive.`,
    zip_incomplete: ({ file = "" }) =>
      `${file} is cut short: the end of the archive is missing. Please download or copy it again.`,
    zip_too_many_entries: ({ file = "", limit = "" }) => `${file} holds more than ${limit} files.`,
    zip_unsafe_name: ({ file = "", entry = "" }) =>
      `${file} holds the file "${entry}", whose path leads out of the archive.`,
    zip_duplicate_name: ({ file = "", entry = "" }) => `${file} holds two files with the name ${entry}.`,
    zip_encrypted: ({ file = "", entry = "" }) =>
      `${entry} in ${file} is encrypted; please save the archive again without a password.`,
    zip_method: ({ file = "", entry = "", method = "" }) =>
      `${entry} in ${file} is compressed by a method that cannot be read (number ${method}); please save the archive again with Deflate.`,
    zip_entry_too_large: ({ file = "", entry = "", limit = "" }) =>
      `${entry} in ${file} is larger than ${limit} when it is unpacked.`,
    zip_total_too_large: ({ file = "", entry = "", limit = "" }) =>
      `With ${entry} in ${file}, the tables of the package are larger than ${limit} when they are unpacked.`,
    zip_ratio: ({ file = "", entry = "", limit = "" }) =>
      `${entry} in ${file} unpacks to more than ${limit} times its size, as tables never do; it was not read.`,
    zip_nested_too_large: ({ file = "", entry = "", limit = "" }) =>
      `${entry} in ${file} is an archive, and archives inside an archive may have ${limit} in all. Please unpack ${file} and import the folder.`,
    zip_wrong_size: ({ file = "", entry = "" }) =>
      `${entry} in ${file} is not as large as the archive says; the archive is damaged or was tampered with.`,
    zip_damaged: ({ file = "", entry = "" }) =>
      `${entry} in ${file} is damaged. Please download or copy the archive again.`,
    two_of_a_table: ({ table = "", file = "" }) =>
      `The package holds ${table} twice: ${file} is or holds another one. Please remove the one that is not to be read.`,
    unclear_dates: ({ file = "", dates = "" }) =>
      `Dates such as "${dates}" in ${file} may begin with the day or with the month, and none of them shows which. Please say it, with --dates dmy or --dates mdy.`,
    contradicting_dates: ({ file = "", dates = "" }) =>
      `Some dates in ${file} begin with the day and some with the month (${dates}). Please say which is right, with --dates dmy or --dates mdy; the others are refused.`,
    cr_line_ends: ({ file = "" }) =>
      `The lines of ${file} end with a carriage return alone, as spreadsheets of old Macs wrote them; please save it again as "CSV UTF-8".`,
    not_text: ({ file = "" }) =>
      `${file} is a workbook or an archive and not text; please save it as "CSV UTF-8" and import that.`,
    endless_line: ({ file = "", limit = "", row = "" }) =>
      `${file} has a line ${row === "" ? "" : `(row ${row}) `}of more than ${limit} characters, as tables never do; it was not read further.`,
    value_too_long: ({ file = "", limit = "" }) =>
      `${file} holds a value of more than ${limit} characters, as such files never do; it was not read further.`,
    several_packages: ({ files = "" }) =>
      `This folder holds several packages (${files}); please import each from a folder of its own.`,
    other_format: ({ file = "", format = "", id = "" }) =>
      `${file} is of the format ${format}; please import it as ${id}.`,
    foreign_format: ({ file = "", format = "" }) =>
      `${file} is ${FOREIGN[format]?.name.startsWith("a ") ? "" : "an export of "}${FOREIGN[format]?.name ?? format}, which cannot be read. ${FOREIGN[format]?.instead ?? ""}`,
    no_class_column: ({ file = "", columns = "" }) =>
      `No column of ${file} is known to name the species. Please say which does, with --species-column; there are: ${columns}.`,
    unknown_zone: ({ zone = "" }) =>
      `"${zone}" is not a time zone; give a name such as America/Lima or an offset such as -05:00.`,
  } satisfies Record<string, (details: Readonly<Record<string, string>>) => string>,

  refusals: {
    unclosed_quote: "A quotation mark in this row is never closed.",
    extra_cells: "The row has more cells than the table has columns.",
    another_heading: "The row is another heading, or stands below one with other columns than the first.",
    missing_id: "The row has no id.",
    missing_deployment: "The row names no deployment.",
    unknown_deployment: "The deployment is not in the table of deployments.",
    ambiguous_deployment:
      "Several projects have a deployment of this name, and the row does not say whose it is.",
    duplicate_id: "The id stands in an earlier row already.",
    rounded_id:
      "A spreadsheet rounded the id, so that several are equal. Please export the table again, and do not save it in a spreadsheet.",
    unknown_media: "The medium is not in the table of media.",
    media_elsewhere: "The medium is of another deployment.",
    not_a_number: "This is not a number.",
    not_a_flag: "This says neither yes nor no.",
    not_a_class: "This names no class.",
    counted_otherwise: "Another column of the row has another count, which was taken.",
    not_whole: "This is not a whole number.",
    text_too_long: `Of a text, ${charsKept("sex")} characters are kept, of comments ${whole(charsKept("comments"))}; its beginning was taken.`,
    of_several: "The photo shows several species, and the row does not say of which this is.",
    out_of_range: "The number is out of range.",
    half_a_position: "Only one of latitude and longitude can be used.",
    not_a_time: "This is not a time that can be read.",
    missing_time:
      "Neither the package nor a photograph says when this was; --photos names the folder of photographs.",
    not_a_box: "This is not a box within the photo.",
    unknown_category: "The category is not in detection_categories.",
    not_an_entry: "This is not an entry for a photo.",
    failed_image: "The detector could not process this photo.",
    contradicting_classes:
      "The row says two things of the photo that contradict each other, as that it is empty and that it shows something.",
    too_many_boxes: "There are more boxes than are kept of one photo; the surest 100 were taken.",
    foreign_device: "A Sentinel with this id belongs to another account.",
    device_quota: `The account holds the most Sentinels allowed here (${QUOTAS.maxDevices.setting}). With a higher setting, the same import takes the rest.`,
    photo_quota: `The photos of the account take all the space allowed here (${QUOTAS.maxPhotoGb.setting}). With a higher setting, the same import takes the rest.`,
    other_dataset: "A Sentinel with this id belongs to another dataset; --dataset gives this one a name.",
    photo_ambiguous:
      "Neither path nor folder tells this photo apart from others; value names the candidates.",
    photo_elsewhere:
      "The path of the photo and that of the file contradict each other; value names the files of this name.",
    photo_other: "The insight has another photograph already, which stays; value names that.",
    photo_unsupported_type: "The file is not a JPEG, PNG or WebP image.",
    photo_too_large: "The photo is too large.",
    photo_damaged: "The photo is damaged or cut short.",
    photo_unreadable: "The file could not be read.",
  },
  refusedHeading: ["file", "row", "field", "reason", "value", "lost"],

  notices: {
    outside_deployment: (rows: number, file: string) =>
      `${count(rows, "row", "rows")} of ${file} lie outside the days of their deployment; they were taken.`,
    media_without_observation: (rows: number, file: string) =>
      `${count(rows, "medium", "media")} of ${file} have no observation and became no insight.`,
    table_not_read: (_rows: number, file: string) => `${file} is not part of what is imported.`,
    no_last_line_end: (_rows: number, file: string, example = "") =>
      `The last row of ${file} (row ${example}) has no line end. It was taken; if the file was cut short, its last cell is too.`,
    day_first: (_rows: number, file: string, example = "") =>
      `Dates of ${file} were read with the day first, as "${example}" shows.`,
    month_first: (_rows: number, file: string, example = "") =>
      `Dates of ${file} were read with the month first, as "${example}" shows.`,
    windows_1252: (_rows: number, file: string, example = "") =>
      `${file} is not in UTF-8; it was read as Windows-1252 (Latin-1), as in "${example}".`,
    mixed_encoding: (_rows: number, file: string, example = "") =>
      `Some letters of ${file} are not in UTF-8 as the others are; they were read as Windows-1252, as in "${example}".`,
    utf_16: (_rows: number, file: string, example = "") =>
      `${file} was read as UTF-16, though it does not say so: "${example}".`,
    threshold: (rows: number, file: string, example = "") =>
      rows === 0
        ? `Detections of ${file} were used from a confidence of ${example} (--threshold); none is below it.`
        : `Detections of ${file} were used from a confidence of ${example} (--threshold); ${count(rows, "is", "are")} below it and ${rows === 1 ? "was" : "were"} left out.`,
    emptied_by_threshold: (rows: number, file: string) =>
      `${count(rows, "photo", "photos")} of ${file} became empty because all detections are below the threshold.`,
    unnamed_by_threshold: (rows: number, file: string) =>
      `${count(rows, "photo", "photos")} of ${file} became unclassified because the prediction is below the threshold.`,
    marked_for_deletion: (rows: number, file: string) =>
      `${count(rows, "row", "rows")} of ${file} are marked for deletion; they were taken.`,
    counted_in_ticks: (rows: number, file: string, example = "") =>
      `In ${count(rows, "row", "rows")} of ${file} a ticked column holds a number above 1, as "${example}" does; it was taken as the count.`,
    clock_without_zone: (_rows: number, file: string, example = "") =>
      `Times of ${file} such as "${example}" are those of the camera's clock, whatever the letter Z says; they were read in the zone of --timezone.`,
    columns_not_read: (columns: number, file: string, example = "") => {
      const what = /\.json$/i.test(file) ? "field" : "column";
      return `Not taken from ${file}: the ${columns === 1 ? what : `${whole(columns)} ${what}s`} ${example}.`;
    },
    short_rows: (rows: number, file: string, example = "") =>
      `${count(rows, "row", "rows")} of ${file} ${rows === 1 ? "has" : "have"} fewer cells than the heading (first: row ${example}); what is missing was read as blank.`,
    repeated_rows: (rows: number, file: string) =>
      `${count(rows, "row", "rows")} of ${file} ${rows === 1 ? "says" : "say"} of a photo just what the row before says of it; taken as further animals.`,
  },

  progress: {
    survey: "Comparing",
    metadata: "Reading",
    photos: "Photos",
  },
  summary: {
    dryRun: "A dry run: nothing was written. It would have been:",
    devices: ({ created, known, refused }: { created: number; known: number; refused: number }) =>
      `Sentinels: ${whole(created)} new, ${whole(known)} known${refused > 0 ? `, ${whole(refused)} refused` : ""}`,
    insights: ({ created, updated, unchanged }: { created: number; updated: number; unchanged: number }) =>
      `Insights: ${whole(created)} new, ${whole(updated)} changed, ${whole(unchanged)} unchanged`,
    foreign: (devices: number) =>
      `  ${count(devices, "Sentinel belongs", "Sentinels belong")} to another account; their rows were refused`,
    origins: ({ machine, human, unreviewed }: { machine: number; human: number; unreviewed: number }) =>
      `  classified by a model: ${whole(machine)}, by people: ${whole(human)}, unreviewed: ${whole(unreviewed)}`,
    empty: (empty: number) => `  empty: ${whole(empty)}`,
    onlyAnimals: (rows: number) => `  named "animal" and no species: ${whole(rows)}`,
    timesWithoutZone: (rows: number, zone: string) =>
      `  times without a zone, read as ${zone}: ${whole(rows)}`,
    wholeDays: (rows: number) => `  dates without a time of day, placed at midnight: ${whole(rows)}`,
    timesFromPhotos: (rows: number) => `  with the time of their photograph: ${whole(rows)}`,
    collections: ({ created, known }: { created: number; known: number }) =>
      `Collections: ${whole(created)} new, ${whole(known)} known`,
    photos: ({
      stored,
      known,
      missing,
      refused,
    }: Readonly<Record<"stored" | "known" | "missing" | "refused", number>>) =>
      `Photos: ${whole(stored)} stored, ${whole(known)} known, ${whole(missing)} not in the folder, ${whole(refused)} refused`,
    refused: (rows: number, fields: number, file: string) =>
      `Refused: ${count(rows, "row", "rows")}, ${count(fields, "field", "fields")}; the list is ${file}`,
    nothingRefused: "Refused: nothing",
    took: (seconds: string, perSecond: number) => `Took ${seconds} s, ${whole(perSecond)} insights a second`,
  },
} as const;
