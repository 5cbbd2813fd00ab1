import { type CsvBatch, csvLines } from "./csv-rows.ts";

/** Writes lines beside the page, so that a long file never holds up a key or a frame. */
self.addEventListener("message", ({ data }: MessageEvent<CsvBatch>) => {
  const bytes = new TextEncoder().encode(csvLines(data));
  self.postMessage(bytes, { transfer: [bytes.buffer] });
});
