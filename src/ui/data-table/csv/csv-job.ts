import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { csvFileName } from "../../../domain/table/table-csv.ts";
import { tableMessages } from "../../../messages/table.ts";
import type { TableColumn } from "../table-column.ts";
import { startCsvEncoder } from "./csv-encoder.ts";
import { type CsvReading, exportCsv } from "./csv-export.ts";
import { openCsvSink } from "./csv-sink.ts";

const { csv: words } = tableMessages;

export interface CsvSource<Row> {
  table: string;
  columns: readonly TableColumn<Row>[];
  open(whole: boolean, signal: AbortSignal): Promise<CsvReading<Row>>;
  matched: number | null;
  held: number;
  /** The meaning of one row of the file, where it is not obvious. */
  unit?: string;
  /** The part of all rows that is on this device; shown before and after, and written in the file. */
  covers?: string | null;
}

export type CsvState =
  | { kind: "idle" }
  | { kind: "running"; done: number; total: number; stop: AbortController }
  | { kind: "said"; words: string };

const IDLE: CsvState = { kind: "idle" };

/** The state of each table's latest file. It outlives the screen, so that leaving does not cancel a file. */
const jobs = createStore<Readonly<Record<string, CsvState>>>(() => ({}));

/** Tables whose button is on the screen: only these announce their file. */
const watched = new Set<string>();

export function useCsvState(table: string): CsvState {
  useEffect(() => {
    watched.add(table);
    return () => {
      watched.delete(table);
      if (jobs.getState()[table]?.kind === "said") jobs.setState({ [table]: IDLE });
    };
  }, [table]);
  return useStore(jobs, (states) => states[table] ?? IDLE);
}

/** Writes a file in the background, one at a time for each table; progress is in `useCsvState`. */
export async function saveCsv<Row>(source: CsvSource<Row>, whole: boolean): Promise<void> {
  const { table } = source;
  const say = (state: CsvState) => jobs.setState({ [table]: state });
  if (jobs.getState()[table]?.kind === "running") return;
  const stop = new AbortController();
  const total = whole ? source.held : (source.matched ?? source.held);
  const name = csvFileName(table);
  const sink = await openCsvSink(name, total);
  if (sink === null) return;
  say({ kind: "running", done: 0, total, stop });
  let encoder: ReturnType<typeof startCsvEncoder> | null = null;
  try {
    encoder = startCsvEncoder();
    const written = await exportCsv({
      columns: withCoverage(source.columns, source.covers ?? null),
      open: (signal) => source.open(whole, signal),
      encoder,
      sink,
      onProgress: (done, of) => say({ kind: "running", done, total: of, stop }),
      signal: stop.signal,
    });
    // No message after the screen was left: the browser shows the file, and the next user must not read it.
    say(
      watched.has(table)
        ? { kind: "said", words: [words.done(name, written), source.covers ?? ""].join(" ").trim() }
        : IDLE,
    );
  } catch {
    say({ kind: "said", words: stop.signal.aborted ? words.cancelled : words.failed });
  } finally {
    encoder?.stop();
  }
}

/** A partial file says so in each row, because its name and header are fixed by the specification. */
function withCoverage<Row>(
  columns: readonly TableColumn<Row>[],
  covers: string | null,
): readonly TableColumn<Row>[] {
  if (covers === null) return columns;
  return [...columns, { id: "covers", type: "string", label: words.covers, value: () => covers }];
}
