import CloudOff from "lucide-react/icons/cloud-off";
import LockKeyhole from "lucide-react/icons/lock-keyhole";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import type { ReactNode } from "react";
import type { ServerList } from "../client/server-list.ts";
import { useSyncStatus } from "../client/use-sync.ts";
import { ONLINE } from "../messages/offline/online.ts";
import { TRY_AGAIN } from "../messages/words.ts";
import type { ConnectionPhase } from "../sync/sync-status.ts";
import { Button } from "../ui/controls/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../ui/feedback/loading-notice.tsx";
import { Notice } from "../ui/feedback/notice.tsx";

interface ServerListStatesProps<Row> {
  list: ServerList<Row>;
  /** As the beginning of a sentence: "The list of device updates". */
  what: string;
  onRetry(): void;
  children(rows: readonly Row[]): ReactNode;
}

/** A server list, or its loading, offline or failed state, with a notice where it is outdated. */
export function ServerListStates<Row>({ list, what, onRetry, children }: ServerListStatesProps<Row>) {
  if (list.kind === "loading") return <LoadingNotice />;
  if (list.kind === "loaded") {
    return (
      <>
        {list.outdated !== null && (
          <Notice
            tone="info"
            action={
              <Button variant="plain" onClick={onRetry} busy={list.reading}>
                {TRY_AGAIN}
              </Button>
            }
          >
            {list.outdated === "offline" ? ONLINE.outdated : ONLINE.outdatedRefused}
          </Notice>
        )}
        {children(list.rows)}
      </>
    );
  }
  const retry = <Button onClick={onRetry}>{TRY_AGAIN}</Button>;
  return list.kind === "offline" ? (
    <AwayState what={what} action={retry} />
  ) : (
    <EmptyState
      icon={<TriangleAlert size={26} aria-hidden="true" />}
      title={ONLINE.failedTitle(what)}
      action={retry}
    >
      {ONLINE.failedWords}
    </EmptyState>
  );
}

/** In place of what the server alone has, where it gives nothing now: without a connection, or after the session. */
export function AwayState({ what, action }: { what: string; action?: ReactNode }) {
  const { phase } = useSyncStatus();
  const [Icon, title] =
    phase === "signedOut"
      ? ([LockKeyhole, ONLINE.signedOutTitle] as const)
      : ([CloudOff, ONLINE.offlineTitle] as const);
  return (
    <EmptyState icon={<Icon size={26} aria-hidden="true" />} title={title} action={action}>
      {awayWords(phase, what)}
    </EmptyState>
  );
}

/** @param what as the beginning of a sentence */
export function awayWords(phase: ConnectionPhase, what: string): string {
  return phase === "signedOut" ? ONLINE.signedOutList(what) : ONLINE.offlineList(what);
}
