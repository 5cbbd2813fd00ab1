import { useState } from "react";
import { useServices } from "../../client/services.tsx";
import { DELETION } from "../../messages/account/security.ts";
import { useSession } from "../../parts/account/session-context.tsx";
import type { HttpOutcome } from "../../platform/http.ts";
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
          : { message: reasonOf(outcome), tone: "error" },
      );
    },
  };
}

/** The server's sentence where it refuses for good, else that it can be tried again. */
function reasonOf(outcome: Exclude<HttpOutcome<unknown>, { kind: "answer" }>): string {
  const isRefused = outcome.kind === "refusal" && outcome.status === 409;
  return (isRefused && outcome.refusal.errors.general) || DELETION.notKept;
}
