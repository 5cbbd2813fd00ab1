import type { MessageContent, OutgoingMessage } from "../../../server/delivery/sender.ts";

export const PUBLIC_URL = "https://understory.example.org";

/** A message by e-mail, as the engine hands it to the sender. */
export function outgoing(content: MessageContent, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    deliveryId: 1,
    userId: 1,
    platform: "email",
    target: "wangari@example.org",
    gundiApiKey: null,
    unsubscribeKey: "key-of-the-address",
    dedupeKey: "insight:1:wangari@example.org",
    step: 0,
    ref: null,
    createdAtMs: 0,
    content,
    ...more,
  };
}
