import type { ActionStamp } from "./list-changes.ts";
import type { OutboxRecord } from "./outbox-record.ts";
import { shownIn } from "./sealed-statuses.ts";
import type { StatusTarget } from "./unsaved-list.ts";

/**
 * The targets that still show the status that the person saw, with the server's status of now. Without one, the status
 * that the person saw is the base: the server's status of then may be older than what this device has saved since.
 */
export function unchangedTargets(
  record: OutboxRecord,
  targets: readonly StatusTarget[],
  serverStatusOf?: ActionStamp["serverStatusOf"],
): StatusTarget[] {
  const shown = shownIn(record, targets.length);
  return targets.flatMap(({ serverStatus: _, ...target }) => {
    const server = serverStatusOf?.(target.insightId);
    if ((shown(target.insightId) ?? server ?? target.base) !== target.base) return [];
    return [server === undefined ? target : { ...target, serverStatus: server }];
  });
}
