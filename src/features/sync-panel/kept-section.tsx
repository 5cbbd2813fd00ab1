import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import { isWider } from "../../domain/kept-on-device.ts";
import { KEPT } from "../../messages/kept.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useServices } from "../services.tsx";
import { useSyncStatus } from "../use-sync.ts";
import { KeptForm } from "./kept-form.tsx";
import styles from "./sync-panel.module.css";

/** What is kept on this device, and the way to keep more or less. */
export function KeptSection() {
  const { mirror, keep } = useServices();
  const { phase } = useSyncStatus();
  const [changing, setChanging] = useState(false);
  const kept = useLiveQuery(() => mirror.kept(), [mirror]);
  const groups = useLiveQuery(() => mirror.groups(), [mirror]);
  const packs = useLiveQuery(() => mirror.packs(), [mirror]);
  if (kept === undefined || groups === undefined || packs === undefined) return null;
  const choice = kept.choice ?? { days: null, groups: null };
  const names = choice.groups?.map((id) =>
    KEPT.groupName(id, groups.find(({ group_id }) => String(group_id) === id)?.group_name),
  );
  const keepsMore = isWider(kept.covers, choice);
  const isPending = kept.takesChoice && (isWider(choice, kept.covers) || (keepsMore && packs.length === 0));
  const mayChoose = kept.takesChoice || kept.choice !== null || !kept.complete;

  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{KEPT.title}</h3>
        {mayChoose && !changing && (
          <Button variant="plain" aria-label={KEPT.changeWhat} onClick={() => setChanging(true)}>
            {KEPT.change}
          </Button>
        )}
      </div>
      {kept.trimmed && (
        <Notice
          tone="info"
          action={
            <Button variant="plain" onClick={() => void keep.choose(choice)}>
              {KEPT.fetchAgain}
            </Button>
          }
        >
          {KEPT.trimmed}
        </Notice>
      )}
      {kept.choice?.by === "app" && <Notice tone="info">{KEPT.byApp}</Notice>}
      {changing ? (
        <KeptForm
          choice={choice}
          groups={groups}
          onDone={(wanted) => {
            setChanging(false);
            if (wanted !== null) void keep.choose(wanted);
          }}
        />
      ) : (
        <p className={styles.words}>
          {mayChoose ? KEPT.current(choice.days, names ?? null) : KEPT.noChoice}{" "}
          {keepsMore && packs.length > 0 && KEPT.packedToo(kept.covers.days)}{" "}
          {isPending && phase !== "online" && KEPT.pending}
        </p>
      )}
    </section>
  );
}
