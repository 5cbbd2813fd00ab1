import Plus from "lucide-react/icons/plus";
import { useSearchParams } from "wouter";
import { useAddressPart } from "../../client/use-address-part.ts";
import type { Role } from "../../domain/account/role.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { ADMIN } from "../../messages/admin/admin.ts";
import { RELEASES } from "../../messages/admin/releases.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { PageAction } from "../../ui/layout/page-action.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useNow } from "../../ui/use-now.ts";
import { AccountsTab } from "./accounts/accounts-tab.tsx";
import { ADMIN_PARTS, type AdminPart } from "./admin-part.tsx";
import { AlgsTab } from "./algs/algs-tab.tsx";
import { DevicesTab } from "./devices/devices-tab.tsx";
import { NEW_RELEASE, ReleasesTab } from "./releases/releases-tab.tsx";

/** The parameter of the address that names the chosen tab; the first needs none. */
const PARAMETER = "part";

/** Users, devices, algs and releases, read from the server alone: staff see and change all, members see their own. */
export function AdminPage({ role }: { role: Role }) {
  const may = role === "staff";
  const [chosen, choose] = useAdminPart();
  const online = useOnlineOnly(ADMIN.changing);
  const nowMs = useNow(MINUTE_MS);
  const release = useAddressPart("release");
  const rights = { may, online, nowMs };
  return (
    <Page
      fills
      title={ADMIN.title}
      actions={
        may &&
        chosen === "releases" && (
          <PageAction
            label={RELEASES.make}
            icon={<Plus size={16} aria-hidden="true" />}
            {...online.button}
            onClick={() => release.show(NEW_RELEASE)}
          />
        )
      }
      notice={may ? online.reason : <Notice tone="info">{ADMIN.readOnly}</Notice>}
    >
      <Tabs
        fills
        label={ADMIN.tabsLabel}
        tabs={ADMIN_PARTS.map((name) => ({ name, label: ADMIN.tabs[name] }))}
        chosen={chosen}
        onChoose={choose}
      >
        {chosen === "users" && <AccountsTab {...rights} />}
        {chosen === "devices" && <DevicesTab {...rights} />}
        {chosen === "algs" && <AlgsTab {...rights} />}
        {chosen === "releases" && <ReleasesTab {...rights} />}
      </Tabs>
    </Page>
  );
}

function useAdminPart(): [AdminPart, (part: AdminPart) => void] {
  const [search, setSearch] = useSearchParams();
  const named = search.get(PARAMETER);
  const chosen = ADMIN_PARTS.find((part) => part === named) ?? ADMIN_PARTS[0];
  const choose = (part: AdminPart) =>
    setSearch(
      (before) => {
        // Filters and pages belong to the table that is left.
        const written = new URLSearchParams();
        const tab = before.get("tab");
        if (tab !== null) written.set("tab", tab);
        if (part !== ADMIN_PARTS[0]) written.set(PARAMETER, part);
        return written;
      },
      // An arrow key chooses at once: Back leaves the screen instead of going through all of them.
      { replace: true },
    );
  return [chosen, choose];
}
