/** Longer ones are cut: the line stands over the map. */
const LONGEST = 200;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  copy: "©",
  reg: "®",
  nbsp: " ",
};

/**
 * Whose data a map shows, as plain text: files name them in HTML, which may hold anything. Tags are left out and
 * characters decoded; the result is written as text and never as HTML. Null where nothing is left.
 */
export function attributionText(written: unknown): string | null {
  if (typeof written !== "string") return null;
  const text = written
    // A tag holds no other one: else each of many that never close would be read to the end.
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{1,6}));/gi, decoded)
    .replace(/\s+/g, " ")
    .trim();
  if (text === "") return null;
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function decoded(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
