import { type ComponentType, Suspense } from "react";
import { INITIAL_TAB, type Role, type Tab } from "../domain/role.ts";
import { PlaceholderPage } from "../features/placeholder/placeholder-page.tsx";
import { pageTitle } from "../messages/shell.ts";
import { LoadingNotice } from "../ui/loading-notice.tsx";
import { FallbackPage } from "./fallback-page.tsx";
import { laterPart } from "./later-part.tsx";
import type { TabAddress } from "./tab-address.ts";

type Screen = ComponentType<{ role: Role }>;

/** The screens that have come, each in a chunk of its own. */
const LOADS = {
  insights: async () => (await import("../features/insights/insights-page.tsx")).InsightsPage,
} satisfies Partial<Record<Tab, () => Promise<Screen>>>;
const SCREENS: Partial<Record<Tab, Screen>> = { insights: laterPart(LOADS.insights) };

/**
 * Brings the screen of an address while it is still found out who is signed in. Resolves when it is here: it is then
 * drawn together with the shell, and no notice of waiting comes in between.
 */
export async function beginScreen(search: string): Promise<void> {
  const wanted = new URLSearchParams(search).get("tab") ?? INITIAL_TAB;
  if (!isLoaded(wanted)) return;
  try {
    SCREENS[wanted] = await LOADS[wanted]();
  } catch {
    // It is tried again when it is shown.
  }
}

function isLoaded(tab: string): tab is keyof typeof LOADS {
  return Object.hasOwn(LOADS, tab);
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
