/** A subscription as the server takes it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The server's key that it was made with, base64url; null where the browser does not say. */
  readonly publicKey: string | null;
}

/** Whether this browser may show notifications. `needsInstall`: only once the app is on the home screen. */
export type PushPermission = "unsupported" | "needsInstall" | "denied" | "default" | "granted";

/** Push messages of this browser, behind its service worker. */
export interface PushBrowser {
  permission(): PushPermission;
  /** Asks the person; only after a press. */
  ask(): Promise<PushPermission>;
  subscription(): Promise<BrowserSubscription | null>;
  /** @throws where the browser cannot reach its push service */
  subscribe(publicKey: string): Promise<BrowserSubscription>;
  /** Ends the subscription and closes the notifications that are shown. */
  unsubscribe(): Promise<void>;
  /** Follows messages of the service worker. Returns the unsubscribe function. */
  listen(listener: (message: unknown, answer: () => void) => void): () => void;
}

/** @param needsInstall whether this browser is one of iOS and the app is not on its home screen */
export function browserPush(needsInstall: () => boolean): PushBrowser {
  const registration = async () => (await navigator.serviceWorker?.getRegistration()) ?? null;
  const permission = (): PushPermission => {
    const isSupported =
      "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
    if (!isSupported) return needsInstall() ? "needsInstall" : "unsupported";
    return Notification.permission;
  };
  return {
    permission,
    async ask() {
      if (permission() === "default") await Notification.requestPermission();
      return permission();
    },
    async subscription() {
      const found = await (await registration())?.pushManager?.getSubscription();
      return found ? asSubscription(found) : null;
    },
    async subscribe(publicKey) {
      // Not `ready`, which waits for ever where the operator has switched the service worker off.
      const pushManager = (await registration())?.pushManager;
      if (pushManager === undefined) throw new Error("no service worker is registered");
      const before = await pushManager.getSubscription();
      if (before !== null && serverKeyOf(before) === publicKey) return asSubscription(before);
      // A subscription with another server's key would refuse this one.
      await before?.unsubscribe();
      const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
      return asSubscription(await pushManager.subscribe(options));
    },
    async unsubscribe() {
      const worker = await registration();
      for (const shown of (await worker?.getNotifications?.()) ?? []) shown.close();
      await (await worker?.pushManager?.getSubscription())?.unsubscribe();
    },
    listen(listener) {
      const { serviceWorker } = navigator;
      if (serviceWorker === undefined) return () => undefined;
      const hear = ({ data, ports }: MessageEvent) => listener(data, () => ports[0]?.postMessage(true));
      serviceWorker.addEventListener("message", hear);
      serviceWorker.startMessages();
      return () => serviceWorker.removeEventListener("message", hear);
    },
  };
}

function asSubscription(subscription: PushSubscription): BrowserSubscription {
  const { keys = {} } = subscription.toJSON();
  const { endpoint } = subscription;
  return {
    endpoint,
    keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" },
    publicKey: serverKeyOf(subscription),
  };
}

function serverKeyOf({ options }: PushSubscription): string | null {
  const key = options?.applicationServerKey;
  if (!key) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
