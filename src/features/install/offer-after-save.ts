import { INSTALL } from "../../messages/shell/install.ts";
import { browserLocalValues, LOCAL_KEYS } from "../../platform/stored-values.ts";
import { installStore } from "../../state/install-store.ts";
import { dismissToast, showToast } from "../../state/toast-store.ts";
import { install } from "./install.ts";

/** Long enough to read it and decide, for a person who is in the middle of something. */
const SHOWN_MS = 20_000;

/**
 * Offers installation after a save, once on each device: then there is work that the browser should keep. Nothing
 * where the app is installed, or the browser cannot install it.
 *
 * @param onSteps shows the steps by hand, where a page cannot ask the browser
 * @returns puts the offer away
 */
export function offerAfterSave(onSteps: () => void): () => void {
  const values = browserLocalValues();
  const { way, putOff } = installStore.getState();
  if (way === "none" || putOff || values.get(LOCAL_KEYS.installOffered) !== null) return () => {};
  values.set(LOCAL_KEYS.installOffered, "yes");
  const offer = showToast({
    message: INSTALL.afterSave,
    action:
      way === "prompt"
        ? { label: INSTALL.install, run: () => void install() }
        : { label: INSTALL.how, run: onSteps },
    durationMs: SHOWN_MS,
  });
  return () => dismissToast(offer);
}
