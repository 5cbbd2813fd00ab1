import type { MirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import type { StoredChoice } from "../../storage/mirror/retention-state.ts";
import type { ServerCalls } from "../connection/server-calls.ts";

/** A first copy above this is large for a link that is slow or paid by volume: a minute on a weak 3G one. */
const LARGE_BYTES = 2_000_000;
/** The default retention over a costly link. */
const FIRST_DAYS = 30;

/**
 * Decides what a first copy over a costly link brings where the person has not said. Everything, which most want and few need long for;
 * but where it is large and the link costly, the last 30 days. The app does not stop to ask: a ranger whose phone
 * waits with a question in a pocket has nothing to work with in the field, while a month is there soon, is what is
 * reviewed, and more is one choice away in the sync panel, which says what was decided and what more would bring.
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
