import type { CsvBatch } from "./csv-rows.ts";

export interface CsvEncoder {
  encode(batch: CsvBatch): Promise<Uint8Array<ArrayBuffer>>;
  stop(): void;
}

export function startCsvEncoder(): CsvEncoder {
  const worker = new Worker(new URL("./csv-worker.ts", import.meta.url), { type: "module" });
  return {
    encode: (batch) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => resolve(data);
        worker.onerror = () => reject(new Error("The worker that writes the file has failed."));
        worker.postMessage(batch);
      }),
    stop: () => worker.terminate(),
  };
}
