/**
 * The order of names: numbers in them by their value (CAM-2 before CAM-10), without regard to letter case and
 * accents. 0 where two read as the same name. The locale is fixed, so that every machine orders alike.
 */
export function compareNames(a: string, b: string): number {
  if (collator === undefined && plainLeft > 0 && PLAIN.test(a) && PLAIN.test(b)) {
    plainLeft -= 1;
    return comparePlain(a.toLowerCase(), b.toLowerCase());
  }
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return collator.compare(a, b);
}

/**
 * Made when it is first needed, since the first use of Intl delays the start of a slow phone by 60 ms. A few plain names
 * are compared without it; for many it is the faster.
 */
let collator: Intl.Collator | undefined;
let plainLeft = 500;

/** Names for which the collator's order is that of spaces, hyphens, numbers, letters. */
const PLAIN = /^[a-zA-Z0-9 -]*$/;
const [ZERO, NINE] = [48, 57];

/** The collator's order of plain names, which are in small letters. */
export function comparePlain(a: string, b: string): number {
  let [atA, atB] = [0, 0];
  while (atA < a.length && atB < b.length) {
    const [codeA, codeB] = [a.charCodeAt(atA), b.charCodeAt(atB)];
    if (isDigit(codeA) && isDigit(codeB)) {
      const [endA, endB] = [endOfDigits(a, atA), endOfDigits(b, atB)];
      const order = compareDigits(a.slice(atA, endA), b.slice(atB, endB));
      if (order !== 0) return order;
      [atA, atB] = [endA, endB];
    } else if (codeA === codeB) {
      atA += 1;
      atB += 1;
    } else return codeA < codeB ? -1 : 1;
  }
  return Math.sign(a.length - atA - (b.length - atB));
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** By value; they may have more digits than a number holds. */
function compareDigits(a: string, b: string): number {
  const [valueA, valueB] = [a.replace(LEADING_ZEROS, ""), b.replace(LEADING_ZEROS, "")];
  if (valueA.length !== valueB.length) return valueA.length < valueB.length ? -1 : 1;
  return valueA < valueB ? -1 : valueA > valueB ? 1 : 0;
}
const LEADING_ZEROS = /^0+/;

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
