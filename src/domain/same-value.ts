/**
 * Whether two values of plain data, such as a message has, are equal: values without parts, arrays and records. Other
 * objects, such as dates, equal only themselves.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!hasParts(one) || !hasParts(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameValue(one[key], other[key]))
  );
}

const PLAIN = new Set(["[object Array]", "[object Object]"]);

function hasParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return PLAIN.has(Object.prototype.toString.call(value));
}
