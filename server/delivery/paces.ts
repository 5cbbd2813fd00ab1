import type { Platform } from "./sender.ts";

/** How fast one server, or several together, may send in a lane. */
export interface Pace {
  /** How long each message keeps its lane from the next one; 0: as fast as it goes. */
  readonly intervalMs: number;
  /** Messages of a lane that are under way at once. */
  readonly atOnce: number;
  /** Lanes of users from which messages are under way at once; 1 where all users share one lane. */
  readonly lanes: number;
}

/** Gundi documents about one request a minute for each key. Twilio queues by itself and takes far more than this. */
export const PACES: Readonly<Record<Platform, Pace>> = {
  gundi: { intervalMs: 60_000, atOnce: 1, lanes: 8 },
  email: { intervalMs: 100, atOnce: 5, lanes: 1 },
  sms: { intervalMs: 200, atOnce: 5, lanes: 1 },
  push: { intervalMs: 0, atOnce: 4, lanes: 32 },
};
