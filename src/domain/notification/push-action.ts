/** What a person can choose on a notification, beside opening it. */
export const PUSH_ACTIONS = ["acknowledge", "archive"] as const;
export type PushAction = (typeof PUSH_ACTIONS)[number];
