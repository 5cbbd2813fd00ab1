import type { RetentionChoice } from "../../domain/offline/retention.ts";
import type { SyncEstimates } from "../../protocol/sync-estimate.ts";
import type { MirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import type { ServerCalls } from "../connection/server-calls.ts";

/** A person's choice of retention, with estimates of what each choice would bring. */
export interface RetentionControl {
  /** Takes effect with the next page of the pull, which is requested at once. */
  choose(choice: RetentionChoice): Promise<void>;
  /** Rows and bytes of each window of days, in all and by group; null where the server cannot be reached. */
  estimates(signal: AbortSignal): Promise<SyncEstimates["message"] | null>;
  /** Insights that the server holds for this person; null where it cannot be reached. */
  total(signal: AbortSignal): Promise<number | null>;
}

export function createRetentionControl(parts: {
  mirror: MirrorStorage;
  calls: ServerCalls;
  pullNow(): Promise<void>;
}): RetentionControl {
  const { mirror, calls, pullNow } = parts;
  return {
    async choose({ days, groups }) {
      await mirror.choose({ days, groups, by: "person" });
      await pullNow();
    },
    async estimates(signal) {
      const answer = await calls.syncEstimates(signal);
      return answer.kind === "answer" ? answer.value.message : null;
    },
    async total(signal) {
      const answer = await calls.count(signal);
      return answer.kind === "answer" ? answer.value.message.count : null;
    },
  };
}
