import { useState } from "react";
import { useServices } from "../../client/services.tsx";
import { DELETION } from "../../messages/account/security.ts";
import { useSession } from "../../parts/account/session-context.tsx";
import { showToast } from "../../state/toast-store.ts";
import { keepAccount } from "./security/account-calls.ts";

/** Takes the deletion of the account back, and fetches the user anew. */
export function useKeepAccount(): { keep(): Promise<void>; busy: boolean } {
  const { http } = useServices();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async keep() {
      setBusy(true);
      const outcome = await keepAccount(http);
      if (outcome.kind === "answer") await session.getState().verify();
      setBusy(false);
      showToast(
        outcome.kind === "answer"
          ? { message: DELETION.kept, tone: "ok" }
          : { message: DELETION.notKept, tone: "error" },
      );
    },
  };
}
