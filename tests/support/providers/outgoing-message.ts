import type { MessageContent, OutgoingMessage } from "../../../server/delivery/sender.ts";

type InsightContent = Extract<MessageContent, { kind: "insight" }>;

export const INSIGHT: InsightContent = {
  kind: "insight",
  device: {
    deviceId: "SN-0042",
    name: "Waterhole 3",
    locationName: "Mara North",
    latitude: -1.2,
    longitude: 35.1,
  },
  insight: {
    insightId: 7,
    className: "leopard",
    confidence: 0.934,
    takenAtMs: Date.UTC(2026, 10, 22, 7, 58, 11),
    insightCount: 1,
    visits: 1,
    latitude: -1.25,
    longitude: 35.15,
  },
  picture: null,
  link: "https://understory.example.org/?tab=insights&archived=1&review=1&image=7",
  why: { by: "all" },
};

/** A message as the queue hands it to a sender. */
export function outgoingMessage(more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    deliveryId: 1,
    userId: 1,
    platform: "gundi",
    target: null,
    gundiApiKey: "a-key-of-gundi",
    unsubscribeKey: null,
    dedupeKey: "insight:1:gundi::7",
    step: 0,
    ref: null,
    createdAtMs: Date.UTC(2026, 10, 22, 8),
    content: INSIGHT,
    ...more,
  };
}
