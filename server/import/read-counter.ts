import type { PackageFiles, PackageSource } from "../../src/formats/source/package-source.ts";

/** Counts the bytes that are read, for a progress bar. */
export interface ReadCounter {
  /** Bytes of all files of the package as they are stored; grows when a reader reads a file again. */
  total: number;
  /** Never decreases, and reaches `total` when every file that was opened has been read to its end. */
  read: number;
}

/**
 * The same package, whose reading moves the counter. Bytes of an archive are counted in proportion to the inflated
 * bytes of its tables, because its directory and what is no table are not read.
 */
export function countReads(files: PackageFiles, source: PackageSource, counter: ReadCounter): PackageSource {
  const counted = new Map<string, number>();
  counter.read = 0;
  counter.total = 0;
  for (const { storedBytes } of files.values()) counter.total += storedBytes;
  return {
    names: source.names,
    async *open(name) {
      const { bytes = 0, storedBytes = 0 } = files.get(name) ?? {};
      if (counted.get(name) === storedBytes) {
        counter.total += storedBytes;
        counted.delete(name);
      }
      // A reader that stopped early, for example after the heading, has counted its part already.
      const countUpTo = (stored: number): void => {
        const before = counted.get(name) ?? 0;
        if (stored <= before) return;
        counter.read += stored - before;
        counted.set(name, stored);
      };
      let given = 0;
      for await (const chunk of source.open(name)) {
        given += chunk.length;
        countUpTo(Math.floor((storedBytes * Math.min(given, bytes)) / Math.max(bytes, 1)));
        yield chunk;
      }
      countUpTo(storedBytes);
    },
  };
}
