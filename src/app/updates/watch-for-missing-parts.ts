import { updateStore } from "../../state/update-store.ts";
import { serverAnswers } from "./take-update.ts";

/**
 * A part of this version that does not come: where the server answers, it holds a newer version, and reloading is
 * the only way on, when the person wants. Where it does not answer there is just no connection, and a reload
 * could only make that worse.
 */
export function watchForMissingParts(): void {
  window.addEventListener("vite:preloadError", () => {
    void serverAnswers().then((answers) => {
      if (answers) updateStore.setState({ phase: "partMissing", accept: () => window.location.reload() });
    });
  });
}
