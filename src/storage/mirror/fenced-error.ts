/** The name of the error, by which it is known where its class has been lost on the way from a worker. */
export const FENCED = "FencedError";

/** Another tab leads now, so the write of this tab was refused. */
export class FencedError extends Error {
  override name = FENCED;
}
