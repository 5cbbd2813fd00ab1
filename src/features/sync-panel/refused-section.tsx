import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { SYNC } from "../../messages/sync.ts";
import type { InsightRow } from "../../query/insight-view.ts";
import type { RefusedItem } from "../../sync/review-outbox.ts";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/chip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useServices } from "../services.tsx";
import { useOutboxState } from "../use-sync.ts";
import styles from "./sync-panel.module.css";

const SHOWN_AT_FIRST = 10;

/** What the server did not plainly apply, entry by entry, until the person puts each away. */
export function RefusedSection() {
  const { refused } = useOutboxState();
  const [all, setAll] = useState(false);
  if (refused.length === 0) return null;
  const shown = all ? refused : refused.slice(0, SHOWN_AT_FIRST);
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{SYNC.refused}</h3>
        <Tag tone="danger">{SYNC.toLookAt(refused.length)}</Tag>
      </div>
      <ul className={styles.list}>
        {shown.map((item) => (
          <Refused key={item.id} item={item} />
        ))}
      </ul>
      {shown.length < refused.length && (
        <Button variant="plain" onClick={() => setAll(true)}>
          {SYNC.showAll(refused.length)}
        </Button>
      )}
    </section>
  );
}

function Refused({ item }: { item: RefusedItem }) {
  const { outbox } = useServices();
  const insight = useInsight(item.insightId);
  const name = insight?.className ?? SYNC.unknownInsight;
  const by = item.outcome === "overrode" ? item.by : null;
  return (
    <li className={styles.refused}>
      <Thumbnail insight={insight} />
      <div>
        <strong>{name}</strong>
        {insight && <span className={styles.small}> · {insight.displayName}</span>}
        <p className={styles.small}>{by === null ? SYNC.outcomes[item.outcome] : SYNC.overrodeBy(by)}</p>
      </div>
      <IconButton
        label={SYNC.dismissOne(name)}
        icon={<X size={18} />}
        onClick={() => void outbox.dismissOutcomes([item.id])}
      />
    </li>
  );
}

function useInsight(insightId: string): InsightRow | null {
  const { insights } = useServices();
  const [insight, setInsight] = useState<InsightRow | null>(null);
  useEffect(() => {
    let current = true;
    insights.insight(insightId).then(
      (row) => current && setInsight(row),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [insights, insightId]);
  return insight;
}

/** The picture where this device has it or can fetch it; its place stays where not. */
function Thumbnail({ insight }: { insight: InsightRow | null }) {
  const { photos } = useServices();
  const [url, setUrl] = useState<string | null>(null);
  const deviceId = insight?.deviceId;
  const photoUrl = insight?.photoUrl;

  useEffect(() => {
    if (deviceId === undefined || !photoUrl) return;
    const abort = new AbortController();
    let made: string | null = null;
    photos.thumbnail({ deviceId, photoUrl }, abort.signal).then(
      (answer) => {
        if (abort.signal.aborted || answer.kind !== "image") return;
        made = URL.createObjectURL(answer.blob);
        setUrl(made);
      },
      () => undefined,
    );
    return () => {
      abort.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [photos, deviceId, photoUrl]);

  return <span className={styles.thumbnail}>{url && <img src={url} alt="" />}</span>;
}
