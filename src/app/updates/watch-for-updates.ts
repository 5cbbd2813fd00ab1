import { Workbox } from "workbox-window";
import { CLAIM } from "../../protocol/worker-messages.ts";
import { updateStore } from "../../state/update-store.ts";
import { wouldLoseInput } from "./would-lose-input.ts";

const WORKER_URL = "/service-worker.js";
const CHECK_EVERY_MS = 60 * 60_000;
const FIRST_RETRY_MS = 5_000;

/**
 * Registers the service worker and looks for newer ones: at start, hourly and when the page becomes visible.
 * A new one waits until the person agrees. The tab that agreed reloads; other tabs reload only while they are hidden
 * and nothing typed would be lost.
 *
 * @param onNewer called once a newer one is on its way, which may take over at any moment from then on
 */
export function watchForUpdates({ onNewer }: { onNewer(): void }): void {
  if (!("serviceWorker" in navigator)) return;
  let controlled = navigator.serviceWorker.controller !== null;
  let accepted = false;

  const onWaiting = (workbox: Workbox) => {
    updateStore.setState({
      phase: "waiting",
      accept() {
        accepted = true;
        // The waiting worker, whichever registration brought it, listens for SKIP_WAITING.
        workbox.messageSkipWaiting();
      },
    });
  };

  navigator.serviceWorker.addEventListener("controllerchange", () => {
    const first = !controlled;
    controlled = true;
    // The first worker takes over a page that came from the same version: nothing changed under it.
    if (first) return;
    if (accepted) window.location.reload();
    else reloadWhenUnseen();
  });

  const { check } = keepRegistered(onWaiting);
  // A page that came past the worker, or while it was becoming active, would keep nothing of what it looks at.
  void navigator.serviceWorker.ready.then((registration) => {
    if (navigator.serviceWorker.controller === null) registration.active?.postMessage(CLAIM);
    if (registration.waiting ?? registration.installing) onNewer();
    registration.addEventListener("updatefound", onNewer);
  });
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") check();
  });
}

/**
 * Registers the worker. The browser forgets a first installation that broke off, as where the connection was lost
 * within it, and begins the next one only with the next page; this page begins it again: soon, when the connection is
 * back, and with every check. A worker that was active and is gone was removed on purpose.
 */
function keepRegistered(onWaiting: (workbox: Workbox) => void): { check: () => void } {
  let brokeOff = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let workbox = begin();
  window.addEventListener("online", () => void beginAgain());

  function begin(): Workbox {
    const one = new Workbox(WORKER_URL);
    let activated = false;
    const later = () => {
      if (activated) return;
      brokeOff = true;
      clearTimeout(timer);
      timer = setTimeout(() => void beginAgain(), Math.min(FIRST_RETRY_MS * 2 ** failures, CHECK_EVERY_MS));
      failures += 1;
    };
    one.addEventListener("waiting", () => onWaiting(one));
    one.addEventListener("activated", () => {
      activated = true;
    });
    one.addEventListener("redundant", later);
    void one.register().catch(later);
    return one;
  }
  async function beginAgain(): Promise<void> {
    if (!brokeOff) return;
    brokeOff = false;
    clearTimeout(timer);
    // Another tab has begun it.
    if (await isRegistered()) return;
    workbox = begin();
  }
  return {
    check() {
      workbox.update().catch(() => undefined);
      void beginAgain();
    },
  };
}

/** False also where the browser does not say. */
async function isRegistered(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return registration !== undefined;
}

function reloadWhenUnseen(): void {
  const reloadIfFree = () => {
    if (document.visibilityState === "hidden" && !wouldLoseInput(document)) window.location.reload();
  };
  updateStore.setState({ phase: "takenOver", accept: () => window.location.reload() });
  document.addEventListener("visibilitychange", reloadIfFree);
  reloadIfFree();
}
