import type { PushAction } from "../../domain/notification/push-action.ts";

/** The words of notifications that the service worker writes itself; the others come with the message. */
export const NOTIFICATIONS = {
  /** For a message that is not for who is signed in on this device: it says nothing of it. */
  neutralTitle: "Understory",
  neutralBody: "Open the app to see what is new.",
  actions: { acknowledge: "Acknowledge", archive: "Archive" } satisfies Record<PushAction, string>,
} as const;
