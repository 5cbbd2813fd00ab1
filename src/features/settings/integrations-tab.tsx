import { Unplug } from "lucide-react";
import { SETTINGS } from "../../messages/settings/settings.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";

export function IntegrationsTab() {
  return (
    <EmptyState icon={<Unplug size={26} aria-hidden="true" />} title={SETTINGS.integrationsOff}>
      {SETTINGS.integrationsOffWords}
    </EmptyState>
  );
}
