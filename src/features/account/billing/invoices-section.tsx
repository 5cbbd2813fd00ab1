import Receipt from "lucide-react/icons/receipt";
import { useId, useMemo } from "react";
import type { ServerList } from "../../../client/server-list.ts";
import { amountText } from "../../../domain/account/charge.ts";
import type { PageSizes } from "../../../domain/table/table-page.ts";
import { BILLING } from "../../../messages/account/billing.ts";
import { ServerListStates } from "../../../parts/server-list-states.tsx";
import type { Charge } from "../../../protocol/calls/billing-calls.ts";
import { RecordTable } from "../../../ui/data-table/record-table.tsx";
import { SubjectCard } from "../../../ui/data-table/rows/subject-card.tsx";
import { createMemorySource } from "../../../ui/data-table/table-source.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useNow } from "../../../ui/use-now.ts";
import styles from "./billing.module.css";
import { CHARGE_COLUMNS, ChargeDay, ChargeStatusTag } from "./charge-columns.tsx";

const WORDS = BILLING.invoices;
const INVOICE_PAGES: PageSizes = { sizes: [5, 10, 25, 50], own: 10 };

interface InvoicesSectionProps {
  charges: { list: ServerList<Charge>; reload(): void };
}

/** Charges, newest first. */
export function InvoicesSection({ charges }: InvoicesSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{WORDS.title}</h2>
      <ServerListStates list={charges.list} what={WORDS.list} onRetry={charges.reload}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<Receipt size={26} aria-hidden="true" />} title={WORDS.none} />
          ) : (
            <ChargeTable charges={rows} />
          )
        }
      </ServerListStates>
    </section>
  );
}

function ChargeTable({ charges }: { charges: readonly Charge[] }) {
  const source = useMemo(() => createMemorySource(charges, { columns: CHARGE_COLUMNS }), [charges]);
  const nowMs = useNow(60_000);
  return (
    <RecordTable
      table="charges"
      caption={WORDS.caption}
      columns={CHARGE_COLUMNS}
      source={source}
      rowId={({ id }) => id}
      nowMs={nowMs}
      defaultSort={{ column: "date", descending: true }}
      pageSizes={INVOICE_PAGES}
      phone={{
        look: "cards",
        restOrder: WORDS.newestFirst,
        card: (charge, shows) => (
          <SubjectCard
            name={(shows("description") && charge.description) || WORDS.untitled}
            state={shows("status") && <ChargeStatusTag charge={charge} />}
            facts={[
              { label: WORDS.columns.amount, value: amountText(charge.amount, charge.currency) },
              ...(shows("date")
                ? [{ label: WORDS.columns.date, value: <ChargeDay created={charge.created} /> }]
                : []),
            ]}
          />
        ),
      }}
    />
  );
}
