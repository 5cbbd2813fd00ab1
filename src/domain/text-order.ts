/**
 * The order of names: numbers in them by their value (CAM-2 before CAM-10), without regard to letter case and
 * accents. 0 where two read as the same name. The locale is fixed, so that every machine orders alike.
 */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return collator.compare(a, b);
}

/** Made at the first comparison, since the first use of Intl delays the start of a slow phone. */
let collator: Intl.Collator | undefined;

/** The order of names, then of code points: 0 for identical ids alone. */
export function compareIds(a: string, b: string): number {
  return compareNames(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Orders by name, then by id. */
export function byNameThenId<T>(
  nameOf: (item: T) => string,
  idOf: (item: T) => string,
): (a: T, b: T) => number {
  return (a, b) => compareNames(nameOf(a), nameOf(b)) || compareIds(idOf(a), idOf(b));
}
