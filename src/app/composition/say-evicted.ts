import { showToast, TOAST_DURATION_MS } from "../../state/toast-store.ts";

/** What was removed of a person's data on this device. */
export type Evicted =
  /** Found at the start of a page: so many unsent actions are lost. */
  | { kind: "before"; unsent: number }
  /** Under this page, which had it all; `restored`: it is stored anew. */
  | { kind: "unsent"; unsent: number; restored: boolean }
  /** The mirror, under this page, with these offline sets. */
  | { kind: "mirror"; offlineSets: readonly string[] }
  /** The pictures of these offline sets alone. */
  | { kind: "pictures"; offlineSets: readonly string[] };

/** Few people ever read these words: they are loaded with the first. */
export async function sayEvicted(evicted: Evicted): Promise<void> {
  const { EVICTED } = await import("../../messages/offline/evicted.ts");
  const stay = (message: string) =>
    showToast({ message, tone: "error", durationMs: Number.POSITIVE_INFINITY });
  if (evicted.kind === "before") stay(EVICTED.before(evicted.unsent));
  else if (evicted.kind === "pictures") stay(EVICTED.pictures(evicted.offlineSets));
  else if (evicted.kind === "mirror") {
    if (evicted.offlineSets.length > 0) stay(EVICTED.offlineSets(evicted.offlineSets));
    else showToast({ message: EVICTED.mirror, durationMs: 2 * TOAST_DURATION_MS });
  } else if (evicted.restored)
    showToast({ message: EVICTED.restored(evicted.unsent), durationMs: 2 * TOAST_DURATION_MS });
  else stay(EVICTED.notRestored(evicted.unsent));
}
