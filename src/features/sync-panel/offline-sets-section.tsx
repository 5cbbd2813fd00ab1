import { useLiveQuery } from "dexie-react-hooks";
import Backpack from "lucide-react/icons/backpack";
import { lazy, Suspense, useRef, useState } from "react";
import { Link } from "wouter";
import { useOfflineSets } from "../../client/offline-set-states.ts";
import { useServices } from "../../client/services.tsx";
import { type OfflineSet, type OfflineSetState, picturesLeft } from "../../domain/offline/offline-set.ts";
import { OFFLINE_SETS } from "../../messages/offline/offline-sets.ts";
import { OfflineSetRemedy } from "../../parts/offline-set/offline-set-remedy.tsx";
import { useOfflineSetOrder } from "../../parts/offline-set/use-offline-set-order.ts";
import { Button } from "../../ui/controls/button.tsx";
import { type ChipTone, Tag } from "../../ui/controls/chip.tsx";
import { ProgressBar } from "../../ui/feedback/progress.tsx";
import styles from "./offline-sets-section.module.css";
import panel from "./sync-panel.module.css";

const OfflineSetDialog = lazy(async () => ({
  default: (await import("../../parts/offline-set/offline-set-dialog.tsx")).OfflineSetDialog,
}));

export function OfflineSetsSection({ onClose }: { onClose(): void }) {
  const { mirror } = useServices();
  const sets = useOfflineSets();
  const groups = useLiveQuery(() => mirror.groups(), [mirror]);
  const [adding, setAdding] = useState(false);
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  if (sets === undefined || groups === undefined) return null;
  const stored = sets.reduce((sum, { set }) => sum + set.stored, 0);
  return (
    <section className={panel.section} aria-label={OFFLINE_SETS.title}>
      <div className={panel.head}>
        <h3 ref={heading} tabIndex={-1}>
          {OFFLINE_SETS.title}
        </h3>
        {stored > 0 && <span className={panel.remark}>{OFFLINE_SETS.size(stored)}</span>}
      </div>
      {sets.length === 0 && <p className={panel.words}>{OFFLINE_SETS.none}</p>}
      <ul className={panel.list}>
        {sets.map(({ set, state }) => (
          <OfflineSetItem
            key={set.packId}
            set={set}
            state={state}
            onOpen={onClose}
            onRemoved={() => {
              setSaid(OFFLINE_SETS.removed(set.name));
              // The focused button disappears with its set.
              heading.current?.focus();
            }}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className={panel.acts}>
        <Button icon={<Backpack size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {OFFLINE_SETS.save}
        </Button>
      </div>
      {adding && (
        <Suspense fallback={null}>
          <OfflineSetDialog onClose={() => setAdding(false)} groups={groups} />
        </Suspense>
      )}
    </section>
  );
}

interface OfflineSetItemProps {
  set: OfflineSet;
  state: OfflineSetState;
  onOpen(): void;
  onRemoved(): void;
}

function OfflineSetItem({ set, state, onOpen, onRemoved }: OfflineSetItemProps) {
  const order = useOfflineSetOrder();
  const item = useRef<HTMLLIElement>(null);
  const [sure, setSure] = useState(false);
  const { packId, name } = set;
  // A button that pauses or resumes the set disappears with its state.
  const focusItem = () => item.current?.focus();
  const href = `/?tab=insights&archived=1&pack=${encodeURIComponent(packId)}`;
  const isOpenable = (set.insights ?? 0) > 0;
  const isOpen = set.insights === null || picturesLeft(set) > 0;
  return (
    <li ref={item} tabIndex={-1} className={styles.set} aria-label={name}>
      <div className={styles.top}>
        <Backpack className={styles.icon} size={20} aria-hidden="true" />
        <div className={styles.names}>
          <strong>{name}</strong>
          <p className={panel.small}>{OFFLINE_SETS.what(set)}</p>
        </div>
        <Tag tone={TONES[state]}>{OFFLINE_SETS.states[state]}</Tag>
      </div>
      {set.insights !== null && isOpen && (
        <ProgressBar
          label={OFFLINE_SETS.progressOf(name)}
          value={set.wanted - picturesLeft(set)}
          max={set.wanted}
        />
      )}
      <p className={panel.small}>{OFFLINE_SETS.words[state](set)}</p>
      <div className={styles.acts}>
        {isOpenable && (
          <>
            <Link
              href={href}
              className={styles.link}
              aria-label={OFFLINE_SETS.openOne(name)}
              onClick={onOpen}
            >
              {OFFLINE_SETS.open}
            </Link>
            <Link
              href={`${href}&review=1`}
              className={styles.link}
              aria-label={OFFLINE_SETS.reviewOne(name)}
              onClick={onOpen}
            >
              {OFFLINE_SETS.review}
            </Link>
          </>
        )}
        {isOpen && set.hold === null && (
          <Button
            aria-label={OFFLINE_SETS.pauseOne(name)}
            onClick={() => {
              focusItem();
              order((control) => control.pause(packId));
            }}
          >
            {OFFLINE_SETS.pause}
          </Button>
        )}
        <OfflineSetRemedy set={set} state={state} onPress={focusItem} />
        {sure ? (
          <Button
            variant="danger"
            onClick={() => {
              onRemoved();
              order((control) => control.remove(packId));
            }}
          >
            {OFFLINE_SETS.removeSure}
          </Button>
        ) : (
          <Button variant="plain" aria-label={OFFLINE_SETS.removeOne(name)} onClick={() => setSure(true)}>
            {OFFLINE_SETS.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

const TONES: Record<OfflineSetState, ChipTone> = {
  insights: "primary",
  gathering: "primary",
  fetching: "primary",
  costly: "neutral",
  offline: "neutral",
  paused: "neutral",
  budget: "danger",
  full: "danger",
  tooMany: "danger",
  ready: "ok",
  partly: "danger",
};
