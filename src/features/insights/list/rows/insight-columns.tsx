import { insightTimeMs, shownConfidence } from "../../../../domain/insight/insight.ts";
import { classListText } from "../../../../domain/insight/insight-text.ts";
import { cutString } from "../../../../domain/table/table-cell.ts";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { classNames } from "../../../../ui/class-names.ts";
import type { TableColumn } from "../../../../ui/data-table/table-column.ts";
import { RowActions } from "../../actions/row-actions.tsx";
import { ConfidenceFigure } from "../../facts/confidence-figure.tsx";
import { InsightTime } from "../../facts/insight-time.tsx";
import { readableClasses, readableName, SpeciesLabel } from "../../facts/species-label.tsx";
import { StatusTag } from "../../facts/status-tag.tsx";
import { photoOf } from "../../photo/insight-photo.ts";
import { Thumbnail } from "../../photo/thumbnail.tsx";
import styles from "./insight-columns.module.css";
import type { RowHandlers } from "./row-handlers.ts";

const { columns: words, table, sourceNames, noSource, statusNames, mixedStatus } = insightsMessages;

export interface InsightCellOptions extends Pick<RowHandlers, "onAct" | "onOpen"> {
  nowMs: number;
  mayAct: boolean;
  reasonId: string;
}

/** The columns of insights: what a reviewer needs first; technical ids wait until they are asked for. */
export function insightColumns(options: InsightCellOptions): TableColumn<InsightRow>[] {
  const { nowMs, mayAct, reasonId, onAct, onOpen } = options;
  return [
    {
      id: "photo",
      roomPx: 96,
      type: "element",
      label: words.photo,
      quietLabel: true,
      className: styles.photo,
      value: () => null,
      cell: (row) => <PhotoCell row={row} onOpen={onOpen} />,
    },
    {
      id: "className",
      roomPx: 170,
      type: "string",
      label: words.className,
      sortable: true,
      locked: true,
      rowHeader: true,
      className: styles.className,
      value: (row) => row.className,
      plainText: (row) => readableName(row.className),
      cell: (row) => (
        <>
          <SpeciesLabel className={row.className} />
          <span className={styles.classLine}>{cutString(row.displayName)}</span>
        </>
      ),
    },
    {
      id: "confidence",
      roomPx: 100,
      type: "percent",
      label: words.confidence,
      sortable: true,
      className: styles.confidence,
      value: shownConfidence,
      cell: (row) => <ConfidenceFigure fraction={shownConfidence(row)} />,
    },
    {
      id: "device",
      roomPx: 140,
      type: "string",
      label: words.device,
      sortable: true,
      className: styles.device,
      value: (row) => row.displayName,
      title: (row) => row.displayName,
      cell: (row) => (
        <>
          <span className={styles.deviceName}>{cutString(row.displayName)}</span>
          <span className={styles.sourceLine}>{sourceText(row)}</span>
        </>
      ),
    },
    {
      id: "time",
      roomPx: 150,
      type: "date",
      label: words.time,
      sortable: true,
      className: styles.time,
      value: insightTimeMs,
      cell: (row) => <InsightTime row={row} nowMs={nowMs} />,
    },
    {
      id: "source",
      roomPx: 90,
      type: "string",
      label: words.source,
      sortable: true,
      className: styles.source,
      value: sourceText,
    },
    {
      id: "status",
      roomPx: 150,
      type: "string",
      label: words.status,
      sortable: true,
      className: styles.status,
      value: statusName,
      cell: (row) => <StatusTag status={row.status} unsent={row.unsent} />,
    },
    ...furtherColumns(),
    {
      id: "action",
      roomPx: 120,
      type: "buttons",
      label: words.action,
      className: styles.action,
      value: () => null,
      cell: (row) => (
        <RowActions row={row} layout="icons" mayAct={mayAct} reasonId={reasonId} onAct={onAct} />
      ),
    },
  ];
}

/** All else that is known of an insight: exported always, shown to those who ask. */
function furtherColumns(): TableColumn<InsightRow>[] {
  return [
    {
      id: "classes",
      roomPx: 230,
      type: "list",
      label: words.classes,
      hidden: true,
      className: styles.classes,
      value: ({ classList }) => readableClasses(classList).map((score) => classListText([score])),
    },
    {
      id: "received",
      roomPx: 230,
      type: "date",
      label: words.received,
      hidden: true,
      className: styles.moment,
      value: (row) => row.timeStampMs,
    },
    {
      id: "members",
      roomPx: 110,
      type: "number",
      label: words.members,
      hidden: true,
      className: styles.figure,
      value: (row) => Math.max(1, row.members.length),
    },
    {
      id: "latitude",
      roomPx: 100,
      type: "number",
      label: words.latitude,
      hidden: true,
      className: styles.figure,
      value: (row) => row.latitude,
    },
    {
      id: "longitude",
      roomPx: 100,
      type: "number",
      label: words.longitude,
      hidden: true,
      className: styles.figure,
      value: (row) => row.longitude,
    },
    {
      id: "model",
      roomPx: 110,
      type: "string",
      label: words.model,
      hidden: true,
      className: styles.figure,
      value: (row) => row.algId,
    },
    {
      id: "deviceId",
      roomPx: 100,
      type: "string",
      label: words.deviceId,
      hidden: true,
      className: styles.figure,
      value: (row) => row.deviceId,
    },
    {
      id: "insightId",
      roomPx: 130,
      type: "string",
      label: words.insightId,
      hidden: true,
      className: styles.figure,
      value: (row) => row.insightId,
    },
    {
      id: "collectionId",
      roomPx: 120,
      type: "string",
      label: words.collectionId,
      hidden: true,
      className: styles.figure,
      value: (row) => row.collectionId,
    },
    {
      id: "confirmed",
      roomPx: 190,
      type: "string",
      label: words.confirmed,
      hidden: true,
      className: styles.figure,
      value: confirmedText,
    },
  ];
}

/** Of a collection nothing is known: the mark is each member's own. */
function confirmedText({ members, userConfirmed }: InsightRow): string | null {
  if (members.length > 0) return null;
  return userConfirmed ? words.confirmedWords.yes : words.confirmedWords.no;
}

function statusName({ status }: InsightRow): string {
  return status === null ? mixedStatus : statusNames[status];
}

function sourceText(row: InsightRow): string {
  return row.commsSource === null ? noSource : sourceNames[row.commsSource];
}

function PhotoCell({ row, onOpen }: { row: InsightRow; onOpen(row: InsightRow): void }) {
  const label = table.openPhoto(readableName(row.className), row.displayName);
  const folded = row.members.length > 0;
  return (
    <button
      type="button"
      className={classNames(styles.open, folded && styles.counted)}
      aria-label={folded ? `${label}. ${table.collectionOf(row.members.length)}` : label}
      onClick={() => onOpen(row)}
    >
      <Thumbnail photo={photoOf(row)} size="small" />
      {folded && (
        <span className={styles.count} title={table.collectionOf(row.members.length)}>
          {row.members.length}
        </span>
      )}
    </button>
  );
}
