import { isExported } from "../../../domain/table/table-csv.ts";
import type { TableColumn } from "../table-column.ts";
import type { CsvEncoder } from "./csv-encoder.ts";
import type { CsvSink } from "./csv-sink.ts";

const BATCH_ROWS = 5000;

/** A snapshot, read in parts. */
export interface CsvReading<Row> {
  matched: number;
  rows(offset: number, limit: number, signal: AbortSignal): Promise<readonly Row[]>;
  release(): void;
}

export interface CsvExport<Row> {
  /** Hidden ones included. */
  columns: readonly TableColumn<Row>[];
  open(signal: AbortSignal): Promise<CsvReading<Row>>;
  encoder: CsvEncoder;
  sink: CsvSink;
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
}

/** Writes all rows and holds one batch at a time. @returns the number of rows */
export async function exportCsv<Row>(job: CsvExport<Row>): Promise<number> {
  const { encoder, sink, signal } = job;
  const exported = job.columns.filter(({ type }) => isExported(type));
  const columns = exported.map(({ label, type }) => ({ label, type }));
  let done = 0;
  let reading: CsvReading<Row> | null = null;
  try {
    reading = await job.open(signal);
    const { matched } = reading;
    for (;;) {
      signal.throwIfAborted();
      const rows = await reading.rows(done, BATCH_ROWS, signal);
      const values = rows.map((row) => exported.map(({ value }) => value(row)));
      const bytes = await encoder.encode({ columns, withHead: done === 0, rows: values });
      signal.throwIfAborted();
      await sink.write(bytes);
      done += rows.length;
      job.onProgress(done, matched);
      if (rows.length === 0 || done >= matched) break;
    }
    await sink.finish();
    return done;
  } catch (error) {
    await sink.abandon();
    throw error;
  } finally {
    reading?.release();
  }
}
