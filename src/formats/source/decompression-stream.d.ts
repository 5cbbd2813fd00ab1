/**
 * The part of the WHATWG Compression standard that readers use: browsers and Node have it, the ES libraries do not
 * declare it.
 */
declare class DecompressionStream {
  constructor(format: "gzip");
  readonly writable: {
    getWriter(): {
      readonly closed: Promise<undefined>;
      write(piece: Uint8Array): Promise<void>;
      close(): Promise<void>;
      abort(reason?: unknown): Promise<void>;
    };
  };
  readonly readable: {
    getReader(): {
      readonly closed: Promise<undefined>;
      read(): Promise<{ done: false; value: Uint8Array } | { done: true; value?: undefined }>;
      cancel(reason?: unknown): Promise<void>;
    };
  };
}
