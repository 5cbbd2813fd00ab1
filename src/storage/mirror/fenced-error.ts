/** Another tab leads now: what this one still wanted to write is no longer wanted. */
export class FencedError extends Error {
  override name = "FencedError";
}
