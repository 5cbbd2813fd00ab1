import { nextAlertStatus } from "../../domain/alert/alert.ts";
import { cutString } from "../../domain/table/table-cell.ts";
import { shortUtc } from "../../domain/time.ts";
import { ALERTS } from "../../messages/alerts/alerts.ts";
import type { TableColumn } from "../../ui/data-table/table-column.ts";
import { type AlertItem, type AlertLine, alertTitle, deviceName } from "./alert-line.ts";
import { AlertStatusIcon, StepButton, WaitingTag } from "./alert-status.tsx";
import styles from "./alerts.module.css";

const { columns: words } = ALERTS;

interface AlertColumnActions {
  onOpen(alertId: string): void;
  onStep(line: AlertLine): void;
}

/**
 * The columns of the specification; their values are those of the line's first alert.
 * @param todayMs - a moment of this day: alerts of this day are shown by their hour
 */
export function alertColumns(
  { onOpen, onStep }: AlertColumnActions,
  todayMs: number,
): readonly TableColumn<AlertLine>[] {
  const text = (
    id: keyof typeof words,
    roomPx: number,
    value: (line: AlertLine) => string,
  ): TableColumn<AlertLine> => ({ id, type: "string", label: words[id], value, sortable: true, roomPx });
  return [
    {
      ...text("status", 88, ({ lead }) => lead.alert.status),
      type: "element",
      cell: ({ lead }) => <AlertStatusIcon status={lead.alert.status} />,
      className: styles.status,
    },
    { ...text("statusText", 120, ({ lead }) => lead.alert.status), hidden: true },
    { ...text("type", 180, ({ lead }) => lead.alert.alert_type), hidden: true },
    {
      ...text("title", 225, ({ lead }) => alertTitle(lead.alert)),
      cell: (line) => <TitleCell {...{ line, onOpen, todayMs }} />,
      locked: true,
      rowHeader: true,
    },
    { ...text("domain", 130, ({ lead }) => lead.alert.alert_key), className: styles.domain, leaves: 2 },
    {
      ...text("associatedId", 160, ({ lead }) => lead.alert.associated_id),
      className: styles.associatedId,
      leaves: 2,
    },
    {
      ...text("created", 190, () => ""),
      type: "date",
      value: ({ lead }) => createdMs(lead.alert),
      className: styles.created,
    },
    {
      id: "action",
      type: "buttons",
      label: words.action,
      value: ({ lead }) => nextAlertStatus(lead.alert.status),
      cell: (line) => <StepButton line={line} onStep={onStep} />,
      roomPx: 140,
      className: styles.action,
    },
  ];
}

interface TitleCellProps extends Pick<AlertColumnActions, "onOpen"> {
  line: AlertLine;
  todayMs: number;
}

function TitleCell({ line, onOpen, todayMs }: TitleCellProps) {
  const { alert } = line.lead;
  const title = alertTitle(alert);
  const name = deviceName(line.lead);
  return (
    <span className={styles.titleCell}>
      <button type="button" className={styles.open} title={title} onClick={() => onOpen(alert.id)}>
        <span className={styles.title}>{cutString(title)}</span>
        <span className={styles.name}>
          {name}
          <span className={styles.when}> · {shortUtc(createdMs(alert), todayMs)}</span>
        </span>
      </button>
      <WaitingTag alert={alert} />
    </span>
  );
}

const createdMs = ({ created_at }: AlertItem["alert"]): number => Date.parse(created_at);
