import CircleArrowUp from "lucide-react/icons/circle-arrow-up";
import { useState } from "react";
import { useStore } from "zustand";
import { UPDATE_NEEDED } from "../../messages/shell/update-needed.ts";
import type { User } from "../../protocol/shapes.ts";
import { updateStore } from "../../state/update-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { takeUpdate, type UpdateFailure } from "./take-update.ts";
import { UnsentWhenBlocked } from "./unsent-when-blocked.tsx";

/**
 * Stands for the whole app while the server refuses its version. The outbox is neither sent nor changed meanwhile:
 * only the new version knows how to. Where that cannot be fetched without a connection a person may go on:
 * offline nothing depends on the server, and its next answer brings this page back.
 *
 * @param user the person whose unsent work may be exported; null while signed out
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
        title={UPDATE_NEEDED.title}
        action={
          <>
            <Button variant="primary" busy={busy} onClick={() => void update()}>
              {UPDATE_NEEDED.update}
            </Button>
            {failure === "unreachable" && !dataIsNewer && (
              <Button onClick={() => updateStore.setState({ tooOld: false })}>{UPDATE_NEEDED.goOn}</Button>
            )}
          </>
        }
      >
        <p>{dataIsNewer ? UPDATE_NEEDED.dataIsNewer : UPDATE_NEEDED.words}</p>
        {/* Data of a newer version cannot be read by this one. */}
        {user !== null && !dataIsNewer && <UnsentWhenBlocked user={user} />}
        <p role="status">{failure !== null && FAILURE_WORDS[failure]}</p>
      </EmptyState>
    </main>
  );
}

const FAILURE_WORDS: Record<UpdateFailure, string> = {
  unreachable: UPDATE_NEEDED.unreachable,
  nothingNewer: UPDATE_NEEDED.nothingNewer,
};
