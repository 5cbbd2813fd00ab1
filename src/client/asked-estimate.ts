import type { OfflineSetEstimate } from "../offline-sets/offline-set-estimate.ts";

/** How much a selection of insights would bring, as far as the server was asked. */
export type AskedEstimate =
  | { kind: "estimated"; estimate: OfflineSetEstimate }
  | { kind: "asking" | "unknown" | "tooMany" };
