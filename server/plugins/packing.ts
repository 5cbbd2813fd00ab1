import { constants } from "node:zlib";
import type { FastifyCompressOptions } from "@fastify/compress";

/** Smaller answers gain nothing from compression. */
const COMPRESS_FROM_BYTES = 1024;

/** How answers are packed. @param quality of brotli, 1 to 11: what is read once over a good line is packed quickly */
export function packing(quality = 1): FastifyCompressOptions {
  return {
    encodings: ["br", "gzip"],
    requestEncodings: ["gzip"],
    threshold: COMPRESS_FROM_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
    zlibOptions: { level: 4 },
  };
}
