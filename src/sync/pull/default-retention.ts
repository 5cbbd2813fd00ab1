import type { MirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import type { StoredChoice } from "../../storage/mirror/retention-state.ts";
import type { ServerCalls } from "../connection/server-calls.ts";

/** A first copy above this is large for a link that is slow or paid by volume: a minute on a weak 3G one. */
const LARGE_BYTES = 2_000_000;
/** The default retention over a costly link. */
const FIRST_DAYS = 30;

/**
 * Decides what a first copy over a costly link brings where the person has not chosen: everything up to 2 MB, else
 * the last 30 days. The app does not ask, because a first copy that waits for an answer leaves the ranger without
 * rows in the field. The sync panel says what was decided and what more would bring.
 *
 * @returns the stored choice; null where everything is retained
 */
export async function chooseDefaultRetention(
  parts: { mirror: MirrorStorage; calls: ServerCalls },
  signal: AbortSignal,
): Promise<StoredChoice | null> {
  const { mirror, calls } = parts;
  const { cursor, complete } = await mirror.pullState();
  if (cursor !== null || complete) return null;
  const everything = await calls.syncEstimate({ days: null, groups: null }, signal);
  if (everything.kind !== "answer" || everything.value.message.bytes <= LARGE_BYTES) return null;
  // The person may have chosen meanwhile.
  const chosen = await mirror.choice();
  if (chosen !== null) return chosen;
  const choice: StoredChoice = { days: FIRST_DAYS, groups: null, by: "app" };
  await mirror.choose(choice);
  return choice;
}
