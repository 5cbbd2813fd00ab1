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
  /** Names the file. */
  table: string;
  columns: readonly TableColumn<Row>[];
  /** Rows that the filters let through; of the whole table where `whole` is true. */
  open(whole: boolean, signal: AbortSignal): Promise<CsvReading<Row>>;
  /** Null while they are not counted yet. */
  matched: number | null;
  held: number;
  /** What a row of the file is, where that is not plain; said before the file is saved. */
  unit?: string;
  /** A sentence that says what part of all is here to be written; said before, after, and in the file. */
  covers?: string | null;
}

export type CsvState =
  | { kind: "idle" }
  | { kind: "running"; done: number; total: number; stop: AbortController }
  | { kind: "said"; words: string };

const IDLE: CsvState = { kind: "idle" };

/** What became of the latest file of each table. It outlives the screen: review or another tab ends no file. */
const jobs = createStore<Readonly<Record<string, CsvState>>>(() => ({}));

/** Tables whose button is on the screen: only there is it said which file was written. */
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

/** Writes a file in the background, one at a time for each table; `useCsvState` tells how far it is. */
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
    // Who left need not be told of a file that the browser shows, and whoever signs in next must not be.
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

/** A file that does not hold everything says so in each row, since its name and its first line are given. */
function withCoverage<Row>(
  columns: readonly TableColumn<Row>[],
  covers: string | null,
): readonly TableColumn<Row>[] {
  if (covers === null) return columns;
  return [...columns, { id: "covers", type: "string", label: words.covers, value: () => covers }];
}
