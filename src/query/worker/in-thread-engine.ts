import { mirrorStorageOf } from "../../storage/mirror/mirror-storage.ts";
import type { OpenMirror } from "../../storage/mirror/open-mirror.ts";
import { createColumnEngine, type OverlaySource } from "../column-engine.ts";
import type { InThreadEngine } from "./worker-engine.ts";

/** The engine in the page's own thread, for where there is no worker. */
export function createInThreadEngine(opened: OpenMirror, outbox: OverlaySource): InThreadEngine {
  const mirror = mirrorStorageOf(opened);
  return { ...createColumnEngine(mirror, outbox), compact: mirror.compact };
}
