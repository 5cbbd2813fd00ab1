/** Bytes that can be read from any place: a file, or memory. */
export interface ByteFile {
  /** In bytes. */
  readonly size: number;
  /** Rejects with the system's error when the file cannot be opened. */
  open(): Promise<ByteReader>;
}

export interface ByteReader {
  /**
   * The `length` bytes from `offset` on; fewer where the file ends before. Rejects with the system's error when they
   * cannot be read.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function memoryFile(bytes: Uint8Array): ByteFile {
  const reader: ByteReader = {
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    close: async () => undefined,
  };
  return { size: bytes.length, open: async () => reader };
}
