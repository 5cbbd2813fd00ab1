import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PushMessage } from "../../../src/protocol/push/push-message.ts";
import { PUSH_DATABASE, PUSH_TABLE, REGISTRATION_KEY } from "../../../src/protocol/push/push-on-device.ts";
import { WAIT } from "../time/time-limits.ts";

/**
 * Stores that this browser is subscribed for a user. No browser of a test reaches a push service, so that it cannot
 * subscribe by itself.
 */
export async function registerForPush(page: Page, userId: number, subscriptionId = "1"): Promise<void> {
  const names = { database: PUSH_DATABASE, table: PUSH_TABLE, key: REGISTRATION_KEY, userId, subscriptionId };
  await page.evaluate(
    ({ database, table, key, userId, subscriptionId }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onupgradeneeded = () => opening.result.createObjectStore(table);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction(table, "readwrite");
          const endpoint = "https://push.example.org/browser";
          writing.objectStore(table).put({ userId, subscriptionId, endpoint, topics: ["alerts"] }, key);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    names,
  );
}

/**
 * Has the browser's push service bring a message to the service worker, until a notification with this title shows.
 *
 * A message for a worker that is just being started can get lost in Chromium's own test interface; one that is
 * brought twice replaces its own notification.
 */
export async function deliverPush(page: Page, message: PushMessage, title = message.title): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!(await shownTitles(page)).includes(title)) await bringOnce(page, message);
        return await shownTitles(page);
      },
      { ...WAIT, interval: 2_000 },
    )
    .toContain(title);
}

async function bringOnce(page: Page, message: PushMessage): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await client.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  const registrationId = await registered;
  await client.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
  await client.detach();
}

/** The titles of the notifications that are shown, in alphabetical order. */
export function shownTitles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title }) => title).sort();
  });
}

/** As much of the service worker's scope as is used here; the page's types lack it. */
interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (
    type: string,
    init: { notification: Notification; action: string },
  ) => Event;
}

/** Presses a button of a notification, as a person would in the browser's own surface. */
export async function pressNotification(page: Page, tag: string, action: string): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error("no service worker runs");
  await worker.evaluate(
    async ({ tag, action }) => {
      const scope = globalThis as unknown as WorkerScope;
      const [notification] = await scope.registration.getNotifications({ tag });
      if (notification === undefined) throw new Error(`no notification ${tag}`);
      const event = new scope.NotificationEvent("notificationclick", { notification, action });
      // An event that a script makes cannot keep the worker alive; the test's session does.
      Object.defineProperty(event, "waitUntil", { value: () => undefined });
      scope.dispatchEvent(event);
    },
    { tag, action },
  );
}
