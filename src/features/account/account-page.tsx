import type { ComponentType } from "react";
import { useSearchParams } from "wouter";
import { ACCOUNT_PAGE } from "../../messages/account/account.ts";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { BillingTab } from "./billing/billing-tab.tsx";
import { ProfileTab } from "./profile/profile-tab.tsx";
import { SecurityTab } from "./security/security-tab.tsx";

const PARTS = ["profile", "billing", "security"] as const;
type Part = (typeof PARTS)[number];

const CONTENTS: Record<Part, ComponentType> = {
  profile: ProfileTab,
  billing: BillingTab,
  security: SecurityTab,
};

/** The parameter of the address that names the chosen tab; the first needs none. */
const PARAMETER = "part";

export function AccountPage() {
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
  const Content = CONTENTS[chosen];
  return (
    <Page title={ACCOUNT_PAGE.title}>
      <Tabs
        label={ACCOUNT_PAGE.tabsLabel}
        tabs={PARTS.map((name) => ({ name, label: ACCOUNT_PAGE.tabs[name] }))}
        chosen={chosen}
        onChoose={choose}
      >
        <Content />
      </Tabs>
    </Page>
  );
}
