import { FormatError } from "../format-error.ts";

/**
 * UTF-8 bytes as text, piece by piece; characters that two chunks share are kept whole.
 *
 * @throws FormatError `not_utf8` for a file in UTF-16, which spreadsheets write as "Unicode text".
 */
export async function* decodeText(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let first = true;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    if (first && chunk.length > 1 && isUtf16Mark(chunk[0], chunk[1]))
      throw new FormatError("not_utf8", { file });
    first = false;
    const text = decoder.decode(chunk, { stream: true });
    // PostgreSQL cannot store U+0000 in text.
    if (text !== "") yield text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
  }
  // The decoder is not flushed: a character that the end of the file cuts is dropped.
}

function isUtf16Mark(first: number | undefined, second: number | undefined): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
