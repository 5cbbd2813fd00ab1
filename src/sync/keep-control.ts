import type { KeepChoice } from "../domain/kept-on-device.ts";
import type { SyncEstimates } from "../protocol/sync-estimate.ts";
import type { MirrorStorage } from "../storage/mirror-storage.ts";
import type { ServerCalls } from "./server-calls.ts";

/** What a person says about what this device keeps, and what each choice would bring. */
export interface KeepControl {
  /** Takes effect with the next page that is pulled, which is asked for at once. */
  choose(choice: KeepChoice): Promise<void>;
  /** Rows and bytes of each window of days, in all and by group; null where the server cannot tell now. */
  estimates(signal: AbortSignal): Promise<SyncEstimates["message"] | null>;
  /** Insights that the server holds for this person; null where it cannot tell now. */
  total(signal: AbortSignal): Promise<number | null>;
}

export function createKeepControl(parts: {
  mirror: MirrorStorage;
  calls: ServerCalls;
  pullNow(): Promise<void>;
}): KeepControl {
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
