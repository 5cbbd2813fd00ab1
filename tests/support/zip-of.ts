import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/index-native.js";

type WriterOptions = NonNullable<ConstructorParameters<typeof ZipWriter>[1]>;

/** A zip archive of files given as text or bytes; by default it does not say in advance how long its entries are. */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: WriterOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), options);
  for (const [name, content] of Object.entries(files)) {
    const reader = typeof content === "string" ? new TextReader(content) : new Uint8ArrayReader(content);
    await writer.add(name, reader);
  }
  return new Uint8Array(await writer.close());
}
