import { useMemo, useSyncExternalStore } from "react";
import type { WriteValue } from "../domain/outbox/outbox-record.ts";
import { useServices } from "./services.tsx";

/** The values of one kind in the outbox, by subject; the same map until they differ, so that it can be a dependency. */
export function useWaitingWrites(kind: string): ReadonlyMap<string, WriteValue> {
  const { outbox } = useServices();
  const read = useMemo(() => {
    let text = "";
    let writes: ReadonlyMap<string, WriteValue> = new Map();
    return () => {
      const now = outbox.waitingWrites(kind);
      const nowText = now.size === 0 ? "" : JSON.stringify([...now]);
      if (nowText !== text) {
        text = nowText;
        writes = now;
      }
      return writes;
    };
  }, [outbox, kind]);
  return useSyncExternalStore((listener) => outbox.subscribe(listener), read);
}
