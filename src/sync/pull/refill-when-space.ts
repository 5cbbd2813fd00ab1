import { RETAIN_EVERYTHING, type RetentionChoice } from "../../domain/offline/retention.ts";
import type { MirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import type { ServerCalls } from "../connection/server-calls.ts";

/** Free bytes below which no refill starts: other data of the site would soon use them. */
const LEAST_FREE_BYTES = 20_000_000;
/** Free space needed, as a multiple of the size of all insights, so that they do not fill the device again at once. */
const TIMES_OF_COPY = 2;
/** Estimated bytes of a row where the mirror has no rows to measure. */
const USUAL_ROW_BYTES = 500;

export interface RefillParts {
  mirror: MirrorStorage;
  calls: ServerCalls;
  /** Bytes that this site may still store; null where the browser does not say. */
  freeBytes: () => Promise<number | null>;
  /** Whether a large first copy would be costly or slow here. */
  isCostlyLink: () => boolean;
}

/**
 * Fills a trimmed mirror anew once there is enough free space, so that no person has to ask for it. Not over a costly
 * link: there the button of the sync panel does it.
 */
export async function refillWhenSpace(
  { mirror, calls, freeBytes, isCostlyLink }: RefillParts,
  choice: RetentionChoice | null,
  signal: AbortSignal,
): Promise<void> {
  const free = (await freeBytes()) ?? 0;
  if (free < LEAST_FREE_BYTES || isCostlyLink()) return;
  const whole = await calls.syncEstimate(choice ?? RETAIN_EVERYTHING, signal);
  if (whole.kind !== "answer") return;
  const [rows, bytes] = await Promise.all([mirror.countRows(), mirror.sizeOnDevice()]);
  const rowBytes = rows === 0 ? USUAL_ROW_BYTES : bytes / rows;
  if (free >= TIMES_OF_COPY * whole.value.message.rows * rowBytes) await mirror.refill();
}
