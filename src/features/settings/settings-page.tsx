import { useSearchParams } from "wouter";
import { SETTINGS } from "../../messages/settings/settings.ts";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { FeaturesTab } from "./features-tab.tsx";
import { IntegrationsTab } from "./integrations-tab.tsx";

const PARTS = ["integrations", "features"] as const;
type Part = (typeof PARTS)[number];

/** The parameter of the address that names the chosen tab; the first needs none. */
const PARAMETER = "part";

export function SettingsPage() {
  const [search, setSearch] = useSearchParams();
  const named = search.get(PARAMETER);
  const chosen: Part = PARTS.find((part) => part === named) ?? PARTS[0];
  const choose = (part: Part) =>
    setSearch(
      (before) => {
        const written = new URLSearchParams(before);
        if (part === PARTS[0]) written.delete(PARAMETER);
        else written.set(PARAMETER, part);
        return written;
      },
      // An arrow key chooses at once: Back leaves the screen instead of going through all of them.
      { replace: true },
    );
  return (
    <Page title={SETTINGS.title}>
      <Tabs
        label={SETTINGS.tabsLabel}
        tabs={PARTS.map((name) => ({ name, label: SETTINGS.tabs[name] }))}
        chosen={chosen}
        onChoose={choose}
      >
        {chosen === "features" ? <FeaturesTab /> : <IntegrationsTab />}
      </Tabs>
    </Page>
  );
}
