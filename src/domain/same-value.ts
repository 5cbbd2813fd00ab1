/**
 * Whether two values of plain data, such as a message has, are equal: values without parts, arrays and records. Other
 * objects, such as dates, equal only themselves.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) return Array.isArray(other) && isSameArray(one, other);
  return isPlainRecord(one) && isPlainRecord(other) && isSameRecord(one, other);
}

function isSameArray(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (!isSameValue(one[at], other[at])) return false;
  return true;
}

type PlainRecord = Readonly<Record<string, unknown>>;

/** Makes no lists of the keys, because each frame of a list that is scrolled compares some fifty rows. */
function isSameRecord(one: PlainRecord, other: PlainRecord): boolean {
  let unmatched = 0;
  for (const key in other) if (Object.hasOwn(other, key)) unmatched += 1;
  for (const key in one) {
    if (!Object.hasOwn(one, key)) continue;
    if (!Object.hasOwn(other, key) || !isSameValue(one[key], other[key])) return false;
    unmatched -= 1;
  }
  return unmatched === 0;
}

function isPlainRecord(value: unknown): value is PlainRecord {
  return Object.prototype.toString.call(value) === "[object Object]";
}
