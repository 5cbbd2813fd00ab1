import { useServices } from "../client/services.tsx";
import { useSyncStatus } from "../client/use-sync.ts";
import { NARROW_SHELL_PX } from "../domain/breakpoints.ts";
import { UNSENT_WORK } from "../messages/offline/unsent-work.ts";
import { durationWords } from "../messages/time-words.ts";
import type { QueueWait } from "../sync/sync-status.ts";
import { Button } from "../ui/controls/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { useWaitLeft } from "./sync-state/use-wait-left.ts";
import { serverErrorWait } from "./unsent-work.ts";

const errorWords = ({ why }: QueueWait) => UNSENT_WORK[why === "busy" ? "serverBusy" : "serverError"];

/** Counts down to the next try after an error answer of the server; null without one. */
export function useServerErrorWords(brief = false): string | null {
  const wait = serverErrorWait(useSyncStatus());
  const leftMs = useWaitLeft(wait);
  return wait === null
    ? null
    : errorWords(wait)[brief ? "brief" : "counted"](leftMs ? durationWords(leftMs) : null);
}

/** The promises that hold for what is sent by itself. */
export function useSavedHereWords(): string {
  const { phase } = useSyncStatus();
  return UNSENT_WORK.savedHere(useMediaQuery(`(max-width: ${NARROW_SHELL_PX}px)`), phase === "online");
}

/**
 * A save that the server did not take: when it is tried again, and the way to try at once.
 *
 * @param brief in fewer words, where the room is that of a button
 */
export function ServerErrorNotice({ brief = false }: { brief?: boolean }) {
  const { sync } = useServices();
  const wait = serverErrorWait(useSyncStatus());
  const words = useServerErrorWords(brief);
  if (wait === null) return null;
  return (
    <Notice
      tone="danger"
      action={
        <Button variant="outlined" onClick={() => sync.sendNow()}>
          {UNSENT_WORK.tryNow}
        </Button>
      }
    >
      <span aria-hidden="true">{words}</span>
      <span className="visually-hidden">{errorWords(wait).still}</span>
    </Notice>
  );
}
