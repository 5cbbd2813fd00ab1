import Check from "lucide-react/icons/check";
import Layers from "lucide-react/icons/layers";
import { memo } from "react";
import { shownConfidence } from "../../../../domain/insight/insight.ts";
import { percentText } from "../../../../domain/insight/insight-text.ts";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { CardSpace, type RowWindow, windowProps } from "../../../../ui/data-table/rows/row-window.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { RowActions } from "../../actions/row-actions.tsx";
import { InsightTime } from "../../facts/insight-time.tsx";
import { readableName, SpeciesLabel } from "../../facts/species-label.tsx";
import { StatusTag } from "../../facts/status-tag.tsx";
import { photoOf } from "../../photo/insight-photo.ts";
import { Thumbnail } from "../../photo/thumbnail.tsx";
import styles from "./insight-cards.module.css";
import type { InsightListProps } from "./insight-table.tsx";

const { cards, table, noConfidence } = insightsMessages;

interface InsightCardsProps extends InsightListProps {
  /** The photos have checkboxes. */
  selecting: boolean;
  busy: boolean;
  /** Where the cards lie in a list that is scrolled without pages. */
  window: RowWindow | undefined;
}

export function InsightCards({
  rows,
  expected,
  busy,
  cursorId,
  selectedIds,
  window: cardWindow,
  ...cardProps
}: InsightCardsProps) {
  return (
    <ul
      {...windowProps(cardWindow, styles.cards)}
      data-windowed={cardWindow && true}
      aria-label={cards.list}
      aria-busy={busy || rows === null}
    >
      <CardSpace side="before" place={cardWindow} />
      {rows?.map((row, at) => (
        <InsightCard
          key={row.insightId}
          row={row}
          total={cardWindow?.total}
          place={cardWindow && cardWindow.offset + at + 1}
          current={row.insightId === cursorId}
          selected={selectedIds.has(row.insightId)}
          {...cardProps}
        />
      )) ??
        Array.from({ length: Math.min(expected, 6) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty cards have nothing else to tell them apart
          <li key={index} className={styles.card}>
            <div className={styles.photo} />
            <div className={styles.facts}>
              <Skeleton width="55%" height={16} />
              <Skeleton width="75%" height={12} />
            </div>
            <div className={styles.waiting} />
          </li>
        ))}
      <CardSpace side="after" place={cardWindow} />
    </ul>
  );
}

type CardProps = Omit<
  InsightCardsProps,
  "rows" | "expected" | "busy" | "cursorId" | "selectedIds" | "window"
> & {
  row: InsightRow;
  /** Cards in the whole list, and the place of this one, from 1; in a windowed list only. */
  total: number | undefined;
  place: number | undefined;
  current: boolean;
  selected: boolean;
};

const InsightCard = memo(function InsightCard(props: CardProps) {
  const { row, current, selected, selecting, nowMs, mayAct, reasonId, onAct, onOpen, onSelect } = props;
  const name = readableName(row.className);
  const confidence = percentText(shownConfidence(row));
  const photo = photoOf(row);
  const openLabel = table.openPhoto(name, row.displayName);
  return (
    <li
      data-insight={row.insightId}
      data-row={row.insightId}
      aria-setsize={props.total}
      aria-posinset={props.place}
      tabIndex={-1}
      className={classNames(
        styles.card,
        selected && styles.selected,
        current && styles.current,
        row.unsent && styles.unsent,
      )}
    >
      <div
        className={classNames(
          styles.photo,
          photo === null && styles.without,
          row.members.length > 0 && styles.counted,
          selecting && styles.selecting,
        )}
      >
        <button
          type="button"
          className={styles.open}
          onClick={() => (selecting ? onSelect(row, false) : onOpen(row))}
        >
          <span className="visually-hidden">
            {row.members.length > 0 ? `${openLabel}. ${table.collectionOf(row.members.length)}` : openLabel}.
          </span>
          <Thumbnail photo={photo} size="large" />
        </button>
        {row.members.length > 0 && (
          <span className={styles.count} data-facts="" aria-hidden="true">
            <Layers size={15} />
            {row.members.length}
          </span>
        )}
        {selecting && (
          <label className={styles.choose}>
            <input
              type="checkbox"
              className="visually-hidden"
              aria-label={table.selectRow(name, row.displayName)}
              checked={selected}
              onChange={() => onSelect(row, false)}
            />
            <span className={styles.mark}>{selected && <Check size={18} aria-hidden="true" />}</span>
          </label>
        )}
      </div>
      <div className={styles.facts}>
        <div className={styles.first}>
          <h2 className={styles.name} data-facts="">
            <SpeciesLabel className={row.className} />
          </h2>
          {(row.unsent || row.status !== "none") && (
            <span data-facts="">
              <StatusTag status={row.status} unsent={row.unsent} />
            </span>
          )}
        </div>
        <p className={styles.second} data-facts="">
          <span className={styles.figure}>{confidence ?? noConfidence}</span>
          <span className={styles.device} title={row.displayName}>
            {row.displayName}
          </span>
          <InsightTime row={row} nowMs={nowMs} />
        </p>
      </div>
      <RowActions row={row} layout="words" mayAct={mayAct} reasonId={reasonId} onAct={onAct} />
    </li>
  );
});
