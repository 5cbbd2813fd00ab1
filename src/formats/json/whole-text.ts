import { decodeText } from "../csv/decode-text.ts";
import type { PackageSource } from "../source/package-source.ts";
import { MAX_VALUE_CHARS, valueTooLong } from "./json-stream.ts";

/**
 * The text of a small file, without byte order mark.
 *
 * @throws FormatError `value_too_long`, `not_text`.
 */
export async function readWholeText(source: PackageSource, file: string): Promise<string> {
  let text = "";
  for await (const piece of decodeText(file, source.open(file))) {
    text += piece;
    if (text.length > MAX_VALUE_CHARS) throw valueTooLong(file);
  }
  return text.replace(/^\uFEFF/, "");
}
