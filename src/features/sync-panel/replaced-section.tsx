import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { shownName, useDeviceEdits, useDevicesView } from "../../client/devices-view.ts";
import { decideAgain, dismissReplaced, useReplaced } from "../../client/replaced-view.ts";
import { useServices } from "../../client/services.tsx";
import { shortUtc } from "../../domain/time.ts";
import { REPLACED } from "../../messages/offline/replaced.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";
import { CapNotice } from "../../parts/cap-notice.tsx";
import { PhotoThumbnail } from "../../parts/photo/photo-thumbnail.tsx";
import { readableName } from "../../parts/species-label.tsx";
import type { MirrorReplaced } from "../../storage/mirror/mirror-database.ts";
import type { OverflowPolicy } from "../../sync/outbox/review-outbox.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Tag } from "../../ui/controls/chip.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { useNow } from "../../ui/use-now.ts";
import { RefusedActions } from "./refused-actions.tsx";
import { groupReplaced, type ReplacedGroup, type Span } from "./replaced-groups.ts";
import styles from "./sync-panel.module.css";
import { photoOf, useSeenInsight } from "./use-seen-insight.ts";

/** A group with more rows is drawn as one entry with their number. */
const DRAWN_EACH = 3;
const SHOWN_MORE = 10;
const AGE_STEP_MS = 60_000;

/** Decisions of this person that others' later-arriving ones replaced, until each is dismissed or made anew. */
export function ReplacedSection({ onClose }: { onClose(): void }) {
  const services = useServices();
  const rows = useReplaced();
  const [said, setSaid] = useState("");
  const [capped, setCapped] = useState<readonly MirrorReplaced[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  const again = async (of: readonly MirrorReplaced[], agreed?: OverflowPolicy) => {
    const answer = await decideAgain(services, of, agreed);
    setCapped(answer === "capped" ? of : []);
    setSaid(answer === "capped" ? "" : ANSWERS[answer]);
    // The focused button may have disappeared with its entry.
    focusHeading();
  };
  const dismiss = async (of: readonly MirrorReplaced[]) => {
    setCapped([]);
    const answer = await dismissReplaced(services.outbox, of);
    setSaid(answer === "taken" || answer === "capped" ? "" : ANSWERS[answer]);
    focusHeading();
  };
  if (rows.length === 0) {
    return said === "" ? null : (
      <section className={styles.section}>
        <p role="status">{said}</p>
      </section>
    );
  }
  const options = {
    onOpen: onClose,
    onAgain: (of: readonly MirrorReplaced[]) => void again(of),
    onDismiss: (of: readonly MirrorReplaced[]) => void dismiss(of),
  };
  return (
    <section className={styles.section} aria-label={REPLACED.title}>
      <div className={styles.head}>
        <h3 ref={heading} tabIndex={-1}>
          {REPLACED.title}
        </h3>
        <Tag tone="unsent">{SYNC.toLookAt(rows.length)}</Tag>
      </div>
      <p className={styles.small}>{REPLACED.help}</p>
      {said !== "" && <p role="status">{said}</p>}
      {capped[0] !== undefined && (
        <CapNotice
          step={capped[0].status}
          count={capped.length}
          onContinue={() => void again(capped, "sealFullLists")}
          onLeave={() => {
            setCapped([]);
            focusHeading();
          }}
        />
      )}
      <ul className={styles.list}>
        {groupReplaced(rows).map((group) =>
          group.rows.length <= DRAWN_EACH ? (
            group.rows.map((row) => <Replaced key={row.id} row={row} {...options} />)
          ) : (
            <Group key={group.key} group={group} {...options} />
          ),
        )}
      </ul>
    </section>
  );
}

const ANSWERS = {
  taken: REPLACED.done,
  none: REPLACED.notDone,
  forbidden: REPLACED.forbidden,
  failed: REPLACED.failed,
} as const;

const AGAIN_WORDS = { retry: REPLACED.again, retryOne: REPLACED.againOne };

interface ReplacedOptions {
  onOpen(): void;
  onAgain(rows: readonly MirrorReplaced[]): void;
  onDismiss(rows: readonly MirrorReplaced[]): void;
}

/** Many of one kind: their number, and each on demand. */
function Group({ group, ...options }: { group: ReplacedGroup } & ReplacedOptions) {
  const { rows, first } = group;
  const [limit, setLimit] = useState(0);
  const name = REPLACED.many(rows.length, first.by, first.byStatus, first.status);
  return (
    <li>
      <div className={styles.refused}>
        <div>
          <strong>{REPLACED.insights(rows.length)}</strong>
          <p className={styles.small}>{name}</p>
          <Times of={group} madeEarlier={first.madeEarlier} />
          <div className={styles.acts}>
            <Button onClick={() => options.onAgain(rows)} aria-label={REPLACED.againOne(name)}>
              {REPLACED.again}
            </Button>
            <Button
              variant="plain"
              aria-expanded={limit > 0}
              onClick={() => setLimit(limit > 0 ? 0 : SHOWN_MORE)}
            >
              {limit > 0 ? REPLACED.hideEach : REPLACED.showEach}
            </Button>
          </div>
        </div>
        <IconButton
          label={REPLACED.dismissOne(name)}
          icon={<X size={18} />}
          onClick={() => options.onDismiss(rows)}
        />
      </div>
      {limit > 0 && (
        <ul className={styles.list}>
          {rows.slice(0, limit).map((row) => (
            <Replaced key={row.id} row={row} {...options} />
          ))}
        </ul>
      )}
      {limit > 0 && limit < rows.length && (
        <Button variant="plain" onClick={() => setLimit(limit + SHOWN_MORE)}>
          {SYNC_PANEL.more(Math.min(SHOWN_MORE, rows.length - limit))}
        </Button>
      )}
    </li>
  );
}

function Replaced({ row, onOpen, onAgain, onDismiss }: { row: MirrorReplaced } & ReplacedOptions) {
  const timeStampMs = Date.parse(row.timeStamp);
  const fileCtimeMs = row.fileCtime === null ? null : Date.parse(row.fileCtime);
  const insight = useSeenInsight(row.insightId, { timeStampMs, fileCtimeMs });
  const edits = useDeviceEdits();
  const sentinel = useDevicesView()?.devices.find(({ device_id }) => device_id === row.deviceId);
  const where = insight ? shownName(edits, insight) : (sentinel?.display_name ?? row.deviceId);
  const what = REPLACED.one(row.by, row.byStatus, row.status);
  return (
    <li className={styles.refused}>
      <PhotoThumbnail photo={photoOf(insight)} alt="" className={styles.thumbnail} />
      <div>
        <strong>{readableName(row.className)}</strong>
        <span className={styles.small}> · {where}</span>
        <p className={styles.small}>{what}</p>
        <Times of={timesOf(row)} madeEarlier={row.madeEarlier} />
        {insight && (
          <RefusedActions
            name={`${readableName(row.className)}, ${what}`}
            mayRetry
            words={AGAIN_WORDS}
            href={`/?tab=insights&archived=1&review=1&image=${encodeURIComponent(row.insightId)}`}
            onRetry={() => onAgain([row])}
            onOpen={onOpen}
          />
        )}
      </div>
      <IconButton
        label={REPLACED.dismissOne(`${readableName(row.className)}, ${what}`)}
        icon={<X size={18} />}
        onClick={() => onDismiss([row])}
      />
    </li>
  );
}

type GroupTimes = Pick<ReplacedGroup, "madeAt" | "arrivedAt" | "byMadeAt" | "byArrivedAt">;

function timesOf(row: MirrorReplaced): GroupTimes {
  const at = (time: string): Span => [Date.parse(time), Date.parse(time)];
  return {
    madeAt: row.madeAt === null ? null : at(row.madeAt),
    arrivedAt: at(row.arrivedAt),
    byMadeAt: row.byMadeAt === null ? null : at(row.byMadeAt),
    byArrivedAt: at(row.byArrivedAt),
  };
}

function Times({ of, madeEarlier }: { of: GroupTimes; madeEarlier: boolean }) {
  const { madeAt, arrivedAt, byMadeAt, byArrivedAt } = of;
  const now = useNow(AGE_STEP_MS);
  const words = ([fromMs, toMs]: Span) => REPLACED.span(shortUtc(fromMs, now), shortUtc(toMs, now));
  const orNull = (span: Span | null) => (span === null ? null : words(span));
  return (
    <>
      <p className={styles.small}>{REPLACED.theirs(orNull(byMadeAt), words(byArrivedAt))}</p>
      <p className={styles.small}>{REPLACED.yours(orNull(madeAt), words(arrivedAt))}</p>
      {madeEarlier && <p className={styles.small}>{REPLACED.madeEarlier}</p>}
    </>
  );
}
