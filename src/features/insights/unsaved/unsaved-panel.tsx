import { ArrowUp, ListChecks, PanelRightClose, Redo2, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import { isFinalBulkStatus } from "../../../domain/bulk-update.ts";
import type { OutboxState } from "../../../domain/outbox/projection.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { InsightEngine } from "../../../query/insight-engine.ts";
import type { ReviewOutbox } from "../../../sync/outbox/review-outbox.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { batchProgress } from "./batch-progress.ts";
import { BulkNotices } from "./bulk-notices.tsx";
import { UnsavedList } from "./unsaved-list.tsx";
import styles from "./unsaved-panel.module.css";

const { unsaved: words } = insightsMessages;

export interface UnsavedProps {
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

export function UnsavedPanel({ onCollapse, ...props }: UnsavedProps & { onCollapse(): void }) {
  const count = props.state.unsaved.length;
  return (
    <aside className={styles.panel} aria-label={words.heading}>
      <header className={styles.header}>
        <h2 className={styles.title}>{count > 0 ? words.headingCount(count) : words.heading}</h2>
        <Steps {...props} />
        <IconButton
          label={words.collapse}
          icon={<PanelRightClose size={18} aria-hidden="true" />}
          onClick={onCollapse}
        />
      </header>
      <div className={styles.body}>
        <Contents {...props} />
      </div>
      {props.mayAct && (
        <footer className={styles.footer}>
          {count > 0 && <p className={styles.hint}>{props.online ? words.keptOnline : words.keptOffline}</p>}
          <SaveButtons {...props} />
        </footer>
      )}
    </aside>
  );
}

export function UnsavedSheet({ open, onClose, ...props }: UnsavedProps & { open: boolean; onClose(): void }) {
  const count = props.state.unsaved.length;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={count > 0 ? words.headingCount(count) : words.heading}
      subtitle={count === 0 ? undefined : props.online ? words.keptOnline : words.keptOffline}
      footer={props.mayAct && <SaveButtons {...props} />}
    >
      <div className={styles.sheet}>
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
        <Contents {...props} />
      </div>
    </Dialog>
  );
}

/** The phone's bar of unsaved actions; in the flow above the navigation, so that it covers nothing. */
export function UnsavedBar({ onOpen, ...props }: UnsavedProps & { onOpen(): void }) {
  const { unsaved, batches, bulk, canUndo } = props.state;
  if (unsaved.length === 0 && batches.length === 0 && bulk === null) return null;
  const progress = batchProgress(batches);
  const text =
    unsaved.length > 0
      ? words.pill(unsaved.length)
      : batches.length > 0
        ? progress === null
          ? insightsMessages.batches.heading
          : insightsMessages.batches.progress(progress.done, progress.total)
        : null;
  const over = text === null && bulk !== null && isFinalBulkStatus(bulk.status);
  return (
    <div className={styles.bar} data-over={over || undefined} data-foot="low">
      <button type="button" className={styles.barText} title={words.open} onClick={onOpen}>
        <ListChecks size={18} aria-hidden="true" />
        <span>
          {text}
          {bulk !== null && (
            <span className={text === null ? undefined : styles.barBulk}>
              {insightsMessages.bulk.literal[bulk.status]}
            </span>
          )}
          <span className="visually-hidden">. {words.open}</span>
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
          ) : (
            <Button variant="unsent" data-save disabled={unsaved.length === 0} onClick={props.onSave}>
              {words.save}
            </Button>
          )}
        </>
      )}
    </div>
  );
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
  return (
    <div className={styles.buttons}>
      <Button disabled={count === 0} onClick={onCancelAll}>
        {words.cancelAll}
      </Button>
      <Button
        variant="unsent"
        className={styles.save}
        icon={<ArrowUp size={16} aria-hidden="true" />}
        disabled={count === 0}
        onClick={onSave}
      >
        {count > 0 ? words.saveCount(count) : words.save}
      </Button>
    </div>
  );
}

function Contents({ outbox, state, view, cap, mayAct }: UnsavedProps) {
  return (
    <>
      {cap}
      <BulkNotices outbox={outbox} state={state} />
      {!mayAct && <p className={styles.empty}>{insightsMessages.restricted}</p>}
      {mayAct && !state.ready && <p className={styles.empty}>{words.loading}</p>}
      {mayAct && state.ready && state.unsaved.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{words.emptyTitle}</p>
          <p>{words.empty}</p>
        </div>
      )}
      {state.unsaved.length > 0 && <UnsavedList view={view} actions={state.unsaved} />}
    </>
  );
}
