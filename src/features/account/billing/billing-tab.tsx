import CreditCard from "lucide-react/icons/credit-card";
import { usePublicConfig } from "../../../client/public-config.tsx";
import { useServerList } from "../../../client/use-server-list.ts";
import { useSyncStatus } from "../../../client/use-sync.ts";
import { BILLING } from "../../../messages/account/billing.ts";
import { AwayState } from "../../../parts/server-list-states.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../../ui/feedback/loading-notice.tsx";
import styles from "./billing.module.css";
import { CHARGES_PATH, isCharge } from "./billing-calls.ts";
import { CardSection } from "./card-section.tsx";
import { InvoicesSection } from "./invoices-section.tsx";

/** Card and invoices, where this server takes payments. */
export function BillingTab() {
  const config = usePublicConfig();
  const { phase } = useSyncStatus();
  if (config === null) {
    return phase === "offline" ? <AwayState what={BILLING.whether} /> : <LoadingNotice />;
  }
  // A server of the specification alone may leave the field out.
  const { stripePublishableKey = null }: Partial<typeof config> = config;
  if (stripePublishableKey === null) {
    return (
      <EmptyState icon={<CreditCard size={26} aria-hidden="true" />} title={BILLING.off}>
        {BILLING.offWords}
      </EmptyState>
    );
  }
  return <Billing publishableKey={stripePublishableKey} />;
}

function Billing({ publishableKey }: { publishableKey: string }) {
  const charges = useServerList({ path: CHARGES_PATH, row: isCharge });
  return (
    <div className={styles.billing}>
      <CardSection publishableKey={publishableKey} onSet={charges.reload} />
      <InvoicesSection charges={charges} />
    </div>
  );
}
