import RotateCw from "lucide-react/icons/rotate-cw";
import { useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../client/use-sync.ts";
import { shortUtc } from "../../domain/time.ts";
import { SYNC } from "../../messages/offline/sync.ts";
import { SYNC_PANEL } from "../../messages/offline/sync-panel.ts";
import { ageWords } from "../../messages/time-words.ts";
import { syncWords } from "../../parts/sync-state/sync-chip-words.ts";
import { StateIcon } from "../../parts/sync-state/sync-state-icon.tsx";
import { ExportUnsent, ImportUnsent } from "../../parts/unsent-file.tsx";
import { ServerErrorNotice } from "../../parts/unsent-notices.tsx";
import { serverErrorWait } from "../../parts/unsent-work.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ProgressBar } from "../../ui/feedback/progress.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { titleOf, topmostModal } from "../../ui/layout/open-modals.ts";
import { useNow } from "../../ui/use-now.ts";
import { OfflineSetsSection } from "./offline-sets-section.tsx";
import { CameBackSection, OnItsWaySection, WaitingSection } from "./outbox-sections.tsx";
import { RefusedSection } from "./refused-section.tsx";
import { ReplacedSection } from "./replaced-section.tsx";
import { RetentionSection } from "./retention-section.tsx";
import { SpaceSection } from "./space-section.tsx";
import { SureButton } from "./sure-button.tsx";
import styles from "./sync-panel.module.css";
import { useStoragePersisted } from "./use-storage-persisted.ts";

interface SyncPanelProps {
  open: boolean;
  onClose(): void;
  onReview(): void;
  /** Opens sign-in, where the session has ended. */
  onSignIn(): void;
}

const AGE_STEP_MS = 15_000;

export function SyncPanel({ open, onClose, onReview, onSignIn }: SyncPanelProps) {
  const status = useSyncStatus();
  const now = useNow(AGE_STEP_MS);
  const outbox = useOutboxState();
  const { state } = syncWords(status, outbox);
  const copyTitle = status.freshAtMs === null ? SYNC_PANEL.firstSyncTitle : SYNC_PANEL.moreSyncTitle;
  const age =
    status.freshAtMs === null
      ? SYNC.noData
      : SYNC_PANEL.title(shortUtc(status.freshAtMs, now), ageWords(status.freshAtMs, now));

  return (
    <Dialog
      open={open}
      onClose={onClose}
      placement="side"
      title={state}
      subtitle={<span className={styles.capital}>{age}</span>}
      icon={
        <StateIcon
          status={status}
          problem={outbox.storageError || serverErrorWait(status) !== null}
          size={20}
        />
      }
    >
      <Troubles onSignIn={onSignIn} />
      {status.firstSync && (
        <section className={styles.section}>
          <h3>{copyTitle}</h3>
          <p className={styles.words}>
            {SYNC_PANEL.firstSync(status.firstSync.rows, status.firstSync.total)}
          </p>
          <ProgressBar label={copyTitle} value={status.firstSync.rows} max={status.firstSync.total} />
          <p className={styles.small}>{SYNC_PANEL.firstSyncHelp}</p>
        </section>
      )}
      <WaitingSection onReview={onReview} />
      <OnItsWaySection />
      <CameBackSection />
      <ReplacedSection onClose={onClose} />
      <RefusedSection onClose={onClose} />
      <FilesSection />
      <PullSection />
      <OfflineSetsSection onClose={onClose} />
      <RetentionSection />
      <SpaceSection />
    </Dialog>
  );
}

/** Problems, most urgent first. */
function Troubles({ onSignIn }: { onSignIn(): void }) {
  const status = useSyncStatus();
  const { storageError, onlyInPage, unsentCount, ready, maySend } = useOutboxState();
  const { persisted } = useStoragePersisted();
  const notices = [
    storageError && (
      <Notice key="storage" tone="danger">
        {onlyInPage ? SYNC_PANEL.onlyInPage(unsentCount) : SYNC_PANEL.storageError}
      </Notice>
    ),
    ready && !maySend && unsentCount > 0 && (
      <Notice key="unsendable" tone="unsent" action={<DiscardUnsent count={unsentCount} />}>
        {SYNC_PANEL.unsendable(unsentCount)}
      </Notice>
    ),
    serverErrorWait(status) !== null && <ServerErrorNotice key="serverError" />,
    status.phase === "signedOut" && (
      <Notice
        key="signedOut"
        tone="unsent"
        action={
          <Button variant="outlined" onClick={onSignIn}>
            {SYNC_PANEL.signIn}
          </Button>
        }
      >
        {SYNC_PANEL.signedOutWords}
      </Notice>
    ),
    status.phase === "online" && status.failed && serverErrorWait(status) === null && (
      <Notice key="failed" tone="info">
        {SYNC_PANEL.failed}
      </Notice>
    ),
    persisted === false && unsentCount > 0 && maySend && (
      <Notice key="persisted" tone="unsent">
        {SYNC_PANEL.notPersistent}
      </Notice>
    ),
  ].filter(Boolean);
  return notices.length > 0 ? <div className={styles.troubles}>{notices}</div> : null;
}

/** Asks before it discards. */
function DiscardUnsent({ count }: { count: number }) {
  const { outbox } = useServices();
  const [sure, setSure] = useState(false);
  return (
    <SureButton
      sure={sure}
      variant="outlined"
      words={SYNC_PANEL.discardUnsent}
      question={SYNC_PANEL.discardUnsentSure(count)}
      onAsk={() => setSure(true)}
      onSure={() => {
        // The notice with the button goes.
        titleOf(topmostModal())?.focus();
        void outbox.discardUnsent();
      }}
    />
  );
}

function FilesSection() {
  return (
    <section className={styles.section}>
      <h3>{SYNC_PANEL.files}</h3>
      <p className={styles.small}>{SYNC_PANEL.filesWords}</p>
      <div className={styles.files}>
        <ExportUnsent />
        <ImportUnsent />
      </div>
    </section>
  );
}

function PullSection() {
  const { sync } = useServices();
  const status = useSyncStatus();
  const reachable = status.phase === "online" || status.phase === "unknown";
  return (
    <section className={styles.section}>
      <Button
        icon={<RotateCw size={18} aria-hidden="true" />}
        busy={status.pulling}
        onClick={() => void sync.pullNow()}
      >
        {status.pulling ? SYNC_PANEL.pulling : SYNC_PANEL.pull}
      </Button>
      {!reachable && status.phase !== "signedOut" && <p className={styles.small}>{SYNC_PANEL.pullOffline}</p>}
    </section>
  );
}
