import Construction from "lucide-react/icons/construction";
import { SHELL } from "../../messages/shell/shell.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Page } from "../../ui/layout/page.tsx";

export function PlaceholderPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState icon={<Construction size={26} aria-hidden="true" />} title={SHELL.underConstruction} />
    </Page>
  );
}
