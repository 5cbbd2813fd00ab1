/** The order of day and month in a date whose year stands last. */
export type DateOrder = "dmy" | "mdy";

/** A date whose year stands last, in the parts that the source wrote. */
export interface YearLastDate {
  first: string;
  second: string;
  separator: string;
  year: string;
  /** Hour, minute, second, "AM" or "PM". */
  time: readonly (string | undefined)[];
}

const YEAR_LAST =
  /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:(?:T|,? +)(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?)?$/i;

/** Null where the text is no such date. */
export function splitYearLast(text: string): YearLastDate | null {
  const [whole, first = "", separator = "", second = "", year = "", ...time] = YEAR_LAST.exec(text) ?? [];
  // "18-10-11" may as well begin with its year.
  if (whole === undefined || (separator === "-" && year.length === 2)) return null;
  return { first, second, separator, year, time };
}

/**
 * The order that a date shows by itself: no month is above 12, and a point is written behind the day. "equal" where
 * both orders name the same day, "unclear" where both name a day, "none" where neither does.
 */
export function orderProvenBy({ first, second, separator }: YearLastDate) {
  if (separator === ".") return "by_point";
  const [a, b] = [Number(first), Number(second)];
  if (a > 12 && b > 12) return "none";
  if (a === b) return "equal";
  if (a > 12) return "dmy";
  return b > 12 ? "mdy" : "unclear";
}

/** Gathers from all dates of a table in which order they are written. */
export class DateOrderEvidence {
  #dmy: string | null = null;
  #mdy: string | null = null;
  #unclear: string | null = null;

  add(text: string): void {
    const date = splitYearLast(text);
    if (date === null) return;
    const proven = orderProvenBy(date);
    if (proven === "dmy") this.#dmy ??= text;
    else if (proven === "mdy") this.#mdy ??= text;
    else if (proven === "unclear") this.#unclear ??= text;
  }

  /** The order and a date that shows it; of dates that contradict each other or leave it open, examples. */
  get verdict(): { order: DateOrder; example: string } | { order: null; examples: readonly string[] } | null {
    if (this.#dmy !== null && this.#mdy !== null) return { order: null, examples: [this.#dmy, this.#mdy] };
    if (this.#dmy !== null) return { order: "dmy", example: this.#dmy };
    if (this.#mdy !== null) return { order: "mdy", example: this.#mdy };
    return this.#unclear === null ? null : { order: null, examples: [this.#unclear] };
  }
}
