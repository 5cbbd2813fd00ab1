/** The browser's events about the page and its connection: reasons to try again, never proofs of a connection. */
export interface PageSignals {
  isVisible(): boolean;
  /** False only where the browser is sure that there is no network at all. */
  mayBeOnline(): boolean;
  /** Whether a service worker stands between this page and the network. */
  hasWorker(): boolean;
  /** Calls back when the page becomes visible or hidden, or the network comes or goes. */
  subscribe(listener: () => void): () => void;
}

export function browserPageSignals(): PageSignals {
  return {
    isVisible: () => document.visibilityState === "visible",
    mayBeOnline: () => navigator.onLine,
    // There is no service worker at all outside of a secure context.
    hasWorker: () => "serviceWorker" in navigator && navigator.serviceWorker.controller !== null,
    subscribe(listener) {
      document.addEventListener("visibilitychange", listener);
      window.addEventListener("online", listener);
      window.addEventListener("offline", listener);
      window.addEventListener("pageshow", listener);
      return () => {
        document.removeEventListener("visibilitychange", listener);
        window.removeEventListener("online", listener);
        window.removeEventListener("offline", listener);
        window.removeEventListener("pageshow", listener);
      };
    },
  };
}
