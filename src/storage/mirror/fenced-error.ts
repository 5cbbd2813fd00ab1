/** Another tab leads now, so the write of this tab was refused. */
export class FencedError extends Error {
  override name = "FencedError";
}
