import type { PreferredNames } from "../../domain/device/device-name.ts";
import type { InsightStatus } from "../../domain/insight/insight.ts";
import type { OverlaySource } from "../column-engine.ts";
import type { ToWorker } from "./worker-protocol.ts";

const NO_NAMES: PreferredNames = new Map();

/** Keeps the overlay of a worker up to date: of the statuses only the differences are sent. */
export function createOverlaySender(
  outbox: Pick<OverlaySource, "preferredNames">,
  post: (message: ToWorker) => void,
) {
  /** The overlay as the worker has it. */
  let sentOverlay: ReadonlyMap<string, InsightStatus> = new Map();
  let sentNames = NO_NAMES;
  return {
    /** For a new worker, which has nothing yet. */
    reset(): void {
      sentOverlay = new Map();
      sentNames = NO_NAMES;
    },
    send(overlay: ReadonlyMap<string, InsightStatus>): void {
      const changes = differences(sentOverlay, overlay);
      if (changes.length > 0) post({ kind: "overlay", changes });
      sentOverlay = overlay;
      const names = outbox.preferredNames();
      if (names !== sentNames && names.size + sentNames.size > 0) post({ kind: "preferredNames", names });
      sentNames = names;
    },
  };
}

/** Entries of `after` that are new or other than in `before`, and nulls for those that are gone. */
function differences(
  before: ReadonlyMap<string, InsightStatus>,
  after: ReadonlyMap<string, InsightStatus>,
): [string, InsightStatus | null][] {
  if (before === after) return [];
  const changes: [string, InsightStatus | null][] = [];
  for (const [insightId, shown] of after) {
    if (before.get(insightId) !== shown) changes.push([insightId, shown]);
  }
  for (const insightId of before.keys()) if (!after.has(insightId)) changes.push([insightId, null]);
  return changes;
}
