import { isRecord } from "../src/domain/record-guard.ts";
import { NOTIFICATIONS } from "../src/messages/worker/notifications.ts";
import {
  PUSH_PICTURE_PATH,
  type PushMessage,
  readPushMessage,
  readPushSubject,
} from "../src/protocol/push/push-message.ts";
import {
  actionsOf,
  addressOf,
  intentKey,
  type OpenAddress,
  PUSHED,
  type PushIntent,
  REGISTRATION_KEY,
  readRegistration,
} from "../src/protocol/push/push-on-device.ts";
import type { PushStore } from "./push-store.ts";

const ICON = "/icons/icon-192.png";
const BADGE = "/icons/icon-monochrome-512.png";
const NEUTRAL_TAG = "neutral";
/** A page that is there answers at once; one that is frozen or shows the sign-in does not. */
const ANSWER_WITHIN_MS = 500;

/** Fields of Chromium that the standard library's types lack. */
interface ShownNotification extends NotificationOptions {
  actions?: { action: string; title: string }[];
  image?: string;
  renotify?: boolean;
  timestamp?: number;
}

/** A page of this site, as much of it as is used here. */
export interface PageClient {
  postMessage(message: unknown, transfer: Transferable[]): void;
  focus(): Promise<unknown>;
}

export interface PushMessagesParts {
  store: PushStore;
  show(title: string, options: ShownNotification): Promise<void>;
  pages(): Promise<readonly PageClient[]>;
  openWindow(address: string): Promise<unknown>;
  now(): number;
  newId(): string;
}

export interface PushMessages {
  /** Shows a message, as text of JSON. Something is shown in any case: browsers revoke what stays silent. */
  received(text: string | null): Promise<void>;
  /** A person pressed a notification: `action` is the button's, empty for the notification itself. */
  clicked(data: unknown, action: string): Promise<void>;
  /** The browser replaced its subscription: the page tells the server when it opens. */
  subscriptionChanged(): Promise<void>;
}

export function createPushMessages(parts: PushMessagesParts): PushMessages {
  const { store } = parts;

  const ownerId = async () =>
    readRegistration(await store.get(REGISTRATION_KEY).catch(() => undefined))?.userId ?? null;

  const wakePages = async () => {
    for (const page of await parts.pages()) page.postMessage(PUSHED, []);
  };

  return {
    async received(text) {
      const message = readPushMessage(parseJson(text));
      const isTheirs = message !== null && message.userId === (await ownerId());
      await (isTheirs ? show(parts, message) : showNeutral(parts));
      await wakePages();
    },

    async clicked(data, action) {
      const told = readTold(data);
      const owner = await ownerId();
      if (told === null || told.userId !== owner) return openAddress(parts, "/");
      const { subject } = told;
      const chosen = actionsOf(subject).find((known) => known === action);
      if (chosen === undefined || subject.kind === "test") return openAddress(parts, addressOf(subject));
      const id = parts.newId();
      const intent: PushIntent = { userId: owner, action: chosen, subject, atMs: parts.now() };
      // Where it cannot be stored the app opens at the subject, and the person does it there.
      const stored = await store.set(intentKey(id), intent).then(
        () => true,
        () => false,
      );
      await openAddress(parts, addressOf(subject, stored ? id : null));
    },

    async subscriptionChanged() {
      const registration = readRegistration(await store.get(REGISTRATION_KEY));
      if (registration === null) return;
      await store.set(REGISTRATION_KEY, { ...registration, subscriptionId: null });
      await wakePages();
    },
  };
}

async function show(parts: PushMessagesParts, message: PushMessage): Promise<void> {
  const { title, body, tag, atMs, picture, subject, userId } = message;
  await parts.show(title, {
    body,
    tag,
    icon: ICON,
    badge: BADGE,
    ...(picture === null ? {} : { image: `${PUSH_PICTURE_PATH}${picture}` }),
    timestamp: atMs,
    // The same alert again is not worth another sound; a visit with more insights is.
    renotify: subject.kind === "insights",
    data: { userId, subject },
    actions: actionsOf(subject).map((action) => ({ action, title: NOTIFICATIONS.actions[action] })),
  });
}

async function showNeutral(parts: PushMessagesParts): Promise<void> {
  const { neutralTitle, neutralBody } = NOTIFICATIONS;
  await parts.show(neutralTitle, { body: neutralBody, tag: NEUTRAL_TAG, icon: ICON, badge: BADGE });
}

/** Shows an address in a page that is open, without loading it anew: typed text stays. Else in a new one. */
async function openAddress(parts: PushMessagesParts, address: string): Promise<void> {
  for (const page of address === "/" ? [] : await parts.pages()) {
    if (await isShown(page, address)) {
      await page.focus().catch(() => undefined);
      return;
    }
  }
  await parts.openWindow(address);
}

function isShown(page: PageClient, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => end(false), ANSWER_WITHIN_MS);
    const end = (shown: boolean) => {
      clearTimeout(late);
      port1.close();
      resolve(shown);
    };
    port1.onmessage = () => end(true);
    page.postMessage({ type: "OPEN_ADDRESS", address } satisfies OpenAddress, [port2]);
  });
}

function readTold(data: unknown): Pick<PushMessage, "userId" | "subject"> | null {
  if (!isRecord(data) || typeof data.userId !== "number") return null;
  const subject = readPushSubject(data.subject);
  return subject === null ? null : { userId: data.userId, subject };
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
