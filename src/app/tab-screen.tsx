import { type ComponentType, Suspense } from "react";
import type { Role, Tab } from "../domain/role.ts";
import { PlaceholderPage } from "../features/placeholder/placeholder-page.tsx";
import { pageTitle } from "../messages/shell.ts";
import { LoadingNotice } from "../ui/loading-notice.tsx";
import { FallbackPage } from "./fallback-page.tsx";
import { laterPart } from "./later-part.tsx";
import type { TabAddress } from "./tab-address.ts";

/** The screens that have come, each in a chunk of its own. */
const SCREENS: Partial<Record<Tab, ComponentType<{ role: Role }>>> = {
  insights: laterPart(async () => (await import("../features/insights/insights-page.tsx")).InsightsPage),
};

export function TabScreen({ address, role }: { address: TabAddress; role: Role }) {
  if (address.kind === "unknown") return <FallbackPage tabName={address.name} />;
  const Screen = SCREENS[address.tab];
  if (Screen === undefined) return <PlaceholderPage title={pageTitle(address.tab)} />;
  return (
    <Suspense fallback={<LoadingNotice />}>
      <Screen role={role} />
    </Suspense>
  );
}
