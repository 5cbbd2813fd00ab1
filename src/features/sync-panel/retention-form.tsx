import { type FormEvent, useEffect, useId, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useSyncStatus } from "../../client/use-sync.ts";
import { isSameChoice, isWider, type RetentionChoice } from "../../domain/offline/retention.ts";
import { RETENTION } from "../../messages/offline/retention.ts";
import { CANCEL } from "../../messages/words.ts";
import { ChoiceOption, ChoiceSet } from "../../parts/choice-set.tsx";
import { GroupChoice } from "../../parts/group-choice.tsx";
import type { Group } from "../../protocol/shapes.ts";
import type { SyncEstimates } from "../../protocol/sync-estimate.ts";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./retention-form.module.css";

/** Days, ascending; null is everything. */
const DAYS = [7, 30, 90, 365, null] as const;

type Estimates = SyncEstimates["message"];

interface RetentionFormProps {
  choice: RetentionChoice;
  groups: readonly Group[];
  onDone(choice: RetentionChoice | null): void;
}

/** Days and groups, each with its estimated rows. */
export function RetentionForm({ choice, groups, onDone }: RetentionFormProps) {
  const [days, setDays] = useState(choice.days);
  const [chosen, setChosen] = useState(choice.groups);
  const { estimates, phase } = useEstimates();
  const name = useId();
  const wanted: RetentionChoice = { days, groups: chosen };
  const isSame = isSameChoice(wanted, choice);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(isSame ? null : wanted);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <ChoiceSet title={RETENTION.title} hidden>
        {DAYS.map((option) => (
          <ChoiceOption
            key={option}
            type="radio"
            name={`${name}-days`}
            checked={days === option}
            onChange={() => setDays(option)}
            words={RETENTION.days(option)}
            size={sizeOf(estimates, option, chosen)}
          />
        ))}
      </ChoiceSet>
      <p className={styles.hint} role="status">
        {phase === "estimated"
          ? RETENTION.sizesHelp
          : phase === "asking"
            ? RETENTION.sizesLoading
            : RETENTION.sizesOffline}
      </p>
      <GroupChoice
        groups={groups}
        chosen={chosen}
        onChosen={setChosen}
        beginsWithAll
        size={(id) => sizeOf(estimates, days, [id])}
      />
      {!isSame && chosen?.length !== 0 && (
        <p className={styles.hint}>{isWider(choice, wanted) ? RETENTION.narrower : RETENTION.wider}</p>
      )}
      <div className={styles.acts}>
        <Button type="submit" variant="primary" disabled={isSame || chosen?.length === 0}>
          {RETENTION.keep}
        </Button>
        <Button onClick={() => onDone(null)}>{CANCEL}</Button>
      </div>
    </form>
  );
}

/** Rows of groups add up, because a Sentinel is in at most one. */
function sizeOf(
  estimates: Estimates | null,
  days: number | null,
  groups: RetentionChoice["groups"],
): string | null {
  const window = estimates?.find((one) => one.days === days);
  if (window === undefined) return null;
  const parts =
    groups === null ? [window.total] : window.groups.filter(({ group_id }) => groups.includes(group_id));
  const sum = (of: "rows" | "bytes") => parts.reduce((so, part) => so + part[of], 0);
  return RETENTION.size(sum("rows"), sum("bytes"));
}

/** Read when the form opens, and again after reconnecting. */
function useEstimates(): { estimates: Estimates | null; phase: "asking" | "estimated" | "offline" } {
  const { retention: control } = useServices();
  const online = useSyncStatus().phase === "online";
  const [answer, setAnswer] = useState<{ estimates: Estimates | null } | null>(null);
  useEffect(() => {
    if (!online) return;
    const abort = new AbortController();
    control.estimates(abort.signal).then(
      (estimates) => abort.signal.aborted || setAnswer({ estimates }),
      () => abort.signal.aborted || setAnswer({ estimates: null }),
    );
    return () => abort.abort();
  }, [control, online]);
  const estimates = answer?.estimates ?? null;
  if (estimates !== null) return { estimates, phase: "estimated" };
  return { estimates, phase: online && answer === null ? "asking" : "offline" };
}
