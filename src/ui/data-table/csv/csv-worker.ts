import { type CsvBatch, csvLines } from "./csv-rows.ts";

/** Encodes in a worker, so that a long file does not block input or frames. */
self.addEventListener("message", ({ data }: MessageEvent<CsvBatch>) => {
  const bytes = new TextEncoder().encode(csvLines(data));
  self.postMessage(bytes, { transfer: [bytes.buffer] });
});
