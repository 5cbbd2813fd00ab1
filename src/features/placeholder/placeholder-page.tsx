import { Construction } from "lucide-react";
import { Link } from "wouter";
import { SHELL } from "../../messages/shell/shell.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Page } from "../../ui/layout/page.tsx";

/** `homeLink` is for pages without the shell. */
export function PlaceholderPage({ title, homeLink = false }: { title: string; homeLink?: boolean }) {
  return (
    <Page title={title}>
      <EmptyState
        icon={<Construction size={26} aria-hidden="true" />}
        title={SHELL.underConstruction}
        action={homeLink && <Link href="/">{SHELL.home}</Link>}
      />
    </Page>
  );
}
