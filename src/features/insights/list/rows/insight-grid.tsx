import Check from "lucide-react/icons/check";
import Layers from "lucide-react/icons/layers";
import { type KeyboardEvent, memo, useId, useRef } from "react";
import { shownConfidence } from "../../../../domain/insight/insight.ts";
import { percentText } from "../../../../domain/insight/insight-text.ts";
import { insightListMessages } from "../../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { CardSpace, type RowWindow, windowProps } from "../../../../ui/data-table/rows/row-window.tsx";
import { bringIntoSight } from "../../../../ui/data-table/rows/rows-in-sight.ts";
import { readableName, SpeciesMark } from "../../facts/species-label.tsx";
import { StatusTag } from "../../facts/status-tag.tsx";
import { photoOf } from "../../photo/insight-photo.ts";
import { Thumbnail } from "../../photo/thumbnail.tsx";
import styles from "./insight-grid.module.css";
import type { InsightListProps } from "./insight-table.tsx";
import { type DragSelection, useDragSelection } from "./use-drag-selection.ts";

const { table } = insightsMessages;
const { grid } = insightListMessages;

interface InsightGridProps extends InsightListProps {
  /** Photos beside each other. */
  perLine: number;
  /** A press on a photo chooses it. */
  selecting: boolean;
  busy: boolean;
  /** Where the photos lie in the list. */
  window: RowWindow | undefined;
  /** Chooses these rows, or no longer. */
  onMark(changes: ReadonlyMap<string, boolean>): void;
}

/** The insights as photos beside each other: many are chosen by dragging over them. */
export default function InsightGrid(props: InsightGridProps) {
  const { rows, perLine, cursorId, selectedIds, busy, window: place } = props;
  const list = useRef<HTMLUListElement>(null);
  const howId = useId();
  const first = place?.offset ?? 0;
  useDragSelection(list, props.mayAct ? dragOf(props) : null);
  const shown = rows ?? [];
  const spaced = windowProps(place, styles.grid);
  const stop = shown.some(({ insightId }) => insightId === cursorId) ? cursorId : shown[0]?.insightId;
  return (
    <>
      <p id={howId} className="visually-hidden">
        {grid.how}
      </p>
      <ul
        ref={list}
        className={spaced.className}
        style={{ ...spaced.style, gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))` }}
        data-selecting={props.selecting || undefined}
        aria-label={grid.list}
        aria-describedby={howId}
        aria-busy={busy || rows === null}
        onKeyDown={moveFocus}
      >
        <CardSpace side="before" place={place} />
        {shown.map((row, at) => (
          <Tile
            key={row.insightId}
            row={row}
            total={place?.total}
            place={first + at + 1}
            isStop={row.insightId === stop}
            current={row.insightId === cursorId}
            selected={selectedIds.has(row.insightId)}
            selecting={props.selecting}
            onOpen={props.onOpen}
            onSelect={props.onSelect}
            onPlace={props.onPlace}
          />
        ))}
        <CardSpace side="after" place={place} />
      </ul>
    </>
  );
}

function dragOf({ rows, window: place, selectedIds, onMark }: InsightGridProps): DragSelection {
  return {
    ids: rows?.map(({ insightId }) => insightId) ?? [],
    first: place?.offset ?? 0,
    chosen: selectedIds,
    onMark,
  };
}

interface TileProps extends Pick<InsightGridProps, "selecting" | "onOpen" | "onSelect" | "onPlace"> {
  row: InsightRow;
  /** Photos in the whole list, and the place of this one, from 1. */
  total: number | undefined;
  place: number;
  /** The one that Tab reaches. */
  isStop: boolean;
  current: boolean;
  selected: boolean;
}

const Tile = memo(function Tile({ row, selecting, selected, ...props }: TileProps) {
  const name = readableName(row.className);
  const photo = photoOf(row);
  const confidence = percentText(shownConfidence(row));
  const label = [
    name,
    confidence,
    row.displayName,
    photo === null && insightsMessages.imageDoesNotExist,
    row.members.length > 0 && table.collectionOf(row.members.length),
    row.status === null
      ? insightsMessages.mixedStatus
      : row.status !== "none" && insightsMessages.statusNames[row.status],
  ];
  return (
    <li
      data-insight={row.insightId}
      data-row={row.insightId}
      aria-setsize={props.total}
      aria-posinset={props.place}
      className={classNames(
        styles.tile,
        row.members.length > 0 && styles.counted,
        selected && styles.selected,
        props.current && styles.current,
        row.unsent && styles.unsent,
      )}
    >
      {/* Under the button, whose name says what it shows: words in place of a picture are no part of that name. */}
      <span className={styles.picture} aria-hidden="true">
        <Thumbnail photo={photo} size="tile" />
      </span>
      <button
        type="button"
        className={styles.photo}
        tabIndex={props.isStop ? 0 : -1}
        data-takes-focus
        aria-pressed={selecting ? selected : undefined}
        aria-label={label.filter(Boolean).join(", ")}
        title={name}
        onFocus={() => props.onPlace(row)}
        onKeyDown={(event) => {
          const chooses = event.key === " ";
          if (!chooses && event.key !== "Enter") return;
          // A key must not act on a photo that was scrolled away.
          const wasAway = bringIntoSight(event.currentTarget);
          if (chooses || wasAway) event.preventDefault();
          if (chooses && !wasAway) props.onSelect(row, event.shiftKey);
        }}
        onClick={(event) => {
          if (selecting || event.shiftKey) props.onSelect(row, event.shiftKey);
          else props.onOpen(row);
        }}
      >
        <span className={styles.species} aria-hidden="true">
          <SpeciesMark className={row.className} />
        </span>
        <span className={styles.words} data-facts="" aria-hidden="true">
          <span className={styles.name}>{name}</span> {confidence}
        </span>
      </button>
      {(row.unsent || row.status !== "none") && (
        <span className={styles.status} data-facts="" aria-hidden="true">
          <StatusTag status={row.status} unsent={row.unsent} />
        </span>
      )}
      {row.members.length > 0 && (
        <span className={styles.count} data-facts="" aria-hidden="true">
          <Layers size={13} />
          {row.members.length}
        </span>
      )}
      {selected && (
        <span className={styles.mark} aria-hidden="true">
          <Check size={16} />
        </span>
      )}
    </li>
  );
});

/** The arrows move the focus to the photos beside, Home and End to the ends of the drawn ones; the list has the others. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("li > button")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = buttons[steps[event.key] ?? -1];
  if (at < 0 || target === undefined) return;
  event.preventDefault();
  target.focus({ preventScroll: true });
  target.parentElement?.scrollIntoView({ block: "nearest" });
}
