import { useSearchParams } from "wouter";
import { INTERNAL } from "../../messages/internal/internal.ts";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { AuditLogTab } from "./audit-log.tsx";
import { ClearDeviceTab } from "./clear-device.tsx";
import { PeopleTab } from "./people-help.tsx";

const PARTS = ["log", "clear", "people"] as const;
type Part = (typeof PARTS)[number];

/** The parameter of the address that names the chosen part; the first needs none. */
const PARAMETER = "part";

/** For staff. All of it is read from the server and held by the screen alone. */
export function InternalPage() {
  const [search, setSearch] = useSearchParams();
  const chosen: Part = PARTS.find((part) => part === search.get(PARAMETER)) ?? PARTS[0];
  // The other parts have no table, so its filters and pages in the address go with it.
  const choose = (part: Part) =>
    setSearch({ tab: "internal", ...(part === PARTS[0] ? {} : { [PARAMETER]: part }) }, { replace: true });
  return (
    <Page title={INTERNAL.title}>
      <Tabs
        label={INTERNAL.tabsLabel}
        tabs={PARTS.map((name) => ({ name, label: INTERNAL.tabs[name] }))}
        chosen={chosen}
        onChoose={choose}
      >
        {chosen === "log" && <AuditLogTab />}
        {chosen === "clear" && <ClearDeviceTab />}
        {chosen === "people" && <PeopleTab />}
      </Tabs>
    </Page>
  );
}
