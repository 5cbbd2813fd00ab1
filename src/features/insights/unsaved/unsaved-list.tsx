import X from "lucide-react/icons/x";
import { useCallback, useEffect, useState } from "react";
import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import { shortUtc } from "../../../domain/time.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { actionIcon } from "../../../parts/action-icon.tsx";
import { systemClock } from "../../../platform/system-clock.ts";
import type { InsightEngine, InsightRow } from "../../../query/insight-engine.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { titleOf } from "../../../ui/layout/open-modals.ts";
import { InsightTime } from "../facts/insight-time.tsx";
import { readableName } from "../facts/species-label.tsx";
import { photoOf } from "../photo/insight-photo.ts";
import { Thumbnail } from "../photo/thumbnail.tsx";
import { foldActions, type UnsavedGroup } from "./unsaved-groups.ts";
import styles from "./unsaved-list.module.css";

const { unsaved: words, actionNames } = insightsMessages;

const LINES = 60;

/** The actions on a line. */
export interface UnsavedLineActions {
  onOpen(row: InsightRow): void;
  /** Null for a role that changes nothing. */
  onRemove: ((actions: readonly UnsavedAction[]) => void) | null;
}

interface UnsavedListProps extends UnsavedLineActions {
  view: InsightEngine;
  actions: readonly UnsavedAction[];
}

/** The unsaved actions, newest first; members of one collection with one status share a line. */
export function UnsavedList({ view, actions, ...does }: UnsavedListProps) {
  const [nowMs] = useState(() => systemClock.now());
  const [lines, setLines] = useState(LINES);
  const insights = useInsights(view, actions.slice(-lines * 4));
  const groups = foldActions(actions, insights);
  return (
    <>
      <ul className={styles.list}>
        {groups.slice(0, lines).map((group) => (
          <UnsavedLine
            key={group.action.id}
            {...group}
            {...does}
            row={insights.get(group.action.insightId)}
            nowMs={nowMs}
          />
        ))}
      </ul>
      {groups.length > lines && (
        <Button variant="plain" fill onClick={() => setLines(lines + LINES * 4)}>
          {words.more(groups.length - lines)}
        </Button>
      )}
    </>
  );
}

interface UnsavedLineProps extends UnsavedGroup, UnsavedLineActions {
  nowMs: number;
  /** Null where this device does not hold it, undefined while it is looked up. */
  row: InsightRow | null | undefined;
}

function UnsavedLine({ action, actions, row, nowMs, onOpen, onRemove }: UnsavedLineProps) {
  const step = action.insightStatus === "none" ? words.clears : actionNames[action.insightStatus];
  const name = row ? readableName(row.className) : words.notOnDevice;
  const madeAt = shortUtc(action.atMs, nowMs);
  return (
    <li className={styles.line} data-unsaved={action.insightId}>
      <button
        type="button"
        className={styles.open}
        title={words.openOne(name)}
        disabled={!row}
        onClick={() => row && onOpen(row)}
      >
        {row ? (
          <Thumbnail photo={photoOf(row)} size="small" />
        ) : (
          <Skeleton width={36} height={36} radius="var(--radius-4)" />
        )}
        <span className={styles.what}>
          <span className={styles.name}>
            {row === undefined ? <Skeleton width="60%" height={12} /> : name}
          </span>
          <span className={styles.device}>
            <span className={styles.deviceName}>{row?.displayName ?? action.deviceId}</span>
            {row && <InsightTime row={row} nowMs={nowMs} />}
            {actions.length > 1 && <span>{words.times(actions.length)}</span>}
          </span>
          <span className={styles.step}>
            {actionIcon(action.insightStatus, 15)}
            {step}
            <time className={styles.made} dateTime={new Date(action.atMs).toISOString()}>
              {words.madeAt(madeAt)}
            </time>
          </span>
        </span>
      </button>
      {onRemove && (
        <IconButton
          label={words.removeOne(step, name, actions.length)}
          icon={<X size={18} aria-hidden="true" />}
          onClick={({ currentTarget }) => {
            leaveLine(currentTarget);
            onRemove(actions);
          }}
        />
      )}
    </li>
  );
}

/**
 * Moves the focus from a line that is about to be removed to the same button of the next line, else of the line before,
 * else to the list or its sheet: where it falls to the body, the next key acts on the insights.
 */
function leaveLine(button: HTMLElement): void {
  if (document.activeElement !== button) return;
  const line = button.closest("li");
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  const home =
    beside?.querySelector<HTMLElement>(":scope > button:last-child") ??
    titleOf(button.closest("dialog")) ??
    button.closest<HTMLElement>("[tabindex]");
  home?.focus();
}

/** Looks up the insight of each action once. */
function useInsights(
  view: InsightEngine,
  actions: readonly UnsavedAction[],
): ReadonlyMap<string, InsightRow | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, InsightRow | null>>(new Map());
  const missing = actions.map(({ insightId }) => insightId).filter((id) => !known.has(id));
  const wanted = missing.join("\n");
  const look = useCallback(
    async (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => [id, await view.insight(id)] as const)),
    [view],
  );
  useEffect(() => {
    if (wanted === "") return;
    let current = true;
    look(wanted.split("\n")).then(
      (found) => {
        if (current) setKnown((before) => new Map([...before, ...found]));
      },
      // The line stays without a name; the page reports the failure.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [wanted, look]);
  return known;
}
