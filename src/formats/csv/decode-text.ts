import { DecodeUTF8 } from "fflate";
import { FormatError } from "../format-error.ts";

/**
 * UTF-8 bytes as text, piece by piece; characters that two chunks share are kept whole.
 *
 * @throws FormatError `not_utf8` for a file in UTF-16, which spreadsheets write as "Unicode text".
 */
export async function* decodeText(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const ready: string[] = [];
  const decoder = new DecodeUTF8((text) => {
    // U+0000 stands for nothing, and PostgreSQL stores it in no text.
    if (text !== "") ready.push(text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text);
  });
  let first = true;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    if (first && chunk.length > 1 && isUtf16Mark(chunk[0], chunk[1]))
      throw new FormatError("not_utf8", { file });
    first = false;
    decoder.push(chunk, false);
    yield* ready.splice(0);
  }
  try {
    decoder.push(new Uint8Array(0), true);
  } catch {
    // The file ends inside a character; what could be read has been read.
  }
  yield* ready.splice(0);
}

function isUtf16Mark(first: number | undefined, second: number | undefined): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
