import { CreditCard } from "lucide-react";
import { BILLING } from "../../../messages/account/billing.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";

export function BillingTab() {
  return (
    <EmptyState icon={<CreditCard size={26} aria-hidden="true" />} title={BILLING.off}>
      {BILLING.offWords}
    </EmptyState>
  );
}
