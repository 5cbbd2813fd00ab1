import type { BlobOutcome, Http } from "../platform/http.ts";
import type { PageSignals } from "../platform/page-signals.ts";
import { pictureQuery, THUMBNAIL_OWNER_HEADER } from "../protocol/worker-messages.ts";
import type { PhotoAnswer, PhotoLoader } from "./sync-status.ts";

/**
 * Pictures by their key, with the token. The service worker answers those that this person's caches hold; a header,
 * which it removes from the request, names the person.
 */
export function createHttpPhotoLoader(
  http: Http,
  userId: number,
  page: Pick<PageSignals, "hasWorker">,
): PhotoLoader {
  const load = async (
    { deviceId, photoUrl }: { deviceId: string; photoUrl: string },
    thumbnail: boolean,
    signal: AbortSignal | undefined,
  ): Promise<PhotoAnswer> => {
    const throughWorker = page.hasWorker();
    const ask = () =>
      http.image({
        path: "/api/photo",
        query: pictureQuery({ deviceId, photoUrl }, thumbnail),
        headers: throughWorker ? { [THUMBNAIL_OWNER_HEADER]: String(userId) } : {},
        ...(signal === undefined ? {} : { signal }),
      });
    let outcome = await ask();
    // The browser may stop a service worker in the middle of an answer; the next request starts it again.
    if (throughWorker && outcome.kind === "unreachable" && outcome.why === "network") outcome = await ask();
    if (outcome.kind === "answer") {
      return outcome.blob.size === 0 ? { kind: "missing" } : { kind: "image", blob: outcome.blob };
    }
    return { kind: absenceOf(outcome) };
  };
  return {
    thumbnail: (photo, signal) => load(photo, true, signal),
    full: (photo, signal) => load(photo, false, signal),
  };
}

function absenceOf(outcome: Exclude<BlobOutcome, { kind: "answer" }>): "missing" | "offline" | "failed" {
  if (outcome.kind === "unreachable") return outcome.why === "timeout" ? "failed" : "offline";
  if (outcome.status === 404 || outcome.status === 400) return "missing";
  return outcome.status === 401 ? "offline" : "failed";
}
