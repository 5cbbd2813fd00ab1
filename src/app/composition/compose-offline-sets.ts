import { dropOfflinePictures } from "../../offline-sets/drop-offline-pictures.ts";
import { createOfflineSetControl, type OfflineSetControl } from "../../offline-sets/offline-set-control.ts";
import { runOfflineSets } from "../../offline-sets/offline-set-runner.ts";
import type { Http } from "../../platform/http.ts";
import type { InsightEngine } from "../../query/insight-engine.ts";
import { mirrorStorageOf } from "../../storage/mirror/mirror-storage.ts";
import type { OpenMirror } from "../../storage/mirror/open-mirror.ts";
import { openOfflineSetPictures } from "../../storage/offline-sets/offline-set-pictures.ts";
import { openOfflineSetStorage } from "../../storage/offline-sets/offline-set-storage.ts";
import type { Connection } from "../../sync/connection/connection.ts";
import type { ServerCalls } from "../../sync/connection/server-calls.ts";
import type { LeadTerm } from "../../sync/sync-tab.ts";
import type { ClientWorld } from "./client-world.ts";

/** This module is one chunk, which is loaded once a person has offline sets; these are its three ways in. */

interface StoreParts {
  userId: number;
  mirror: OpenMirror;
}

function openStores({ mirror: opened, userId }: StoreParts) {
  const mirror = mirrorStorageOf(opened);
  return { mirror, storage: openOfflineSetStorage(mirror), pictures: openOfflineSetPictures(userId) };
}

/** The operations on offline sets that screens offer. */
export function offlineSetControl(
  parts: ClientWorld & StoreParts & { insights: InsightEngine; calls: ServerCalls; pullNow(): Promise<void> },
): OfflineSetControl {
  return createOfflineSetControl({ ...parts, ...openStores(parts) });
}

/** Fetches their pictures while this tab leads. */
export async function fetchOfflineSets(
  parts: ClientWorld &
    StoreParts & { insights: InsightEngine; connection: Connection; http: Pick<Http, "open"> },
  { epoch, pullNow }: LeadTerm,
  signal: AbortSignal,
): Promise<void> {
  const stores = openStores(parts);
  const onLost = (offlineSets: readonly string[]) => parts.onEvicted({ kind: "pictures", offlineSets });
  await runOfflineSets({ ...parts, ...stores, open: parts.http.open, pullNow, onLost }, { epoch }, signal);
}

/** Reclaims the space of their pictures. */
export function reclaimOfflineSets(parts: StoreParts): Promise<void> {
  return dropOfflinePictures(openStores(parts));
}
