import { Workbox } from "workbox-window";
import { CLAIM } from "../../protocol/worker-messages.ts";
import { updateStore } from "../../state/update-store.ts";
import { wouldLoseInput } from "./would-lose-input.ts";

const WORKER_URL = "/service-worker.js";
const CHECK_EVERY_MS = 60 * 60_000;

/**
 * Registers the service worker and looks for newer ones: at start, hourly and when the page becomes visible.
 * A new one waits until the person agrees. The tab that agreed reloads; other tabs reload only while they are hidden
 * and nothing typed would be lost.
 */
export function watchForUpdates(): void {
  if (!("serviceWorker" in navigator)) return;
  const workbox = new Workbox(WORKER_URL);
  let controlled = navigator.serviceWorker.controller !== null;
  let accepted = false;

  workbox.addEventListener("waiting", () => {
    updateStore.setState({
      phase: "waiting",
      accept() {
        accepted = true;
        // The waiting worker, whichever registration brought it, listens for SKIP_WAITING.
        workbox.messageSkipWaiting();
      },
    });
  });

  navigator.serviceWorker.addEventListener("controllerchange", () => {
    const first = !controlled;
    controlled = true;
    // The first worker takes over a page that came from the same version: nothing changed under it.
    if (first) return;
    if (accepted) window.location.reload();
    else reloadWhenUnseen();
  });

  void workbox.register().catch(() => undefined);
  // A page that came past the worker, or while it was becoming active, would keep nothing of what it looks at.
  void navigator.serviceWorker.ready.then(({ active }) => {
    if (navigator.serviceWorker.controller === null) active?.postMessage(CLAIM);
  });
  const check = () => void workbox.update().catch(() => undefined);
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") check();
  });
}

function reloadWhenUnseen(): void {
  const reloadIfFree = () => {
    if (document.visibilityState === "hidden" && !wouldLoseInput(document)) window.location.reload();
  };
  updateStore.setState({ phase: "takenOver", accept: () => window.location.reload() });
  document.addEventListener("visibilitychange", reloadIfFree);
  reloadIfFree();
}
