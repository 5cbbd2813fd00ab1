import type { ComponentType } from "react";
import type { Services } from "../../client/services.tsx";
import { INITIAL_TAB, type Role, type Tab } from "../../domain/account/role.ts";
import type { Prefetch } from "../../query/worker/worker-protocol.ts";
import { type LaterPart, laterPart } from "../../ui/later-part.tsx";
import { readTab } from "./tab-address.ts";

const seldomScreen = (load: () => Promise<ComponentType<{ role: Role }>>) => laterPart(load, "seldom");

/**
 * The screens of the tabs, each in a chunk of its own; a tab that is missing here shows a placeholder. Those of the
 * bottom bar are loaded soon after each start.
 */
export const SCREENS: Partial<Record<Tab, LaterPart<{ role: Role }>>> = {
  dashboard: laterPart(
    async () => (await import("../../features/dashboard/dashboard-page.tsx")).DashboardPage,
  ),
  devices: seldomScreen(async () => (await import("../../features/devices/devices-page.tsx")).DevicesPage),
  insights: laterPart(async () => (await import("../../features/insights/insights-page.tsx")).InsightsPage),
  alerts: laterPart(async () => (await import("../../features/alerts/alerts-page.tsx")).AlertsPage),
  map: laterPart(async () => (await import("../../features/map/map-page.tsx")).MapPage),
  groups: seldomScreen(async () => (await import("../../features/groups/groups-page.tsx")).GroupsPage),
  updates: seldomScreen(
    async () => (await import("../../features/device-updates/updates-page.tsx")).UpdatesPage,
  ),
  marketplace: seldomScreen(
    async () => (await import("../../features/marketplace/marketplace-page.tsx")).MarketplacePage,
  ),
  models: seldomScreen(async () => (await import("../../features/models/models-page.tsx")).ModelsPage),
  account: seldomScreen(async () => (await import("../../features/account/account-page.tsx")).AccountPage),
  admin: seldomScreen(async () => (await import("../../features/admin/admin-page.tsx")).AdminPage),
  internal: seldomScreen(
    async () => (await import("../../features/internal/internal-page.tsx")).InternalPage,
  ),
  settings: seldomScreen(
    async () => (await import("../../features/settings/settings-page.tsx")).SettingsPage,
  ),
};

/** Tabs whose first rows are insights, with what is read for them. The same as in scripts/first-parts.mjs. */
const READS_INSIGHTS: ReadonlyMap<string, Prefetch> = new Map<Tab, Prefetch>([
  ["dashboard", "all"],
  ["insights", "newest"],
]);
/**
 * Parameters that set no filter: with these alone the list begins with the newest insights. The same as in
 * public/first-parts.js.
 */
const WITHOUT_FILTER: readonly string[] = ["tab", "collections"];

/**
 * The part of the insights that the query worker is to read before the screen of this address asks. Null where the
 * screen shows something else first, as My Devices does: the read would delay that.
 *
 * @param search the query string of the address
 */
export function insightsReadFor(search: string): Prefetch | null {
  const prefetch = READS_INSIGHTS.get(addressedTab(search)) ?? null;
  // A filter is a question over all insights, which the newest alone cannot answer.
  const asksMore = [...new URLSearchParams(search).keys()].some((key) => !WITHOUT_FILTER.includes(key));
  return prefetch !== null && asksMore ? "all" : prefetch;
}

/**
 * For a link to a screen: its code is on its way from the moment that the link is pressed down, or has the focus. Not
 * when a pointer is over it, because on its way to one link it would load the screens of those before.
 */
export function preloadsScreen(tab: Tab): { onPointerDown(): void; onFocus(): void } {
  const preload = () => void SCREENS[tab]?.preload();
  return { onPointerDown: preload, onFocus: preload };
}

/** Loads the code of the screen of an address, before it is known who is signed in. */
export async function preloadScreen(search: string): Promise<void> {
  const wanted = addressedTab(search);
  for (const [tab, screen] of Object.entries(SCREENS)) if (tab === wanted) await screen.preload();
}

/**
 * Reads what the screen of an address shows first. Most screens read when they are rendered.
 *
 * @param late aborted once the screen is rendered without it
 */
export async function prefetchScreen(
  search: string,
  role: Role,
  services: Services,
  late: AbortSignal,
): Promise<void> {
  const address = readTab(search, role);
  if (address.kind !== "tab") return;
  if (address.tab === "devices") {
    const { prefetchDevices } = await import("../../features/devices/devices-page.tsx");
    await prefetchDevices(services, late);
  }
  if (address.tab !== "insights") return;
  const { prefetchInsights } = await import("../../features/insights/insights-page.tsx");
  await prefetchInsights(services, search);
}

/** The tab that an address names, whoever is signed in. */
function addressedTab(search: string): string {
  return new URLSearchParams(search).get("tab") ?? INITIAL_TAB;
}
