import { constants } from "node:zlib";
import type { FastifyCompressOptions } from "@fastify/compress";

/** Smaller responses gain nothing from compression. */
const COMPRESS_FROM_BYTES = 1024;

/**
 * How HTTP bodies are compressed.
 *
 * @param quality of brotli, 1 to 11; a response is read once, so a low one costs the least time in all
 */
export function compression(quality = 1): FastifyCompressOptions {
  return {
    encodings: ["br", "gzip"],
    // Bodies of requests are decompressed by plugins/request-bodies.ts.
    globalDecompression: false,
    threshold: COMPRESS_FROM_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
    zlibOptions: { level: 4 },
  };
}
