import { Suspense } from "react";
import type { Role } from "../../domain/account/role.ts";
import { PlaceholderPage } from "../../features/placeholder/placeholder-page.tsx";
import { pageTitle } from "../../messages/shell/shell.ts";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { LaterScreen } from "../../ui/later-screen.tsx";
import { FallbackPage } from "../shell/fallback-page.tsx";
import { SCREENS } from "./screens.ts";
import type { TabAddress } from "./tab-address.ts";

interface TabScreenProps {
  address: TabAddress;
  role: Role;
  /** A tab without one shows the placeholder. */
  screens?: typeof SCREENS;
}

export function TabScreen({ address, role, screens = SCREENS }: TabScreenProps) {
  const Screen = address.kind === "unknown" ? undefined : screens[address.tab];
  if (address.kind === "unknown") return <FallbackPage tabName={address.name} />;
  if (Screen === undefined) return <PlaceholderPage title={pageTitle(address.tab)} />;
  return (
    <Suspense fallback={<LoadingNotice />}>
      <LaterScreen part={Screen} props={{ role }} />
    </Suspense>
  );
}
