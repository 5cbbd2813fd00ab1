import type { Clock, Ids } from "../../domain/clock.ts";
import type { Retry } from "../../domain/outbox/queue.ts";
import type { PageSignals } from "../../platform/page-signals.ts";
import { backoffMs } from "../connection/backoff.ts";

export interface BlockedRetryParts {
  clock: Clock;
  ids: Ids;
  /** From 0 up to 1. */
  random: () => number;
  page: Pick<PageSignals, "isVisible">;
}

/** The server blocks a bulk update only after a minute of waiting, so the first pause is not the shortest one. */
const FIRST_AS_FAILURE = 4;

/** When the actions of a blocked bulk update may be sent again: later each time it happens. */
export function blockedRetry({
  clock,
  ids,
  random,
  page,
}: BlockedRetryParts): (blockedTimes: number) => Retry {
  return (blockedTimes) => ({
    batchId: ids.uuid(),
    atMs: clock.now() + backoffMs(blockedTimes + FIRST_AS_FAILURE, random(), page.isVisible()),
  });
}
