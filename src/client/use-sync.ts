import { useLiveQuery } from "dexie-react-hooks";
import { useSyncExternalStore } from "react";
import type { OutboxState } from "../domain/outbox/projection.ts";
import type { SyncStatus } from "../sync/sync-status.ts";
import { type Services, useServices } from "./services.tsx";

/** The outbox as it stands; the component follows it. */
export function useOutboxState(): OutboxState {
  const { outbox } = useServices();
  return useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.getState(),
  );
}

/** Connection and age of the data; the component follows it. */
export function useSyncStatus(): SyncStatus {
  const { sync } = useServices();
  return useSyncExternalStore(
    (listener) => sync.subscribe(listener),
    () => sync.getStatus(),
  );
}

/** A read of the mirror, repeated whenever the rows that it read change; undefined until the first has ended. */
export function useMirrored<T>(read: (mirror: Services["mirror"]) => Promise<T>): T | undefined {
  const { mirror } = useServices();
  return useLiveQuery(() => read(mirror), [mirror]);
}
