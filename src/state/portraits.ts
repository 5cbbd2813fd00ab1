import { isRecord } from "../domain/record-guard.ts";
import type { Http } from "../platform/http.ts";
import type { KeyValues } from "../platform/stored-values.ts";

/** The key of the profile photo that was read last. */
export const PORTRAIT_KEY = "portrait";

/** Reads profile photos with the caller's authorization, and stores the last one for reads without a connection. */
export function createPortraits({ http, keyValues }: { http: Http; keyValues: KeyValues }) {
  return async (imageUrl: string): Promise<Blob | null> => {
    // A server that keeps its photos elsewhere names another origin, which the page may not load from.
    if (!imageUrl.startsWith("/")) return null;
    const stored = await keyValues.get(PORTRAIT_KEY).catch(() => undefined);
    // A path names one photo for ever, so what is stored under it is never outdated.
    if (isRecord(stored) && stored.imageUrl === imageUrl && stored.blob instanceof Blob) return stored.blob;
    const outcome = await http.image({ path: imageUrl, query: {} });
    if (outcome.kind !== "answer") return null;
    await keyValues.set(PORTRAIT_KEY, { imageUrl, blob: outcome.blob }).catch(() => undefined);
    return outcome.blob;
  };
}
