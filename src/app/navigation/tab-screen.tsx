import { Suspense } from "react";
import type { Role } from "../../domain/account/role.ts";
import { PlaceholderPage } from "../../features/placeholder/placeholder-page.tsx";
import { pageTitle } from "../../messages/shell/shell.ts";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { FallbackPage } from "../shell/fallback-page.tsx";
import { SCREENS } from "./screens.ts";
import type { TabAddress } from "./tab-address.ts";

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
