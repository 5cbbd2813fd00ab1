import { useMemo } from "react";
import { useServices } from "../../client/services.tsx";
import { useSession } from "../../parts/account/session-context.tsx";
import { type AccountStoreApi, createAccountStore } from "../../state/account-store.ts";

/** The writes to one's own account; one store for as long as the tab is shown. */
export function useAccountStore(): AccountStoreApi {
  const { http } = useServices();
  const session = useSession();
  return useMemo(() => createAccountStore({ http, session }), [http, session]);
}
