import type { MirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import { createColumnEngine, type OverlaySource } from "../column-engine.ts";
import type { InThreadEngine } from "./worker-engine.ts";

/** The engine in the page's own thread, for where there is no worker. */
export function createInThreadEngine(mirror: MirrorStorage, outbox: OverlaySource): InThreadEngine {
  return { ...createColumnEngine(mirror, outbox), compact: mirror.compact };
}
