/**
 * Whether two values of plain data, such as a message has, are equal: values without parts, arrays and records. Other
 * objects, such as dates, equal only themselves.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) return Array.isArray(other) && isSameArray(one, other);
  return isRecord(one) && isRecord(other) && isSameRecord(one, other);
}

function isSameArray(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => isSameValue(value, other[at]));
}

type PlainRecord = Readonly<Record<string, unknown>>;

/** Without lists of the keys: in a list that is scrolled each frame compares some fifty rows. */
function isSameRecord(one: PlainRecord, other: PlainRecord): boolean {
  let left = 0;
  for (const key in other) if (Object.hasOwn(other, key)) left += 1;
  for (const key in one) {
    if (!Object.hasOwn(one, key)) continue;
    if (!Object.hasOwn(other, key) || !isSameValue(one[key], other[key])) return false;
    left -= 1;
  }
  return left === 0;
}

function isRecord(value: unknown): value is PlainRecord {
  return Object.prototype.toString.call(value) === "[object Object]";
}
