import type { Ids } from "../../domain/clock.ts";
import type { Retry } from "../../domain/outbox/queue.ts";
import type { PageSignals } from "../../platform/page-signals.ts";
import { backoffMs } from "../connection/backoff.ts";

export interface BlockedRetryParts {
  ids: Ids;
  /** From 0 up to 1. */
  random: () => number;
  page: Pick<PageSignals, "isVisible">;
}

/** The server blocks a bulk update only after a minute of waiting, so the first pause is not the shortest one. */
const FIRST_AS_FAILURE = 4;

/** How long the actions of a blocked bulk update wait before they are sent again: longer each time it happens. */
export function blockedRetry({ ids, random, page }: BlockedRetryParts): (blockedTimes: number) => Retry {
  return (blockedTimes) => ({
    batchId: ids.uuid(),
    waitMs: backoffMs(blockedTimes + FIRST_AS_FAILURE, random(), page.isVisible()),
  });
}
