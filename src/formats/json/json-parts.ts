import { decodeText, type EncodingGuess } from "../csv/decode-text.ts";
import { FormatError } from "../format-error.ts";
import type { PackageSource } from "../source/package-source.ts";
import { JsonObjectSplitter, type JsonPart, MAX_VALUE_CHARS, valueTooLong } from "./json-stream.ts";

/**
 * The values at the top of a JSON file that holds an object, and the entries of its arrays, in order.
 *
 * @throws FormatError at the end of a file that is no whole object: `json_cut_short` or `not_json`; `value_too_long`,
 * `not_text`.
 */
export async function* readJsonParts(
  source: PackageSource,
  file: string,
  onGuess?: (guess: EncodingGuess) => void,
): AsyncGenerator<JsonPart> {
  const splitter = new JsonObjectSplitter();
  let first = true;
  for await (const text of decodeText(file, source.open(file), onGuess)) {
    yield* splitter.push(first && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    first = false;
    if (splitter.unfinishedChars > MAX_VALUE_CHARS) throw valueTooLong(file);
  }
  if (!splitter.complete) throw new FormatError(splitter.isOpen ? "json_cut_short" : "not_json", { file });
}
