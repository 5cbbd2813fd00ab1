import { lazy, Suspense } from "react";
import { LoginPage } from "../features/account-entry/login-page.tsx";
import { InstallOffer } from "../features/install/install-offer.tsx";
import type { SessionStoreApi } from "../state/session-store.ts";

/** Few people ever see it. */
const UnsentOfLeaving = lazy(async () => ({
  default: (await import("./updates/unsent-when-blocked.tsx")).UnsentOfLeaving,
}));

/** Where somebody signs in, with the offer to install the app. */
export function EntryPage({ session }: { session: SessionStoreApi }) {
  return (
    <LoginPage
      session={session}
      offer={<InstallOffer />}
      unsentOf={(user) => (
        <Suspense>
          <UnsentOfLeaving user={user} />
        </Suspense>
      )}
    />
  );
}
