const whole = (value: number): string => value.toLocaleString("en");
const count = (value: number, one: string, many: string): string =>
  `${whole(value)} ${value === 1 ? one : many}`;

export const IMPORT_MESSAGES = {
  usage: [
    "Usage: npm run import -- <camtrap-dp|wildlife-insights|megadetector> <path> --owner <email>",
    "  --photos <folder>       the photographs that the package speaks of",
    "  --timezone <zone>       zone of times that have none: an IANA name or an offset such as +02:00 (UTC)",
    "  --refused <file>        where to write what was refused",
    "  --dry-run               read and compare everything, write nothing",
  ].join("\n"),
  wrongOption: (why: string) => `${why.replace(/\.$/, "")}.`,
  unknownFormat: (format: string) =>
    `"${format}" is not a format; there are camtrap-dp, wildlife-insights and megadetector.`,
  needsPath: "Please name a format and the path of the package.",
  needsOwner: "Please say whose the Sentinels will be, with --owner and the email of an account.",
  unknownOwner: (email: string) => `There is no account with the email ${email}.`,
  noPath: (path: string) => `There is nothing at ${path}.`,
  noAccess: (path: string) => `${path} may not be read or written.`,
  notAFolder: (path: string) => `${path} is not a folder.`,
  failed: (why: string) => `The import stopped: ${why} Run it again to go on; what was taken stays.`,

  package: {
    not_such_a_package: ({ needs = "" }) => `This is no such package: it does not hold ${needs}.`,
    missing_table: ({ table = "" }) => `The table ${table} is missing from the package.`,
    missing_file: ({ table = "", file = "" }) =>
      `The table ${table} is missing: the package names the file ${file} and does not hold it.`,
    missing_column: ({ file = "", column = "" }) => `The column ${column} is missing from ${file}.`,
    not_json: ({ file = "" }) => `${file} is not valid JSON.`,
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
    not_utf8: ({ file = "" }) => `${file} is not in UTF-8; please save it again as "CSV UTF-8".`,
    unknown_zone: ({ zone = "" }) =>
      `"${zone}" is not a time zone; give a name such as America/Lima or an offset such as -05:00.`,
  } satisfies Record<string, (details: Readonly<Record<string, string>>) => string>,

  refusals: {
    unclosed_quote: "A quotation mark in this row is never closed.",
    extra_cells: "The row has more cells than the table has columns.",
    missing_id: "The row has no id.",
    missing_deployment: "The row names no deployment.",
    unknown_deployment: "The deployment is not in the table of deployments.",
    duplicate_id: "The id stands in an earlier row already.",
    unknown_media: "The medium is not in the table of media.",
    not_a_number: "This is not a number.",
    out_of_range: "The number is out of range.",
    half_a_position: "Only one of latitude and longitude can be used.",
    not_a_time: "This is not a time that can be read.",
    not_a_box: "This is not a box within the picture.",
    unknown_category: "The category is not in detection_categories.",
    not_an_entry: "This is not an entry for a picture.",
    failed_image: "The detector could not process this picture.",
    too_many_boxes: "There are more boxes than are kept of one picture; the surest 100 were taken.",
    foreign_device: "A Sentinel with this id belongs to another account.",
    photo_ambiguous:
      "Several pictures or files have this name, and neither path nor folder tells them apart.",
    photo_unsupported_type: "The file is not a JPEG, PNG or WebP image.",
    photo_too_large: "The picture is too large.",
    photo_damaged: "The picture is damaged or cut short.",
    photo_unreadable: "The file could not be read.",
  },
  refusedHeading: ["file", "row", "field", "reason", "value", "lost"],

  notices: {
    outside_deployment: (rows: number, file: string) =>
      `${count(rows, "row", "rows")} of ${file} lie outside the days of their deployment; they were taken.`,
    media_without_observation: (rows: number, file: string) =>
      `${count(rows, "medium", "media")} of ${file} have no observation and became no insight.`,
    table_not_read: (_rows: number, file: string) => `${file} is not part of what is imported.`,
  },

  progress: {
    metadata: "Reading",
    photos: "Photos",
  },
  summary: {
    dryRun: "A dry run: nothing was written. It would have been:",
    devices: ({ created, known, refused }: { created: number; known: number; refused: number }) =>
      `Sentinels: ${whole(created)} new, ${whole(known)} known${refused > 0 ? `, ${whole(refused)} refused` : ""}`,
    insights: ({ created, updated, unchanged }: { created: number; updated: number; unchanged: number }) =>
      `Insights: ${whole(created)} new, ${whole(updated)} changed, ${whole(unchanged)} unchanged`,
    origins: ({ machine, human, unreviewed }: { machine: number; human: number; unreviewed: number }) =>
      `  classified by a model: ${whole(machine)}, by people: ${whole(human)}, unreviewed: ${whole(unreviewed)}`,
    empty: (empty: number) => `  empty: ${whole(empty)}`,
    timesWithoutZone: (rows: number, zone: string) =>
      `  times without a zone, read as ${zone}: ${whole(rows)}`,
    timesUnknown: (rows: number) => `  without a time in the package: ${whole(rows)}`,
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
