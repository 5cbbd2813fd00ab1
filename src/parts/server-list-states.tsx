import { CloudOff, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ServerList } from "../client/server-list.ts";
import { ONLINE } from "../messages/offline/online.ts";
import { TRY_AGAIN } from "../messages/words.ts";
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
  const offline = list.kind === "offline";
  return (
    <EmptyState
      icon={
        offline ? <CloudOff size={26} aria-hidden="true" /> : <TriangleAlert size={26} aria-hidden="true" />
      }
      title={offline ? ONLINE.offlineTitle : ONLINE.failedTitle(what)}
      action={<Button onClick={onRetry}>{TRY_AGAIN}</Button>}
    >
      {offline ? ONLINE.offlineList(what) : ONLINE.failedWords}
    </EmptyState>
  );
}
