import Download from "lucide-react/icons/download";
import { type ReactNode, useState } from "react";
import { tableMessages } from "../../../messages/table.ts";
import { Button } from "../../controls/button.tsx";
import { ProgressBar } from "../../feedback/progress.tsx";
import styles from "../table-tools.module.css";
import { ToolPopover } from "../tools/tool-popover.tsx";
import { type CsvSource, saveCsv, useCsvState } from "./csv-job.ts";

const { csv: words } = tableMessages;

/** Saves the matching rows or all of them, also offline, and continues while the panel is closed. */
export function CsvButton<Row>({ source, trigger }: { source: CsvSource<Row>; trigger?: ReactNode }) {
  return (
    <>
      <ToolPopover words={words} icon={<Download size={16} aria-hidden="true" />} trigger={trigger}>
        {() => <CsvPanel source={source} />}
      </ToolPopover>
      <CsvStatus table={source.table} />
    </>
  );
}

/** How the file of a table ended, for screen readers, also while the panel is closed. */
export function CsvStatus({ table }: { table: string }) {
  const state = useCsvState(table);
  return (
    <span className="visually-hidden" role="status">
      {state.kind === "said" && state.words}
    </span>
  );
}

/** Which rows, and how far the file is. */
export function CsvPanel<Row>({ source }: { source: CsvSource<Row> }) {
  const [whole, setWhole] = useState(false);
  const state = useCsvState(source.table);
  return (
    <>
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
      {source.unit && <p className={styles.said}>{source.unit}</p>}
      {source.covers && <p className={styles.said}>{source.covers}</p>}
      {state.kind === "running" ? (
        <>
          <ProgressBar value={state.done} max={state.total} label={words.heading} />
          <p className={styles.said}>{words.progress(state.done, state.total)}</p>
          <Button onClick={() => state.stop.abort()}>{words.cancel}</Button>
        </>
      ) : (
        <>
          {state.kind === "said" && <p className={styles.said}>{state.words}</p>}
          <Button variant="primary" onClick={() => void saveCsv(source, whole)}>
            {words.save}
          </Button>
        </>
      )}
    </>
  );
}
