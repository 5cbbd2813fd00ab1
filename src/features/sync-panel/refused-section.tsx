import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { shownName, useDeviceEdits, useDevicesView } from "../../client/devices-view.ts";
import { useServices } from "../../client/services.tsx";
import { useOutboxState } from "../../client/use-sync.ts";
import { ALERT_STATUS } from "../../domain/alert/alert-step.ts";
import type { StatusRefusal } from "../../domain/outbox/outbox-record.ts";
import type { RefusedItem } from "../../domain/outbox/projection.ts";
import { fullUtc } from "../../domain/time.ts";
import { REFUSED_EDITS } from "../../messages/fleet/device-fields.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";
import { CapNotice } from "../../parts/cap-notice.tsx";
import { PhotoThumbnail } from "../../parts/photo/photo-thumbnail.tsx";
import { readableName } from "../../parts/species-label.tsx";
import type { OverflowPolicy } from "../../sync/outbox/review-outbox.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Tag } from "../../ui/controls/chip.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { titleOf } from "../../ui/layout/open-modals.ts";
import { RefusedActions } from "./refused-actions.tsx";
import { RefusedEdit } from "./refused-edit.tsx";
import { RefusedStep } from "./refused-step.tsx";
import { SureButton } from "./sure-button.tsx";
import styles from "./sync-panel.module.css";
import { photoOf, useSeenInsight } from "./use-seen-insight.ts";

const SHOWN_AT_FIRST = 10;
const SHOWN_MORE = 50;

/** Refused and conflicting actions, until the person retries or dismisses each. */
export function RefusedSection({ onClose }: { onClose(): void }) {
  const { outbox } = useServices();
  const { refused } = useOutboxState();
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const [sure, setSure] = useState(false);
  const [said, setSaid] = useState("");
  /** The retry that the cap refused, until the person decides. */
  const [capped, setCapped] = useState<readonly string[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  /** @param stays whether the section has an entry left, and with it its heading */
  const focusHeading = (stays: boolean) => {
    const home = stays ? heading.current : titleOf(heading.current?.closest("dialog"));
    home?.focus();
  };
  const retry = async (ids: readonly string[], agreed?: OverflowPolicy) => {
    const before = outbox.getState().refused;
    const answer = await outbox.retryOutcomes(ids, agreed);
    const left = new Set(outbox.getState().refused.map(({ id }) => id));
    const gone = before.filter(({ id }) => !left.has(id));
    setCapped(answer === "capped" ? ids : []);
    setSaid(
      answer === "capped" ? "" : answer === "forbidden" ? SYNC_PANEL.retryForbidden : retriedWords(gone),
    );
    // The focused button may have disappeared with its entry.
    focusHeading(left.size > 0);
  };
  const dismiss = (ids: readonly string[]) => {
    setSure(false);
    setSaid("");
    setCapped([]);
    focusHeading(ids.length < refused.length);
    void outbox.dismissOutcomes(ids);
  };
  if (refused.length === 0) {
    return said === "" ? null : (
      <section className={styles.section}>
        <p role="status">{said}</p>
      </section>
    );
  }
  const all = refused.map(({ id }) => id);
  const applied = refused.filter(({ outcome }) => outcome === "overrode").length;
  const title =
    applied === 0
      ? SYNC_PANEL.refused
      : applied === refused.length
        ? SYNC_PANEL.appliedOver
        : SYNC_PANEL.refusedAndApplied;
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <Tag tone={applied === refused.length ? "neutral" : "danger"}>{SYNC.toLookAt(refused.length)}</Tag>
      </div>
      {said !== "" && <p role="status">{said}</p>}
      {capped.length > 0 && (
        <CapNotice
          step="retry"
          count={capped.length}
          onContinue={() => void retry(capped, "sealFullLists")}
          onLeave={() => {
            setCapped([]);
            heading.current?.focus();
          }}
        />
      )}
      <ul className={styles.list}>
        {refused.slice(0, limit).map((item) => (
          <RefusedEntry
            key={item.id}
            item={item}
            onOpen={onClose}
            onRetry={() => void retry([item.id])}
            onDismiss={() => dismiss([item.id])}
          />
        ))}
      </ul>
      <div className={styles.acts}>
        {limit < refused.length && (
          <Button variant="plain" onClick={() => setLimit(limit + SHOWN_MORE)}>
            {SYNC_PANEL.more(Math.min(SHOWN_MORE, refused.length - limit))}
          </Button>
        )}
        {refused.length > 1 && <Button onClick={() => void retry(all)}>{SYNC_PANEL.retryAll}</Button>}
        {(sure || refused.length > 1) && (
          <SureButton
            sure={sure}
            variant="plain"
            words={SYNC_PANEL.dismissAll(refused.length)}
            question={SYNC_PANEL.dismissSure}
            onAsk={() => setSure(true)}
            onSure={() => dismiss(all)}
          />
        )}
      </div>
    </section>
  );
}

function retriedWords(gone: readonly RefusedItem[]): string {
  if (gone.length === 0) return SYNC_PANEL.notRetried;
  // With both kinds the words are about the list, because it still waits for Save.
  return gone.some((item) => "insightStatus" in item) ? SYNC_PANEL.retried : REFUSED_EDITS.retried;
}

interface RefusedProps<Item extends RefusedItem> {
  item: Item;
  onOpen(): void;
  onRetry(): void;
  onDismiss(): void;
}

function RefusedEntry({ item, ...options }: RefusedProps<RefusedItem>) {
  if ("insightStatus" in item) return <Refused item={item} {...options} />;
  return item.kind === ALERT_STATUS ? (
    <RefusedStep item={item} {...options} />
  ) : (
    <RefusedEdit item={item} {...options} />
  );
}

function Refused({ item, onOpen, onRetry, onDismiss }: RefusedProps<StatusRefusal>) {
  const insight = useSeenInsight(item.insightId, item.seen);
  const edits = useDeviceEdits();
  const devices = useDevicesView()?.devices;
  const className = insight?.className ?? item.seen?.className;
  const name = className === undefined ? SYNC_PANEL.unknownInsight : readableName(className);
  const sentinel = devices?.find(({ device_id }) => device_id === item.deviceId);
  const { username } = useServices();
  const applied = item.outcome === "overrode";
  return (
    <li className={styles.refused}>
      <PhotoThumbnail photo={photoOf(insight)} alt="" className={styles.thumbnail} />
      <div>
        <strong>{name}</strong>
        <span className={styles.small}>
          {" "}
          · {insight ? shownName(edits, insight) : (sentinel?.display_name ?? item.deviceId)}
          {insight === null && item.seen !== undefined && ` · ${fullUtc(item.seen.timeStampMs)}`}
        </span>{" "}
        {applied && (
          <Tag tone="ok" icon={<Check size={14} aria-hidden="true" />}>
            {SYNC_PANEL.applied}
          </Tag>
        )}
        <p className={styles.small}>
          {applied
            ? SYNC_PANEL.overrode(item.insightStatus, { ...item, own: item.by === username })
            : `${SYNC_PANEL.outcomes[item.outcome]}. ${SYNC_PANEL.wanted(item.insightStatus)}`}
        </p>
        {item.said !== undefined && <p className={styles.small}>{SYNC_PANEL.said(item.said)}</p>}
        {insight && (
          <RefusedActions
            name={name}
            mayRetry={insight.status !== item.insightStatus}
            href={`/?tab=insights&archived=1&review=1&image=${encodeURIComponent(item.insightId)}`}
            onRetry={onRetry}
            onOpen={onOpen}
          />
        )}
      </div>
      <IconButton label={SYNC_PANEL.dismissOne(name)} icon={<X size={18} />} onClick={onDismiss} />
    </li>
  );
}
