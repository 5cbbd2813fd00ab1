const BLANKS = new Set(["", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-"]);

/** A cell's text, trimmed; null where it is blank or "NA" and the like. */
export function cellText(cell: string | undefined): string | null {
  if (cell === undefined || cell === "") return null;
  const text = cell.trim();
  return text.length <= 4 && BLANKS.has(text.toLowerCase()) ? null : text;
}

/** "Yes", "TRUE", "1" and their kin; false for "No", "0" and their kin; null for anything else. */
export function cellFlag(text: string | null): boolean | null {
  if (text === null) return null;
  const lower = text.toLowerCase();
  // "waar" and "onwaar": Dutch spreadsheets write true and false so.
  if (["yes", "y", "true", "t", "1", "1.0", "waar"].includes(lower)) return true;
  if (["no", "n", "false", "f", "0", "0.0", "onwaar"].includes(lower)) return false;
  return null;
}

/** A decimal number with a point; null for anything else ("1,5", "12 m", "1e999"). */
export function cellNumber(text: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
