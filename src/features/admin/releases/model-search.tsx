import Plus from "lucide-react/icons/plus";
import { useDeferredValue, useId, useMemo, useState } from "react";
import type { ServerList } from "../../../client/server-list.ts";
import { allWords, searchWords, wordsHeld } from "../../../domain/text-search.ts";
import { RELEASES } from "../../../messages/admin/releases.ts";
import { TRY_AGAIN } from "../../../messages/words.ts";
import type { Alg } from "../../../protocol/shapes.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { ReadyTag } from "../algs/alg-columns.tsx";
import styles from "./releases.module.css";

const SHOWN = 6;
const NONE: readonly Alg[] = [];

interface ModelSearchProps {
  algs: ServerList<Alg>;
  onRetry(): void;
  /** Of the models that the draft has; they are not offered again. */
  taken: ReadonlySet<string>;
  onAdd(alg: Alg): void;
}

/** Finds an alg by its name, framework or id, and adds it. */
export function ModelSearch({ algs, onRetry, taken, onAdd }: ModelSearchProps) {
  const id = useId();
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const rows = algs.kind === "loaded" ? algs.rows : NONE;
  const found = useMemo(() => {
    const words = searchWords(wanted);
    const all = allWords(words);
    return rows.filter(
      (alg) => !taken.has(alg.alg_id) && wordsHeld(words, [alg.alg_name, alg.framework, alg.alg_id]) === all,
    );
  }, [rows, taken, wanted]);
  if (algs.kind === "loading") return <p role="status">{RELEASES.algsLoading}</p>;
  if (algs.kind !== "loaded") {
    return (
      <Notice
        tone="info"
        action={
          <Button variant="plain" onClick={onRetry}>
            {TRY_AGAIN}
          </Button>
        }
      >
        {RELEASES.algsMissing}
      </Notice>
    );
  }
  if (rows.length === 0) return <Notice tone="info">{RELEASES.noAlgs}</Notice>;
  return (
    <div className={styles.search}>
      <label className={styles.searchLabel} htmlFor={id}>
        {RELEASES.search}
      </label>
      <input
        id={id}
        type="search"
        className={styles.findClass}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul className={styles.found} aria-label={RELEASES.found}>
        {found.slice(0, SHOWN).map((alg) => (
          <li key={alg.alg_id} className={styles.foundAlg}>
            <span className={styles.foundWords}>
              <span className={styles.modelName}>{alg.alg_name}</span>
              <span className={styles.quiet}>{[alg.alg_id, alg.framework].join(" · ")}</span>
            </span>
            <ReadyTag alg={alg} />
            <Button
              icon={<Plus size={16} aria-hidden="true" />}
              aria-label={RELEASES.addModel(alg.alg_name)}
              onClick={() => {
                onAdd(alg);
                setText("");
              }}
            >
              {RELEASES.add}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.quiet} role="status">
        {found.length === 0
          ? RELEASES.noneFound
          : found.length > SHOWN && RELEASES.moreFound(found.length - SHOWN)}
      </p>
    </div>
  );
}
