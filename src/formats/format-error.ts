/** Why a whole package cannot be read. The sentences are in src/messages/command-line/import.ts. */
export type FormatErrorCode =
  | "not_such_a_package"
  | "missing_table"
  | "missing_file"
  | "missing_column"
  | "not_json"
  | "not_a_zip"
  | "not_utf8"
  | "unknown_zone";

/** A package that cannot be read as its format; `details` names the file, table or column. */
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
