import type { MirrorStorage } from "../storage/mirror-storage.ts";
import { createColumnsInsightView, type OverlaySource } from "./columns-insight-view.ts";
import type { PlainInsightView } from "./worker-insight-view.ts";

/** The view in the page's own thread, for where there is no worker. */
export function createPlainInsightView(mirror: MirrorStorage, outbox: OverlaySource): PlainInsightView {
  const view = createColumnsInsightView(mirror, outbox);
  return { ...view, compact: mirror.compact };
}
