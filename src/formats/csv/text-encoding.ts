/** The encodings of text files that readers tell apart. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** The first bytes of files that hold no text. */
const BINARY_STARTS: readonly (readonly number[])[] = [
  // A zip archive, which spreadsheets of today are too; a spreadsheet of Excel 97; gzip.
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1f, 0x8b],
  // UTF-32, whose little-endian mark begins as that of UTF-16.
  [0xff, 0xfe, 0x00, 0x00],
  [0x00, 0x00, 0xfe, 0xff],
];

/** Bytes at the start of a file from which its encoding is told. */
export const HEAD_BYTES = 256;

/** Null for a file that holds no text. */
export function encodingOf(head: Uint8Array): TextEncoding | null {
  if (BINARY_STARTS.some((start) => start.every((byte, index) => head[index] === byte))) return null;
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return unmarkedUtf16(head) ?? "utf-8";
}

/** Names of columns and of JSON are ASCII, so that UTF-16 has a zero in almost every second byte. */
function unmarkedUtf16(head: Uint8Array): TextEncoding | null {
  const pairs = Math.floor(head.length / 2);
  if (pairs < 2) return null;
  let [first, second] = [0, 0];
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) first += 1;
    if (head[at + 1] === 0) second += 1;
  }
  if (second > pairs * 0.7 && first === 0) return "utf-16le";
  return first > pairs * 0.7 && second === 0 ? "utf-16be" : null;
}

/** Bytes at the end that begin a character of UTF-8 and do not finish it: 0 to 3. */
export function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

/** The length of the well-formed character of UTF-8 at a place; 0 where there is none. */
export function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = sequenceLength(first);
  if (length === 0 || at + length > bytes.length) return 0;
  const second = bytes[at + 1] ?? 0;
  // Forms longer than needed, surrogates, and what lies beyond the last code point.
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  if (first === 0xf4 && second > 0x8f) return 0;
  for (let next = at + 1; next < at + length; next += 1) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

function sequenceLength(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

const LATIN_1 = new TextDecoder("windows-1252");
/** The characters of the bytes 80 to 9F; five bytes stand for none and stay what they are. */
const C1_CHARACTERS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Some versions of Node read these bytes as Latin-1, whatever the decoder is called, so they are replaced here. */
export function decodeWindows1252(bytes: Uint8Array): string {
  return LATIN_1.decode(bytes).replace(
    /[\x80-\x9f]/g,
    (character) => C1_CHARACTERS[character.charCodeAt(0) - 0x80] ?? character,
  );
}
