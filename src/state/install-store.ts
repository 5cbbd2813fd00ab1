import { createStore } from "zustand/vanilla";

/** How this browser can put the app on the home screen. */
export type InstallWay = "none" | "prompt" | "iosSteps";

/** The event by which Chromium offers to install; not in the standard library's types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offered: InstallPromptEvent | null = null;

export const installStore = createStore<{ way: InstallWay; putOff: boolean }>(() => ({
  way: "none",
  putOff: false,
}));

/** Listens for the browser's offer; called once, before the first paint, because the event comes early and once. */
export function watchInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered = event as InstallPromptEvent;
    installStore.setState({ way: "prompt" });
  });
  window.addEventListener("appinstalled", () => {
    offered = null;
    installStore.setState({ way: "none" });
  });
  if (needsIosSteps(navigator.userAgent, navigator.maxTouchPoints, isStandalone())) {
    installStore.setState({ way: "iosSteps" });
  }
}

/** Shows the browser's own dialog; true when the person installed. */
export async function promptInstall(): Promise<boolean> {
  if (offered === null) return false;
  const { outcome } = await offered.prompt();
  // The offer is good for one showing; another comes with the next event.
  offered = null;
  installStore.setState({ way: "none" });
  return outcome === "accepted";
}

export function putOffInstall(): void {
  installStore.setState({ putOff: true });
}

/** iOS and iPadOS (which calls itself a Mac, with a touch screen) install by hand only, and not what is installed. */
export function needsIosSteps(userAgent: string, maxTouchPoints: number, standalone: boolean): boolean {
  if (standalone) return false;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function isStandalone(): boolean {
  return window.matchMedia("(display-mode: standalone)").matches;
}
