import { useCallback, useEffect, useRef, useState } from "react";
import { useServices } from "../../../client/services.tsx";
import { useSyncStatus } from "../../../client/use-sync.ts";
import type { Platform } from "../../../domain/integration/integration.ts";
import type { DeliveryStatus } from "../../../domain/notification/delivery-subject.ts";
import type { Delivery } from "../../../protocol/calls/integration-calls.ts";
import { isAway } from "../../../sync/sync-status.ts";
import { readDeliveries } from "./integration-calls.ts";

/** The log of an integration as far as it was read. */
export type DeliveryLog =
  | { readonly kind: "loading" | "offline" | "failed" }
  | {
      readonly kind: "loaded";
      readonly deliveries: readonly Delivery[];
      /** There are older ones. */
      readonly more: boolean;
      /** The next page is on its way. */
      readonly reading: boolean;
      /** The next page did not come. */
      readonly failed: boolean;
    };

/** Reads the log page by page, newest first, and anew with another status, after `reload` and with a connection. */
export function useDeliveries(platform: Platform | "push", status: DeliveryStatus | null) {
  const { http } = useServices();
  const { phase } = useSyncStatus();
  const away = isAway(phase);
  const [log, setLog] = useState<DeliveryLog>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const current = useRef<AbortController>(new AbortController());

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt is a reason to ask anew
  useEffect(() => {
    const abort = new AbortController();
    current.current = abort;
    if (away) {
      setLog((before) => (before.kind === "loaded" ? before : { kind: "offline" }));
      return;
    }
    setLog({ kind: "loading" });
    void readDeliveries(http, platform, { status, signal: abort.signal }).then((outcome) => {
      if (abort.signal.aborted) return;
      if (outcome.kind !== "answer") {
        return setLog({ kind: outcome.kind === "unreachable" ? "offline" : "failed" });
      }
      setLog({ kind: "loaded", ...outcome.value.message, reading: false, failed: false });
    });
    return () => abort.abort();
  }, [http, platform, status, away, attempt]);

  const readMore = useCallback(async () => {
    if (log.kind !== "loaded" || log.reading) return;
    const { signal } = current.current;
    const before = log.deliveries.at(-1)?.id;
    if (before === undefined) return;
    setLog({ ...log, reading: true, failed: false });
    const outcome = await readDeliveries(http, platform, { before, status, signal });
    if (signal.aborted) return;
    if (outcome.kind !== "answer") return setLog({ ...log, reading: false, failed: true });
    const { deliveries, more } = outcome.value.message;
    setLog({ ...log, deliveries: [...log.deliveries, ...deliveries], more, reading: false, failed: false });
  }, [http, platform, status, log]);

  return { log, readMore, reload: () => setAttempt((count) => count + 1) };
}
