import type { PackageSource } from "../../../src/formats/source/package-source.ts";

/** A package of files given as text or bytes; `chunkBytes` sets in what pieces they arrive. */
export function memorySource(
  files: Readonly<Record<string, string | Uint8Array>>,
  chunkBytes = 64 * 1024,
): PackageSource {
  return {
    names: Object.keys(files),
    async *open(name) {
      const content = files[name];
      if (content === undefined) throw new Error(`no file ${name}`);
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
}
