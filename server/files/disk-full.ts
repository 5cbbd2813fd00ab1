/** SQLite, the file system (no space, or no more of a quota) and PostgreSQL. */
const CODES = new Set(["SQLITE_FULL", "ENOSPC", "EDQUOT", "53100"]);

/** Whether an error says that there is no space left to write to. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && CODES.has(String(error.code));
}
