/** Why a whole package cannot be read. The sentences are in src/messages/command-line/import.ts. */
export type FormatErrorCode =
  | "not_such_a_package"
  | "missing_table"
  | "missing_file"
  | "missing_column"
  | "not_json"
  | "json_cut_short"
  | "csv_cut_short"
  | "folder_too_deep"
  | "folder_too_many_files"
  | "not_a_zip"
  | "zip_incomplete"
  | "zip_too_many_entries"
  | "zip_unsafe_name"
  | "zip_duplicate_name"
  | "zip_encrypted"
  | "zip_method"
  | "zip_entry_too_large"
  | "zip_total_too_large"
  | "zip_ratio"
  | "zip_nested_too_large"
  | "zip_wrong_size"
  | "zip_damaged"
  | "two_of_a_table"
  | "unclear_dates"
  | "contradicting_dates"
  | "cr_line_ends"
  | "not_text"
  | "endless_line"
  | "value_too_long"
  | "several_packages"
  | "other_format"
  | "foreign_format"
  | "no_class_column"
  | "unknown_zone";

/** Exports of other programs that are recognised and not read. */
export type ForeignFormat =
  | "inaturalist"
  | "zooniverse"
  | "traptagger"
  | "agouti"
  | "camtrap-table"
  | "camtrapr"
  | "coco"
  | "spreadsheet";

/** A package that cannot be read as its format; `details` names the file, table, column or entry. */
export class FormatError extends Error {
  readonly code: FormatErrorCode;
  readonly details: Readonly<Record<string, string>>;
  constructor(code: FormatErrorCode, details: Readonly<Record<string, string>> = {}) {
    super(`${code} ${JSON.stringify(details)}`);
    this.name = "FormatError";
    this.code = code;
    this.details = details;
  }
}
