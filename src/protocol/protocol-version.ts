/**
 * The version of the additions to the documented calls, announced in the header `Understory-Protocol`.
 *
 * 1: GET /api/sync, idempotency keys, outcomes of bulk items, sessions, public configuration.
 */
export const PROTOCOL_VERSION = 1;
export const PROTOCOL_HEADER = "understory-protocol";
export const MIN_CLIENT_HEADER = "understory-min-client";
/** The server's time at the answer, epoch milliseconds. */
export const TIME_HEADER = "understory-time";
export const IDEMPOTENCY_KEY_HEADER = "idempotency-key";
/**
 * Parameter of calls of the outbox and of the feed: the key of the newest call that the client knows to be done. A
 * server whose history does not have it lost a part of it, and answers 410 (`resync`) without doing anything.
 */
export const AFTER_KEY_PARAMETER = "after_key";
/** The page size of insights and collections in the specification, and the most rows of one page. */
export const FETCH_PAGE_SIZE = 10_000;
