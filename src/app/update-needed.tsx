import { CircleArrowUp } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { SHELL } from "../messages/shell.ts";
import { updateStore } from "../state/update-store.ts";
import { countUnsent } from "../sync/count-unsent.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { takeUpdate, type UpdateFailure } from "./take-update.ts";

/**
 * Stands for the whole app while the server refuses its version. The outbox is neither sent nor changed meanwhile:
 * only the new version knows how to. Where that cannot be fetched for want of a connection a person may go on:
 * offline nothing depends on the server, and its next answer brings this page back.
 *
 * @param userId whose work waits; null while nobody is signed in
 */
export function UpdateNeeded({ userId }: { userId: number | null }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<UpdateFailure | null>(null);
  const { dataIsNewer } = useStore(updateStore);
  // Data of a newer version cannot be counted by this one.
  const unsent = useUnsent(dataIsNewer ? null : userId);
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
        {unsent > 0 && <p>{SHELL.tooOldUnsent(unsent)}</p>}
        <p role="status">{failure !== null && FAILURE_WORDS[failure]}</p>
      </EmptyState>
    </main>
  );
}

const FAILURE_WORDS: Record<UpdateFailure, string> = {
  unreachable: SHELL.tooOldUnreachable,
  nothingNewer: SHELL.tooOldNothingNewer,
};

function useUnsent(userId: number | null): number {
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    if (userId === null) return;
    let current = true;
    countUnsent(userId).then(
      (count) => current && setUnsent(count),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [userId]);
  return unsent;
}
