import Redo2 from "lucide-react/icons/redo-2";
import Repeat from "lucide-react/icons/repeat";
import Undo2 from "lucide-react/icons/undo-2";
import type { ReactNode } from "react";
import { type InsightStatus, type ReviewAction, shownConfidence } from "../../../domain/insight/insight.ts";
import { classListText } from "../../../domain/insight/insight-text.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { actionIcon } from "../../../parts/action-icon.tsx";
import { Coverage } from "../../../parts/coverage.tsx";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { Kbd } from "../../../ui/controls/kbd.tsx";
import { ProgressBar } from "../../../ui/feedback/progress.tsx";
import { InsightFacts } from "../facts/insight-facts.tsx";
import { InsightTime } from "../facts/insight-time.tsx";
import { readableClasses, readableName, SpeciesLabel } from "../facts/species-label.tsx";
import { StatusTag } from "../facts/status-tag.tsx";
import { Confidence } from "./confidence.tsx";
import { ReviewActions } from "./review-actions.tsx";
import styles from "./review-side.module.css";
import type { LastStep } from "./review-steps.ts";

interface FactsProps {
  /** The shown frame, and its row. */
  shown: InsightRow | null;
  row: InsightRow | null;
  /** "12 of 1,904". */
  progress: string;
  position: number;
  /** Null while it is not known. */
  matched: number | null;
  nowMs: number;
  left: boolean;
}

export function ReviewFacts({ shown, row, progress, position, matched, nowMs, left }: FactsProps) {
  const confidence = shown === null ? null : shownConfidence(shown);
  const others = shown === null ? "" : classListText(readableClasses(shown.classList.slice(1)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it scrolls, and must do so by key
    <section className={styles.facts} aria-label={words.facts} tabIndex={0}>
      <div className={styles.progress}>
        <span className={styles.progressWords}>
          {progress}
          <Coverage short />
        </span>
        <ProgressBar value={position} max={matched} label={words.progressBar} />
      </div>
      {shown !== null && row !== null && (
        <>
          <div className={styles.name}>
            <h3>
              <SpeciesLabel className={shown.className} />
            </h3>
            <Confidence shown={shown} row={row} />
          </div>
          <div className={styles.bar} aria-hidden="true" data-unsure={(confidence ?? 0) < 0.5 || undefined}>
            <span style={{ width: `${Math.min(100, Math.max(0, (confidence ?? 0) * 100))}%` }} />
          </div>
          {others !== "" && <p className={styles.others}>{words.alsoConsidered(others)}</p>}
          <p className={styles.line}>
            <span className={styles.lineWords}>
              <span className={styles.device}>{shown.displayName}</span>
              <span className={styles.when}>
                , <InsightTime row={shown} nowMs={nowMs} /> UTC
                {shown.commsSource !== null && (
                  <span className={styles.source}>, {insightsMessages.sourceNames[shown.commsSource]}</span>
                )}
              </span>
            </span>
            {row.status !== "none" && (
              <span className={styles.status} data-one={row.status !== null || undefined}>
                <StatusTag status={row.status} unsent={row.unsent} />
              </span>
            )}
          </p>
          {left && <p className={styles.left}>{words.left}</p>}
          <div className={styles.all}>
            <InsightFacts row={shown} />
          </div>
        </>
      )}
    </section>
  );
}

interface ControlsProps {
  row: InsightRow | null;
  mayAct: boolean;
  reasonId: string;
  canUndo: boolean;
  canRedo: boolean;
  /** For the full stop, which repeats it. */
  last: LastStep | null;
  /** The last undo or redo since; replaces `last`. */
  undone: string | null;
  notices: ReactNode;
  onAct(action: ReviewAction): void;
  onClear(): void;
  onUndo(): void;
  onRedo(): void;
  onRepeat(): void;
  onKeys(): void;
}

export function ReviewControls(props: ControlsProps) {
  const { row, mayAct, reasonId, last } = props;
  const clearable = mayAct && row !== null && row.status !== "none";
  const lastWords = props.undone ?? (last && words.last(nameOf(last.status), readableName(last.className)));
  return (
    <div className={styles.controls}>
      {props.notices}
      {!mayAct && (
        <p id={reasonId} className={styles.reason}>
          {insightsMessages.restricted}
        </p>
      )}
      <ReviewActions row={row} mayAct={mayAct} reasonId={reasonId} onAct={props.onAct} />
      <p className={styles.last} title={lastWords ?? undefined}>
        {lastWords}
      </p>
      <div className={styles.steps}>
        <button
          type="button"
          className={styles.step}
          disabled={!mayAct || !props.canUndo}
          onClick={props.onUndo}
        >
          <Undo2 size={18} aria-hidden="true" />
          <span className={styles.stepWord}>{words.undo}</span>
          <Key>Z</Key>
        </button>
        <button
          type="button"
          className={styles.step}
          disabled={!mayAct || !props.canRedo}
          onClick={props.onRedo}
        >
          <Redo2 size={18} aria-hidden="true" />
          <span className={styles.stepWord}>{words.redo}</span>
        </button>
        <button
          type="button"
          className={styles.step}
          // Not disabled, or it would lose the focus when the next image has nothing to clear.
          aria-disabled={clearable ? undefined : true}
          aria-keyshortcuts="C"
          title={words.clearTitle}
          onClick={clearable ? props.onClear : undefined}
        >
          {actionIcon("none", 16)}
          <span className={styles.stepWord}>{words.clear}</span>
          <Key>C</Key>
        </button>
        <button
          type="button"
          className={styles.step}
          disabled={!mayAct || last === null || row === null}
          title={last === null ? undefined : words.repeatWhat(nameOf(last.status))}
          onClick={props.onRepeat}
        >
          <Repeat size={16} aria-hidden="true" />
          <span className={styles.stepWord}>{words.repeat}</span>
          <Key>.</Key>
        </button>
        <button type="button" className={styles.deskStep} onClick={props.onKeys}>
          {words.keys}
          <Key>?</Key>
        </button>
      </div>
    </div>
  );
}

function Key({ children }: { children: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      <Kbd>{children}</Kbd>
    </span>
  );
}

function nameOf(status: InsightStatus): string {
  return status === "none" ? words.cleared : insightsMessages.actionNames[status];
}
