import { updateStore } from "../../state/update-store.ts";
import { serverAnswers } from "./take-update.ts";

/**
 * Offers a reload when a chunk of this version cannot be loaded though the server answers: it holds a newer version.
 * Where the server does not answer there is no connection, and a reload could lose the page.
 */
export function watchForMissingParts(): void {
  window.addEventListener("vite:preloadError", () => {
    void serverAnswers().then((answers) => {
      // Where a newer version is here already, its notice says more.
      if (answers && updateStore.getState().phase === "none")
        updateStore.setState({ phase: "partMissing", accept: () => window.location.reload() });
    });
  });
}
