/** Orders by name, then by id, the same on every machine: without regard to letter case, then by code point. */
export function byNameThenId<T>(
  nameOf: (item: T) => string,
  idOf: (item: T) => string,
): (a: T, b: T) => number {
  return (a, b) =>
    compareText(nameOf(a).toLowerCase(), nameOf(b).toLowerCase()) ||
    compareText(nameOf(a), nameOf(b)) ||
    compareIds(idOf(a), idOf(b));
}

/** Ids that are numbers by their value, others as text. */
export function compareIds(a: string, b: string): number {
  const bothNumbers = /^\d{1,15}$/.test(a) && /^\d{1,15}$/.test(b);
  return (bothNumbers ? Number(a) - Number(b) : 0) || compareText(a, b);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
