import { useEffect, useState } from "react";
import { isListOf, isMessage, isNumber, isOrNull, isShape, isText } from "../platform/json-shape.ts";
import type { Basemap, Basemaps } from "../protocol/basemaps.ts";
import { storedBasemaps } from "../storage/mirror/stored-basemaps.ts";
import { useServices } from "./services.tsx";
import { useSyncStatus } from "./use-sync.ts";

const accept = isMessage(
  isShape<Basemaps>({
    files: isListOf(isShape<Basemap>({ name: isText, url: isText, bytes: isNumber })),
    rasterAttribution: isOrNull(isText),
  }),
);

/** The basemaps that the operator offers: as stored at the last visit, then from the server; null before both. */
export function useOfferedBasemaps(): Basemaps | null {
  const { http, userId } = useServices();
  const online = useSyncStatus().phase === "online";
  const [offered, setOffered] = useState<Basemaps | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    storedBasemaps.read(userId).then(
      (stored) => {
        if (!abort.signal.aborted) setOffered((before) => before ?? stored);
      },
      () => undefined,
    );
    return () => abort.abort();
  }, [userId]);
  useEffect(() => {
    if (!online) return;
    const abort = new AbortController();
    const ask = async () => {
      const outcome = await http.call({ path: "/api/basemaps", accept, signal: abort.signal });
      if (outcome.kind !== "answer" || abort.signal.aborted) return;
      setOffered(outcome.value.message);
      // A full disk costs only their use offline.
      await storedBasemaps.write(userId, outcome.value.message).catch(() => undefined);
    };
    void ask();
    return () => abort.abort();
  }, [http, userId, online]);
  return offered;
}
