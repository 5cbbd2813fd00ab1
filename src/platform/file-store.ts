export interface StoredFile {
  name: string;
  bytes: number;
}

/** Large files of this site in the browser's private file system (OPFS), in one folder of their own. */
export interface FileStore {
  /** Empty where the browser has no such storage. */
  list(): Promise<readonly StoredFile[]>;
  /** Null where there is none of this name. */
  open(name: string): Promise<File | null>;
  /**
   * Writes a file as it comes. Cancelled or failed, nothing of it stays, and a file of the same name stays as it was.
   * @param onBytes called with how much has come
   * @throws where it cannot be stored, or reading fails
   */
  save(
    name: string,
    content: ReadableStream<Uint8Array>,
    options: { signal: AbortSignal; onBytes(bytes: number): void },
  ): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Whether this browser can store files; older ones cannot write them from a page. */
export function canStoreFiles(): boolean {
  return (
    typeof navigator.storage?.getDirectory === "function" &&
    "createWritable" in (globalThis.FileSystemFileHandle?.prototype ?? {})
  );
}

export function browserFileStore(folderName: string): FileStore {
  const folder = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });
  return {
    async list() {
      if (!canStoreFiles()) return [];
      const files: StoredFile[] = [];
      for await (const handle of valuesOf(await folder())) {
        if (handle.kind !== "file") continue;
        const { size } = await (handle as FileSystemFileHandle).getFile();
        // A save that was broken off by the browser's end leaves an empty file.
        if (size > 0) files.push({ name: handle.name, bytes: size });
      }
      return files;
    },

    async open(name) {
      if (!canStoreFiles()) return null;
      try {
        const file = await (await (await folder()).getFileHandle(name)).getFile();
        return file.size > 0 ? file : null;
      } catch {
        return null;
      }
    },

    async save(name, content, { signal, onBytes }) {
      const parent = await folder();
      const handle = await parent.getFileHandle(name, { create: true });
      // Written beside the file; only closing it puts it in the file's place.
      const writable = await handle.createWritable();
      let bytes = 0;
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          onBytes(bytes);
          controller.enqueue(chunk);
        },
      });
      try {
        await content.pipeThrough(counting).pipeTo(writable, { signal });
      } catch (error) {
        const left = await handle.getFile().catch(() => null);
        if (left?.size === 0) await parent.removeEntry(name).catch(() => undefined);
        throw error;
      }
    },

    async remove(name) {
      await (await folder()).removeEntry(name).catch(() => undefined);
    },
  };
}

/** The folder's iterator, which the types of the DOM leave out. */
function valuesOf(folder: FileSystemDirectoryHandle): AsyncIterable<FileSystemHandle> {
  return (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values();
}
