import { THUMBNAIL_OWNER_HEADER } from "../src/protocol/worker-messages.ts";
import { withoutOwner } from "./offline-set-pictures.ts";

/** Answers requests for pictures in the name of a person. */
export interface PictureCache {
  /** @param later keeps the worker alive for work that the answer need not wait for */
  answer(request: Request, later: (work: Promise<unknown>) => void): Promise<Response>;
}

/** A cache of pictures that were looked at, each for one person. */
export interface PictureStore {
  find(userId: number, url: string): Promise<FoundPicture | null>;
  keep(userId: number, url: string, response: Response): Promise<void>;
}

export interface FoundPicture {
  response: Response;
  /** Work that a cache hit causes, given a copy of the answer; null: none. */
  again: ((copy: Response) => Promise<void>) | null;
}

/**
 * The store first, then the server. Only pictures are kept, under their address alone: never a token, never an error,
 * never a portal's page.
 */
export function answerThrough(
  store: PictureStore,
  fetchOne: (request: Request) => Promise<Response>,
): PictureCache {
  return {
    async answer(request, later) {
      const userId = Number(request.headers.get(THUMBNAIL_OWNER_HEADER));
      const outgoing = withoutOwner(request);
      // A store that cannot be read or written must not cost a person the picture.
      const found = await store.find(userId, request.url).catch(() => null);
      if (found !== null) {
        if (found.again !== null) later(found.again(found.response.clone()).catch(() => undefined));
        return found.response;
      }
      // An answer, so that the page knows this worker is alive, and does not ask once more as it does where one was
      // stopped.
      const response = await fetchOne(outgoing).catch(() => new Response(null, { status: 504 }));
      const isImage = (response.headers.get("content-type") ?? "").startsWith("image/");
      if (response.status === 200 && isImage && Number.isSafeInteger(userId)) {
        later(store.keep(userId, request.url, response.clone()).catch(() => undefined));
      }
      return response;
    },
  };
}
