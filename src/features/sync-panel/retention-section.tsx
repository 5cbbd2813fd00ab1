import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useSyncStatus } from "../../client/use-sync.ts";
import { isWider } from "../../domain/offline/retention.ts";
import { RETENTION } from "../../messages/offline/retention.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { RetentionForm } from "./retention-form.tsx";
import styles from "./sync-panel.module.css";

export function RetentionSection() {
  const { mirror, retention: control } = useServices();
  const { phase } = useSyncStatus();
  const [changing, setChanging] = useState(false);
  const retention = useLiveQuery(() => mirror.retention(), [mirror]);
  const groups = useLiveQuery(() => mirror.groups(), [mirror]);
  const sets = useLiveQuery(() => mirror.offlineSets(), [mirror]);
  if (retention === undefined || groups === undefined || sets === undefined) return null;
  const choice = retention.choice ?? { days: null, groups: null };
  const names = choice.groups?.map((id) =>
    RETENTION.groupName(id, groups.find(({ group_id }) => String(group_id) === id)?.group_name),
  );
  const keepsMore = isWider(retention.covers, choice);
  const isPending =
    retention.takesChoice && (isWider(choice, retention.covers) || (keepsMore && sets.length === 0));
  const mayChoose = retention.takesChoice || retention.choice !== null || !retention.complete;

  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{RETENTION.title}</h3>
        {mayChoose && !changing && (
          <Button variant="plain" aria-label={RETENTION.changeWhat} onClick={() => setChanging(true)}>
            {RETENTION.change}
          </Button>
        )}
      </div>
      {retention.trimmed && (
        <Notice
          tone="info"
          action={
            <Button variant="plain" onClick={() => void control.choose(choice)}>
              {RETENTION.fetchAgain}
            </Button>
          }
        >
          {RETENTION.trimmed}
        </Notice>
      )}
      {retention.choice?.by === "app" && <Notice tone="info">{RETENTION.byApp}</Notice>}
      {changing ? (
        <RetentionForm
          choice={choice}
          groups={groups}
          onDone={(wanted) => {
            setChanging(false);
            if (wanted !== null) void control.choose(wanted);
          }}
        />
      ) : (
        <p className={styles.words}>
          {mayChoose ? RETENTION.current(choice.days, names ?? null) : RETENTION.noChoice}{" "}
          {keepsMore && sets.length > 0 && RETENTION.offlineSetsToo(retention.covers.days)}{" "}
          {isPending && phase !== "online" && RETENTION.pending}
        </p>
      )}
    </section>
  );
}
