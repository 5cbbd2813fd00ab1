import { createContext, type ReactNode, useContext } from "react";
import type { OfflineSetControl } from "../offline-sets/offline-set-control.ts";
import type { Http } from "../platform/http.ts";
import type { Timers } from "../platform/timers.ts";
import type { InsightEngine } from "../query/insight-engine.ts";
import type { SpaceUsed } from "../storage/device-space/space-used.ts";
import type { MirrorReader } from "../storage/mirror/mirror-reader.ts";
import type { Exported, Imported } from "../sync/outbox/outbox-files.ts";
import type { ReviewOutbox } from "../sync/outbox/review-outbox.ts";
import type { RetentionControl } from "../sync/pull/retention-control.ts";
import type { PhotoLoader, SyncControl } from "../sync/sync-status.ts";

/** The services of a signed-in screen; made anew for each person who signs in, so that no data leaks between two. */
export interface Services {
  insights: InsightEngine;
  outbox: ReviewOutbox;
  sync: SyncControl;
  photos: PhotoLoader;
  mirror: MirrorReader;
  retention: RetentionControl;
  /** How much of this device's storage is used, and by what. */
  space(): Promise<SpaceUsed>;
  files: OutboxFiles;
  /** Of the signed-in person, as the server names people. */
  username: string;
  userId: number;
  /**
   * For calls that a screen makes by itself, each with the shape that it expects; they update the connection's state.
   */
  http: Http;
  /** Offline sets; the code is loaded with the first call. */
  offlineSets(): Promise<OfflineSetControl>;
  /** Whether bytes are costly or slow on the link that the device has now. */
  isCostlyLink(): boolean;
  /** Timers by which screens count down waits; those of sync. */
  timers: Timers;
}

/** Unsent work as a file. */
export interface OutboxFiles {
  /** Seals what waits first: ask the person before. Null where nothing waits, or it could not be stored. */
  exportUnsent(): Promise<Exported | null>;
  importUnsent(text: string, agreed?: boolean): Promise<Imported>;
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

/** @throws Error outside of a signed-in shell. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error("useServices needs a signed-in shell around it");
  return services;
}
