import { CircleArrowUp } from "lucide-react";
import { Suspense, useState } from "react";
import { useStore } from "zustand";
import { SHELL } from "../messages/shell.ts";
import type { User } from "../protocol/shapes.ts";
import { updateStore } from "../state/update-store.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { laterPart } from "./later-part.tsx";
import { takeUpdate, type UpdateFailure } from "./take-update.ts";

const UnsentWhenBlocked = laterPart(
  async () =>
    // A server that is too new may lack this part; the way to update must stand all the same.
    await import("./unsent-when-blocked.tsx").then(
      (part) => part.UnsentWhenBlocked,
      () => () => null,
    ),
);

/**
 * Stands for the whole app while the server refuses its version. The outbox is neither sent nor changed meanwhile:
 * only the new version knows how to. Where that cannot be fetched for want of a connection a person may go on:
 * offline nothing depends on the server, and its next answer brings this page back.
 *
 * @param user whose work waits; null while nobody is signed in
 */
export function UpdateNeeded({ user }: { user: User | null }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<UpdateFailure | null>(null);
  const { dataIsNewer } = useStore(updateStore);
  const update = async () => {
    setBusy(true);
    setFailure(await takeUpdate().catch((): UpdateFailure => "unreachable"));
    setBusy(false);
  };
  return (
    <main>
      <EmptyState
        titleLevel={1}
        icon={<CircleArrowUp size={26} aria-hidden="true" />}
        title={SHELL.tooOldTitle}
        action={
          <>
            <Button variant="primary" busy={busy} onClick={() => void update()}>
              {SHELL.tooOldUpdate}
            </Button>
            {failure === "unreachable" && !dataIsNewer && (
              <Button onClick={() => updateStore.setState({ tooOld: false })}>{SHELL.tooOldGoOn}</Button>
            )}
          </>
        }
      >
        <p>{dataIsNewer ? SHELL.dataIsNewerWords : SHELL.tooOldWords}</p>
        {/* Data of a newer version cannot be read by this one. */}
        {user !== null && !dataIsNewer && (
          <Suspense>
            <UnsentWhenBlocked user={user} />
          </Suspense>
        )}
        <p role="status">{failure !== null && FAILURE_WORDS[failure]}</p>
      </EmptyState>
    </main>
  );
}

const FAILURE_WORDS: Record<UpdateFailure, string> = {
  unreachable: SHELL.tooOldUnreachable,
  nothingNewer: SHELL.tooOldNothingNewer,
};
