import ArrowUp from "lucide-react/icons/arrow-up";
import ListChecks from "lucide-react/icons/list-checks";
import PanelRightClose from "lucide-react/icons/panel-right-close";
import Redo2 from "lucide-react/icons/redo-2";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import Undo2 from "lucide-react/icons/undo-2";
import X from "lucide-react/icons/x";
import { type ReactNode, useRef } from "react";
import { useReplacedCount } from "../../../client/replaced-view.ts";
import { useServices } from "../../../client/services.tsx";
import { useSyncStatus } from "../../../client/use-sync.ts";
import { isFinalBulkStatus } from "../../../domain/bulk-update.ts";
import type { OutboxState } from "../../../domain/outbox/projection.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { SYNC } from "../../../messages/offline/sync.ts";
import { UNSENT_WORK } from "../../../messages/offline/unsent-work.ts";
import { useSavedHereWords, useServerErrorWords } from "../../../parts/unsent-notices.tsx";
import { isSentByItself, savableCount, unsentWork } from "../../../parts/unsent-work.ts";
import type { InsightEngine } from "../../../query/insight-engine.ts";
import { showSyncPanel } from "../../../state/sync-panel-store.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { useKeptFocus } from "../../../ui/focus/use-kept-focus.ts";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { batchProgress } from "./batch-progress.ts";
import { BulkNotices } from "./bulk-notices.tsx";
import { type UnsavedLineActions, UnsavedList } from "./unsaved-list.tsx";
import styles from "./unsaved-panel.module.css";

const { unsaved: words } = insightsMessages;

export interface UnsavedProps extends UnsavedLineActions {
  outbox: ReviewOutbox;
  state: OutboxState;
  view: InsightEngine;
  online: boolean;
  /** False for the restricted role, which sees no Save and no undo. */
  mayAct: boolean;
  onUndo(): void;
  onRedo(): void;
  onCancelAll(): void;
  onSave(): void;
  cap: ReactNode;
}

interface UnsavedPanelProps extends UnsavedProps {
  /** The current insight, above the list. */
  current: ReactNode;
  onCollapse(): void;
}

export function UnsavedPanel({ current, onCollapse, ...props }: UnsavedPanelProps) {
  const count = props.state.unsaved.length;
  const hint = useListHint(props);
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLElement>(null);
  useKeptFocus(panel, list);
  return (
    <aside ref={panel} className={styles.panel} aria-label={words.heading}>
      {current}
      <header className={styles.header}>
        <h2 className={styles.title}>{headingOf(props.state)}</h2>
        <Steps {...props} />
        <IconButton
          label={words.collapse}
          icon={<PanelRightClose size={18} aria-hidden="true" />}
          onClick={onCollapse}
        />
      </header>
      <section
        ref={list}
        className={styles.body}
        aria-label={words.list}
        // Without a line of the list nothing in it may take the focus, and its words are scrolled by keys too. With
        // lines Tab passes it over; it can still have the focus, which the first action must not take away.
        tabIndex={count === 0 ? 0 : -1}
        data-asks={Boolean(props.cap) || undefined}
      >
        <Contents {...props} onWhy={showWhy} />
      </section>
      {props.mayAct && (
        <footer className={styles.footer}>
          {count > 0 && <p className={styles.hint}>{hint}</p>}
          <SaveButtons {...props} />
        </footer>
      )}
    </aside>
  );
}

export function UnsavedSheet({ open, onClose, ...props }: UnsavedProps & { open: boolean; onClose(): void }) {
  const count = props.state.unsaved.length;
  const hint = useListHint(props);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={headingOf(props.state)}
      subtitle={count === 0 ? undefined : hint}
      footer={props.mayAct && <SaveButtons {...props} />}
    >
      <div className={styles.sheet} data-saves>
        {props.mayAct && (
          <div className={styles.sheetSteps}>
            <Button
              icon={<Undo2 size={18} aria-hidden="true" />}
              disabled={!props.state.canUndo}
              onClick={props.onUndo}
            >
              {words.undo}
            </Button>
            <Button
              icon={<Redo2 size={18} aria-hidden="true" />}
              disabled={!props.state.canRedo}
              onClick={props.onRedo}
            >
              {words.redo}
            </Button>
          </div>
        )}
        <Contents
          {...props}
          onWhy={() => {
            // It would lie over what the sync panel leads to.
            onClose();
            showWhy();
          }}
        />
      </div>
    </Dialog>
  );
}

/** Until when the list stays here: what was made offline is sent without Save. */
function headingOf({ unsaved }: UnsavedProps["state"]): string {
  if (unsaved.length === 0) return words.heading;
  return (isSentByItself(unsaved) ? words.headingUnsent : words.headingCount)(unsaved.length);
}

function useListHint({ state, online }: Pick<UnsavedProps, "state" | "online">): string {
  const savedHere = useSavedHereWords();
  if (isSentByItself(state.unsaved)) return savedHere;
  return online ? words.keptOnline : words.keptOffline;
}

/** The phone's bar of unsaved actions; in the flow above the navigation, so that it covers nothing. */
export function UnsavedBar({ onShow, ...props }: UnsavedProps & { onShow(): void }) {
  const { sync } = useServices();
  const { unsaved, batches, bulk, canUndo } = props.state;
  const { text, detail, isError, isToLookAt } = useBarWords(props.state);
  const toSave = savableCount(unsaved, useSyncStatus());
  if (unsaved.length === 0 && batches.length === 0 && bulk === null) return null;
  const opens = isToLookAt ? insightsMessages.batches.why : words.open;
  const over =
    batches.length === 0 && unsaved.length === 0 && bulk !== null && isFinalBulkStatus(bulk.status);
  return (
    <div
      className={styles.bar}
      data-over={over || undefined}
      data-error={isError || undefined}
      data-foot="low"
    >
      <button type="button" className={styles.barText} title={opens} onClick={isToLookAt ? showWhy : onShow}>
        {isError ? (
          <TriangleAlert size={18} aria-hidden="true" />
        ) : (
          <ListChecks size={18} aria-hidden="true" />
        )}
        <span>
          {text}
          {detail !== null && <span className={text === null ? undefined : styles.barBulk}>{detail}</span>}
          <span className="visually-hidden">. {opens}</span>
        </span>
      </button>
      {props.mayAct && (
        <>
          <IconButton
            label={words.undo}
            icon={<Undo2 size={20} aria-hidden="true" />}
            disabled={!canUndo}
            onClick={props.onUndo}
          />
          {over ? (
            <IconButton
              label={insightsMessages.bulk.dismiss}
              icon={<X size={20} aria-hidden="true" />}
              onClick={() => void props.outbox.dismissBulkMessage()}
            />
          ) : isError && toSave === 0 ? (
            <Button variant="outlined" onClick={() => sync.sendNow()}>
              {UNSENT_WORK.tryNow}
            </Button>
          ) : (
            toSave > 0 && (
              <Button variant="unsent" data-save onClick={props.onSave}>
                {words.save}
              </Button>
            )
          )}
        </>
      )}
    </div>
  );
}

/** The bar's words: the unsent work first, else what somebody has to look at; below it why it is not sent, or how it ended. */
function useBarWords(state: OutboxState) {
  const status = useSyncStatus();
  const error = useServerErrorWords(true);
  const savedHere = useSavedHereWords();
  const toLookAt = state.refused.length + useReplacedCount();
  const progress = batchProgress(state.batches);
  const parts = unsentWork(status, state);
  const isError = error !== null && parts.length > 0;
  const sendsByItself =
    parts[0]?.state === "send" && (status.phase === "offline" || isSentByItself(state.unsaved));
  /** The sync panel has what is to be looked at, not the list. */
  const isToLookAt = parts.length === 0 && toLookAt > 0;
  const text =
    parts.map((part) => SYNC.work[part.state](part.count)).join(", ") ||
    (isToLookAt ? SYNC.toLookAt(toLookAt) : null);
  const sent = progress === null ? null : insightsMessages.batches.progress(progress.done, progress.total);
  const bulk = state.bulk === null ? null : insightsMessages.bulk.literal[state.bulk.status];
  const detail = isError ? error : sendsByItself ? savedHere : (bulk ?? sent);
  return { text: text ?? (detail === null ? UNSENT_WORK.confirming : null), detail, isError, isToLookAt };
}

function Steps({ state, mayAct, onUndo, onRedo }: UnsavedProps) {
  if (!mayAct) return null;
  return (
    <>
      <IconButton
        label={words.undo}
        icon={<Undo2 size={18} aria-hidden="true" />}
        disabled={!state.canUndo}
        onClick={onUndo}
      />
      <IconButton
        label={words.redo}
        icon={<Redo2 size={18} aria-hidden="true" />}
        disabled={!state.canRedo}
        onClick={onRedo}
      />
    </>
  );
}

function SaveButtons({ state, onCancelAll, onSave }: UnsavedProps) {
  const count = state.unsaved.length;
  const status = useSyncStatus();
  return (
    <div className={styles.buttons}>
      <Button disabled={count === 0} onClick={onCancelAll}>
        {words.cancelAll}
      </Button>
      {(count === 0 || savableCount(state.unsaved, status) > 0) && (
        <Button
          variant="unsent"
          className={styles.save}
          icon={<ArrowUp size={16} aria-hidden="true" />}
          disabled={count === 0}
          onClick={onSave}
        >
          {count > 0 ? words.saveCount(count) : words.save}
        </Button>
      )}
    </div>
  );
}

const showWhy = () => showSyncPanel(true);

function Contents(props: UnsavedProps & { onWhy(): void }) {
  const { outbox, state, view, cap, mayAct, onOpen, onRemove } = props;
  return (
    <>
      {cap}
      <BulkNotices outbox={outbox} state={state} onWhy={props.onWhy} />
      {!mayAct && <p className={styles.empty}>{insightsMessages.restricted}</p>}
      {mayAct && !state.ready && <p className={styles.empty}>{words.loading}</p>}
      {mayAct && state.ready && state.unsaved.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{words.emptyTitle}</p>
          <p>{words.empty}</p>
        </div>
      )}
      {state.unsaved.length > 0 && <UnsavedList {...{ view, onOpen, onRemove }} actions={state.unsaved} />}
    </>
  );
}
