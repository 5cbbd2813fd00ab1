import { Download } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { csvFileName } from "../../domain/table-csv.ts";
import { tableMessages } from "../../messages/table.ts";
import { Button } from "../button.tsx";
import { Popover } from "../popover.tsx";
import { ProgressBar } from "../progress.tsx";
import { startCsvEncoder } from "./csv-encoder.ts";
import { type CsvReading, exportCsv } from "./csv-export.ts";
import { openCsvSink } from "./csv-sink.ts";
import type { TableColumn } from "./table-column.ts";
import styles from "./table-tools.module.css";

const { csv: words } = tableMessages;

export interface CsvSource<Row> {
  /** Names the file. */
  table: string;
  columns: readonly TableColumn<Row>[];
  /** Rows that the filters let through; of the whole table where `whole` is true. */
  open(whole: boolean, signal: AbortSignal): Promise<CsvReading<Row>>;
  matched: number;
  held: number;
}

type State =
  | { kind: "idle" }
  | { kind: "running"; done: number; total: number }
  | { kind: "said"; words: string };

/** Saves what the filters let through, or everything, without the network. Goes on while its panel is closed. */
export function CsvButton<Row>({ source, trigger }: { source: CsvSource<Row>; trigger?: ReactNode }) {
  const [whole, setWhole] = useState(false);
  const [state, setState] = useState<State>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const save = async () => {
    const stop = new AbortController();
    running.current = stop;
    const total = whole ? source.held : source.matched;
    const name = csvFileName(source.table);
    const sink = await openCsvSink(name, total);
    if (sink === null) return;
    setState({ kind: "running", done: 0, total });
    const encoder = startCsvEncoder();
    try {
      const written = await exportCsv({
        columns: source.columns,
        open: (signal) => source.open(whole, signal),
        encoder,
        sink,
        onProgress: (done, of) => setState({ kind: "running", done, total: of }),
        signal: stop.signal,
      });
      setState({ kind: "said", words: words.done(name, written) });
    } catch {
      setState({ kind: "said", words: stop.signal.aborted ? words.cancelled : words.failed });
    } finally {
      encoder.stop();
    }
  };

  return (
    <>
      <Popover
        label={words.heading}
        align="end"
        trigger={(attributes) => (
          <Button
            variant="plain"
            className={styles.tool}
            {...attributes}
            aria-label={words.button}
            title={words.heading}
            icon={<Download size={16} aria-hidden="true" />}
          >
            {trigger === undefined ? <span className={styles.word}>{words.button}</span> : trigger}
          </Button>
        )}
      >
        {() => (
          <div className={styles.panel}>
            <fieldset className={styles.group} disabled={state.kind === "running"}>
              <legend className={styles.legend}>{words.heading}</legend>
              <label className={styles.choice}>
                <input type="radio" name="csv-rows" checked={!whole} onChange={() => setWhole(false)} />
                {words.filtered(source.matched)}
              </label>
              <label className={styles.choice}>
                <input type="radio" name="csv-rows" checked={whole} onChange={() => setWhole(true)} />
                {words.whole}
              </label>
            </fieldset>
            {state.kind === "running" ? (
              <>
                <ProgressBar value={state.done} max={state.total} label={words.heading} />
                <p className={styles.said}>{words.progress(state.done, state.total)}</p>
                <Button onClick={() => running.current?.abort()}>{words.cancel}</Button>
              </>
            ) : (
              <>
                {state.kind === "said" && <p className={styles.said}>{state.words}</p>}
                <Button variant="primary" onClick={() => void save()}>
                  {words.save}
                </Button>
              </>
            )}
          </div>
        )}
      </Popover>
      <span className="visually-hidden" role="status">
        {state.kind === "said" && state.words}
      </span>
    </>
  );
}
