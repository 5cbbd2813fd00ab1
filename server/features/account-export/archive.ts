import { PassThrough, Readable, Writable } from "node:stream";
import { ZipWriter } from "@zip.js/zip.js/index-native.js";

/** A file of an archive; its content is read when its turn comes. */
export interface ArchiveFile {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** Stored as it is, for content that is compressed already. */
  readonly stored?: true;
}

/**
 * A zip archive of files, written as it is read: one file at a time, and no more of it than the reader has room for.
 * Destroying the stream ends the reading of the files; an error of a file destroys the stream.
 */
export function streamArchive(
  files: AsyncIterable<ArchiveFile>,
  options: { at: Date; zip64: boolean },
): Readable {
  const out = new PassThrough();
  write(files, out, options).catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return out;
}

async function write(
  files: AsyncIterable<ArchiveFile>,
  out: PassThrough,
  { at, zip64 }: { at: Date; zip64: boolean },
): Promise<void> {
  const zip = new ZipWriter(Writable.toWeb(out), { useWebWorkers: false, zip64, lastModDate: at });
  for await (const { name, content, stored } of files) {
    await zip.add(name, Readable.toWeb(Readable.from(bytesOf(content))), stored === true ? { level: 0 } : {});
  }
  await zip.close();
}

async function* bytesOf(content: ArchiveFile["content"]): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === "string" ? Buffer.from(part) : part;
}
