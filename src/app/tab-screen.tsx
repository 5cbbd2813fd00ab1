import { Suspense } from "react";
import { INITIAL_TAB, type Role, type Tab } from "../domain/role.ts";
import { PlaceholderPage } from "../features/placeholder/placeholder-page.tsx";
import type { Services } from "../features/services.tsx";
import { pageTitle } from "../messages/shell.ts";
import { LoadingNotice } from "../ui/loading-notice.tsx";
import { FallbackPage } from "./fallback-page.tsx";
import { type LaterPart, laterPart } from "./later-part.tsx";
import { readTab, type TabAddress } from "./tab-address.ts";

/** The screens that have come, each in a chunk of its own. */
const SCREENS: Partial<Record<Tab, LaterPart<{ role: Role }>>> = {
  devices: laterPart(async () => (await import("../features/devices/devices-page.tsx")).DevicesPage),
  insights: laterPart(async () => (await import("../features/insights/insights-page.tsx")).InsightsPage),
  groups: laterPart(async () => (await import("../features/groups/groups-page.tsx")).GroupsPage),
  updates: laterPart(async () => (await import("../features/device-updates/updates-page.tsx")).UpdatesPage),
  marketplace: laterPart(
    async () => (await import("../features/marketplace/marketplace-page.tsx")).MarketplacePage,
  ),
  models: laterPart(async () => (await import("../features/models/models-page.tsx")).ModelsPage),
};

/**
 * Brings the screen of an address while it is still found out who is signed in. Resolves when it is here: it is then
 * drawn together with the shell, and no notice of waiting comes in between.
 */
export async function beginScreen(search: string): Promise<void> {
  const wanted = new URLSearchParams(search).get("tab") ?? INITIAL_TAB;
  for (const [tab, screen] of Object.entries(SCREENS)) if (tab === wanted) await screen.begin();
}

/** Reads what a screen shows first, so that it is drawn once and with it; most screens read when they are drawn. */
export async function prepareScreen(search: string, role: Role, services: Services): Promise<void> {
  const address = readTab(search, role);
  if (address.kind !== "tab" || address.tab !== "insights") return;
  const { prepareInsights } = await import("../features/insights/insights-page.tsx");
  await prepareInsights(services, search);
}

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
