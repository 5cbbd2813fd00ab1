import { SKIP_WAITING } from "../../protocol/worker-messages.ts";
import { updateStore } from "../../state/update-store.ts";

/** Why this page could not be replaced by a newer version. */
export type UpdateFailure = "unreachable" | "nothingNewer";

/** Fetches the newest version and reloads with it; answers only where that failed. */
export async function takeUpdate(): Promise<UpdateFailure> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  // Without a worker the page comes from the server; with one that another tab took, a newer one is here already.
  if (registration?.active == null || updateStore.getState().phase === "takenOver") {
    return (await serverAnswers()) ? reload() : "unreachable";
  }
  try {
    await registration.update();
  } catch {
    return "unreachable";
  }
  const next = registration.waiting ?? registration.installing;
  if (next === null) return "nothingNewer";
  if (!(await untilInstalled(next))) return "unreachable";
  const taken = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
  );
  next.postMessage(SKIP_WAITING);
  await taken;
  return reload();
}

/** Whether all parts of the version came; a connection that breaks off on the way leaves the old one whole. */
function untilInstalled(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === "installing") return;
      worker.removeEventListener("statechange", look);
      resolve(worker.state !== "redundant");
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

/** By HEAD, which the service worker leaves to the network. */
export async function serverAnswers(): Promise<boolean> {
  return await fetch("/", { method: "HEAD", cache: "no-store" }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Never answers: the page goes. */
function reload(): Promise<never> {
  window.location.reload();
  return new Promise(() => {});
}
