import Check from "lucide-react/icons/check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Clock from "lucide-react/icons/clock";
import X from "lucide-react/icons/x";
import { amountText, type ChargeStatus, chargeDay, chargeStatus } from "../../../domain/account/charge.ts";
import { fullUtc, isoTime } from "../../../domain/time.ts";
import { BILLING } from "../../../messages/account/billing.ts";
import type { Charge } from "../../../protocol/calls/billing-calls.ts";
import { Tag } from "../../../ui/controls/chip.tsx";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import styles from "./billing.module.css";

const { columns: words } = BILLING.invoices;

const LOOKS = {
  succeeded: { tone: "ok", Icon: Check },
  pending: { tone: "neutral", Icon: Clock },
  failed: { tone: "danger", Icon: X },
  unknown: { tone: "neutral", Icon: CircleQuestionMark },
} as const;

const statusOf = ({ status }: Charge): ChargeStatus => chargeStatus(status);

export const CHARGE_COLUMNS: readonly TableColumn<Charge>[] = [
  {
    id: "date",
    type: "date",
    label: words.date,
    value: ({ created }) => created * 1000,
    cell: ({ created }) => <ChargeDay created={created} />,
    sortable: true,
    roomPx: 120,
    className: styles.date,
  },
  {
    id: "description",
    type: "string",
    label: words.description,
    value: ({ description }) => description,
    sortable: true,
    rowHeader: true,
    roomPx: 220,
  },
  {
    id: "amount",
    type: "number",
    label: words.amount,
    value: ({ amount }) => amount / 100,
    cell: ({ amount, currency }) => amountText(amount, currency),
    sortable: true,
    locked: true,
    roomPx: 130,
    className: styles.amount,
  },
  {
    id: "status",
    type: "string",
    label: words.status,
    value: (charge) => BILLING.invoices.status(statusOf(charge)),
    cell: (charge) => <ChargeStatusTag charge={charge} />,
    sortable: true,
    roomPx: 130,
    className: styles.status,
  },
  {
    id: "currency",
    type: "string",
    label: words.currency,
    value: ({ currency }) => currency.toUpperCase(),
    sortable: true,
    hidden: true,
    roomPx: 100,
  },
  { id: "id", type: "string", label: words.id, value: ({ id }) => id, hidden: true, roomPx: 220 },
];

export function ChargeDay({ created }: { created: number }) {
  const atMs = created * 1000;
  return (
    <time dateTime={isoTime(atMs)} title={fullUtc(atMs)}>
      {chargeDay(created)}
    </time>
  );
}

/** Icon and word, so that colour does not carry the meaning alone. */
export function ChargeStatusTag({ charge }: { charge: Charge }) {
  const status = statusOf(charge);
  const { tone, Icon } = LOOKS[status];
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
      <span className={styles.word}>{BILLING.invoices.status(status)}</span>
    </Tag>
  );
}
