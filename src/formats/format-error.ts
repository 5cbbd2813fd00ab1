/** Why a whole package cannot be read. The sentences are in src/messages/command-line/import.ts. */
export type FormatErrorCode =
  | "not_such_a_package"
  | "missing_table"
  | "missing_file"
  | "missing_column"
  | "not_json"
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
  | "not_utf8"
  | "unknown_zone";

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
