import { type FormEvent, useEffect, useId, useState } from "react";
import {
  isSameChoice,
  isWider,
  type KeepChoice,
  MOST_GROUPS_KEPT,
  UNGROUPED,
} from "../../domain/kept-on-device.ts";
import { KEPT } from "../../messages/kept.ts";
import { CANCEL } from "../../messages/words.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { SyncEstimates } from "../../protocol/sync-estimate.ts";
import { Button } from "../../ui/button.tsx";
import { useServices } from "../services.tsx";
import { useSyncStatus } from "../use-sync.ts";
import styles from "./kept-form.module.css";

/** The windows that are offered, the least first; null is everything. */
const DAYS = [7, 30, 90, 365, null] as const;

type Estimates = SyncEstimates["message"];

interface KeptFormProps {
  choice: KeepChoice;
  groups: readonly Group[];
  /** Null: nothing is to change. */
  onDone(choice: KeepChoice | null): void;
}

/** Days and groups, with what each brings before it is chosen. */
export function KeptForm({ choice, groups, onDone }: KeptFormProps) {
  const [days, setDays] = useState(choice.days);
  const [chosen, setChosen] = useState(choice.groups);
  const { estimates, phase } = useEstimates();
  const name = useId();
  const wanted: KeepChoice = { days, groups: chosen };
  const isSame = isSameChoice(wanted, choice);
  const ids = [...groups.map(({ group_id }) => String(group_id)), UNGROUPED];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(isSame ? null : wanted);
  };
  const toggle = (id: string) =>
    setChosen((before) =>
      before?.includes(id) ? before.filter((one) => one !== id) : [...(before ?? []), id],
    );

  return (
    <form className={styles.form} onSubmit={submit}>
      <fieldset className={styles.options}>
        <legend className="visually-hidden">{KEPT.title}</legend>
        {DAYS.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name={`${name}-days`}
              checked={days === option}
              onChange={() => setDays(option)}
            />
            <span>{KEPT.days(option)}</span>
            <Size of={sizeOf(estimates, option, chosen)} />
          </label>
        ))}
      </fieldset>
      <p className={styles.hint} role="status">
        {phase === "told" ? KEPT.sizesHelp : phase === "asking" ? KEPT.sizesLoading : KEPT.sizesOffline}
      </p>
      {groups.length > 0 && (
        <fieldset className={styles.options}>
          <legend className={styles.legend}>{KEPT.groups}</legend>
          <label className={styles.option}>
            <input
              type="radio"
              name={`${name}-groups`}
              checked={chosen === null}
              onChange={() => setChosen(null)}
            />
            <span>{KEPT.allGroups}</span>
          </label>
          <label className={styles.option}>
            <input
              type="radio"
              name={`${name}-groups`}
              checked={chosen !== null}
              onChange={() => setChosen(ids.slice(0, MOST_GROUPS_KEPT))}
            />
            <span>{KEPT.someGroups}</span>
          </label>
          {chosen !== null && (
            <div className={styles.groups}>
              {ids.map((id) => (
                <label key={id} className={styles.option}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    disabled={!chosen.includes(id) && chosen.length >= MOST_GROUPS_KEPT}
                    onChange={() => toggle(id)}
                  />
                  <span>
                    {KEPT.groupName(id, groups.find(({ group_id }) => String(group_id) === id)?.group_name)}
                  </span>
                  <Size of={sizeOf(estimates, days, [id])} />
                </label>
              ))}
            </div>
          )}
        </fieldset>
      )}
      {chosen?.length === 0 && <p className={styles.hint}>{KEPT.chooseGroup}</p>}
      {!isSame && chosen?.length !== 0 && (
        <p className={styles.hint}>{isWider(choice, wanted) ? KEPT.narrower : KEPT.wider}</p>
      )}
      <div className={styles.acts}>
        <Button type="submit" variant="primary" disabled={isSame || chosen?.length === 0}>
          {KEPT.keep}
        </Button>
        <Button onClick={() => onDone(null)}>{CANCEL}</Button>
      </div>
    </form>
  );
}

function Size({ of }: { of: { rows: number; bytes: number } | null }) {
  return of === null ? null : <span className={styles.size}>{KEPT.size(of.rows, of.bytes)}</span>;
}

/** Rows of several groups add up, since a Sentinel is in at most one. */
function sizeOf(estimates: Estimates | null, days: number | null, groups: KeepChoice["groups"]) {
  const window = estimates?.find((one) => one.days === days);
  if (window === undefined) return null;
  if (groups === null) return window.total;
  const own = window.groups.filter(({ group_id }) => groups.includes(group_id));
  return own.reduce((sum, { rows, bytes }) => ({ rows: sum.rows + rows, bytes: sum.bytes + bytes }), {
    rows: 0,
    bytes: 0,
  });
}

/** Asked for when the form opens, and again when the connection is back. */
function useEstimates(): { estimates: Estimates | null; phase: "asking" | "told" | "offline" } {
  const { keep } = useServices();
  const online = useSyncStatus().phase === "online";
  const [answer, setAnswer] = useState<{ estimates: Estimates | null } | null>(null);
  useEffect(() => {
    if (!online) return;
    const abort = new AbortController();
    keep.estimates(abort.signal).then(
      (estimates) => abort.signal.aborted || setAnswer({ estimates }),
      () => abort.signal.aborted || setAnswer({ estimates: null }),
    );
    return () => abort.abort();
  }, [keep, online]);
  const estimates = answer?.estimates ?? null;
  if (estimates !== null) return { estimates, phase: "told" };
  return { estimates, phase: online && answer === null ? "asking" : "offline" };
}
