import { FormatError } from "../format-error.ts";
import {
  characterLength,
  decodeWindows1252,
  encodingOf,
  HEAD_BYTES,
  unfinishedBytes,
} from "./text-encoding.ts";

/** A guess at the encoding of a file, with a piece of its text that shows whether the guess is right. */
export interface EncodingGuess {
  /** `mixed`: characters of UTF-8 beside bytes that are none, which were read as Windows-1252. */
  encoding: "windows-1252" | "mixed" | "utf-16";
  example: string;
}

/**
 * A file's bytes as text, piece by piece; characters that two chunks share are kept whole. UTF-8 and UTF-16 with or
 * without byte order mark; bytes that are no UTF-8 are Windows-1252, of which Latin-1 is a part. `onGuess` is called
 * once, before the text that the guess concerns.
 *
 * @throws FormatError `not_text` for a workbook, an archive or UTF-32.
 */
export async function* decodeText(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  onGuess: (guess: EncodingGuess) => void = () => undefined,
): AsyncGenerator<string> {
  let decoder: PieceDecoder | null = null;
  let head: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    if (decoder === null) {
      head = joined(head, chunk);
      if (head.length < HEAD_BYTES) continue;
      decoder = decoderFor(file, head, onGuess);
      yield* storable(decoder.decode(head));
    } else yield* storable(decoder.decode(chunk));
  }
  if (decoder === null) {
    decoder = decoderFor(file, head, onGuess);
    yield* storable(decoder.decode(head));
  }
  yield* storable(decoder.end());
}

const SEPARATOR = /[,;\t\r\n"]/;

interface PieceDecoder {
  decode(chunk: Uint8Array): string;
  end(): string;
}

function decoderFor(file: string, head: Uint8Array, onGuess: (guess: EncodingGuess) => void): PieceDecoder {
  const encoding = encodingOf(head);
  if (encoding === null) throw new FormatError("not_text", { file });
  if (encoding === "utf-8") return new Utf8Decoder(onGuess);
  const decoder = new TextDecoder(encoding);
  const isMarked = (head[0] ?? 0) >= 0xfe;
  if (!isMarked)
    onGuess({ encoding: "utf-16", example: new TextDecoder(encoding).decode(head).slice(0, 40) });
  return {
    decode: (chunk) => decoder.decode(chunk, { stream: true }),
    // Half a character at the end of the file is dropped.
    end: () => "",
  };
}

/** PostgreSQL cannot store U+0000 in text. */
function* storable(text: string): Generator<string> {
  if (text !== "") yield text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}

/** UTF-8, until a byte shows that the file is something else. */
class Utf8Decoder implements PieceDecoder {
  readonly #utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #onGuess: (guess: EncodingGuess) => void;
  #unfinished: Uint8Array = new Uint8Array(0);
  #hasUtf8 = false;
  #guess: EncodingGuess["encoding"] | null = null;

  constructor(onGuess: (guess: EncodingGuess) => void) {
    this.#onGuess = onGuess;
  }

  decode(chunk: Uint8Array): string {
    if (this.#isWindows()) return decodeWindows1252(chunk);
    const all = this.#unfinished.length === 0 ? chunk : joined(this.#unfinished, chunk);
    const end = all.length - unfinishedBytes(all);
    this.#unfinished = all.slice(end);
    const text = this.#decodeWhole(all.subarray(0, end));
    // `#decodeWhole` may have found that the file is no UTF-8, so that these bytes begin no character of it.
    return this.#isWindows() ? text + this.end() : text;
  }

  #isWindows(): boolean {
    return this.#guess === "windows-1252";
  }

  end(): string {
    const rest = this.#unfinished;
    this.#unfinished = new Uint8Array(0);
    // After other characters of UTF-8, half a one shows that the file was cut; it is dropped.
    return this.#hasUtf8 || rest.length === 0 ? "" : this.#decodeOther(rest);
  }

  #decodeWhole(bytes: Uint8Array): string {
    const text = this.#utf8.decode(bytes);
    if (text.includes("\uFFFD") && !isWellFormed(bytes)) return this.#decodeOther(bytes);
    this.#hasUtf8 ||= text.length !== bytes.length;
    return text;
  }

  #decodeOther(bytes: Uint8Array): string {
    const isMixed = this.#hasUtf8 || hasUtf8Before(bytes);
    const { text, oddAt } = isMixed ? this.#decodeMixed(bytes) : this.#decodeWindows(bytes);
    if (this.#guess === null) {
      this.#guess = isMixed ? "mixed" : "windows-1252";
      this.#onGuess({ encoding: this.#guess, example: wordsAround(text, oddAt) });
    }
    return text;
  }

  #decodeWindows(bytes: Uint8Array): { text: string; oddAt: number } {
    const text = decodeWindows1252(bytes);
    return { text, oddAt: text.search(/[^\p{ASCII}]/u) };
  }

  #decodeMixed(bytes: Uint8Array): { text: string; oddAt: number } {
    let text = "";
    let oddAt = -1;
    let from = 0;
    for (let at = 0; at < bytes.length; ) {
      const length = characterLength(bytes, at);
      if (length > 0) {
        at += length;
        continue;
      }
      text += this.#utf8.decode(bytes.subarray(from, at));
      if (oddAt === -1) oddAt = text.length;
      text += decodeWindows1252(bytes.subarray(at, at + 1));
      at += 1;
      from = at;
    }
    return { text: text + this.#utf8.decode(bytes.subarray(from)), oddAt };
  }
}

/** False where some byte is no UTF-8; U+FFFD itself may stand in a file. */
function isWellFormed(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** Whether a character of UTF-8 beyond ASCII stands before the first byte that is none. */
function hasUtf8Before(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length !== 1) return length > 1;
    at += length;
  }
  return false;
}

/** The words of the cell or text around a place. */
function wordsAround(text: string, at: number): string {
  const before =
    text
      .slice(Math.max(0, at - 30), at)
      .split(SEPARATOR)
      .at(-1) ?? "";
  const after = text.slice(at, at + 30).split(SEPARATOR, 1)[0] ?? "";
  return (before + after).trim();
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
