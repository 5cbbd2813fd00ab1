const BLANKS = new Set(["", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-"]);

/** A cell's text, trimmed; null where it is blank or "NA" and the like. `="007"` is 007: so Excel keeps zeros. */
export function cellText(cell: string | undefined): string | null {
  if (cell === undefined || cell === "") return null;
  let text = cell.trim();
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) text = text.slice(2, -1).trim();
  return text.length <= 4 && BLANKS.has(text.toLowerCase()) ? null : text;
}

/** Spreadsheets write true and false, and people yes and no, in their own language. */
const YES = new Set(
  "yes y true t 1 1.0 waar ja wahr oui vrai sí si verdadero sim verdadeiro vero sant tak prawda".split(" "),
);
const NO = new Set(
  "no n false f 0 0.0 onwaar nee nein falsch non faux falso não nao nej nei falsk nie fałsz".split(" "),
);

/** "Yes", "TRUE", "1" and their kin; false for "No", "0" and their kin; null for anything else. */
export function cellFlag(text: string | null): boolean | null {
  if (text === null) return null;
  const lower = text.toLowerCase();
  return YES.has(lower) ? true : NO.has(lower) ? false : null;
}

/** Whether a spreadsheet wrote a long number so ("1.23E+11"): as an id it has lost digits, and others have become equal. */
export function isRounded(text: string): boolean {
  return /^\d([.,]\d+)?e\+\d\d$/i.test(text);
}

/** A decimal number with a point; null for anything else ("1,5", "12 m", "1e999"). */
export function cellNumber(text: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
