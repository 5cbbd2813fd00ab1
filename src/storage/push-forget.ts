import { browserPush } from "../platform/push-browser.ts";
import { browserPushRecords } from "./push-records.ts";

/** Ends push messages on this device where they are of such a person, and closes the notifications that are shown. */
export async function forgetPush(belongs: (userId: number) => boolean): Promise<void> {
  const records = browserPushRecords();
  const registration = await records.registration();
  if (registration === null || !belongs(registration.userId)) return;
  // The record first: without it the service worker shows nothing of a message.
  await records.clear();
  await browserPush(() => false).unsubscribe();
}
