import type { Http } from "../../platform/http.ts";
import { dropGonePictures } from "../../storage/device-space/drop-gone-pictures.ts";
import { type MirrorStorage, mirrorStorageOf } from "../../storage/mirror/mirror-storage.ts";
import type { OpenMirror } from "../../storage/mirror/open-mirror.ts";
import { createServerCalls, type ServerCalls } from "../../sync/connection/server-calls.ts";
import { alertStatusKind } from "../../sync/outbox/kinds/alert-status-kind.ts";
import { deviceEditKind } from "../../sync/outbox/kinds/device-edit-kind.ts";
import { replacedDismissalKind } from "../../sync/outbox/kinds/replaced-dismissal-kind.ts";
import { createRetentionControl, type RetentionControl } from "../../sync/pull/retention-control.ts";
import { type SyncTab, type SyncTabParts, startSync } from "../../sync/sync-tab.ts";

/** The part of sync that is loaded after the first rows: the engine, and the server calls that screens make. */
export interface ComposedSync {
  tab: SyncTab;
  calls: ServerCalls;
  retention: RetentionControl;
}

export function composeSync(
  parts: Omit<SyncTabParts, "calls" | "kinds" | "mirror" | "dropGonePictures"> & {
    http: Http;
    mirror: OpenMirror;
    compact: MirrorStorage["compact"];
  },
): ComposedSync {
  const calls = createServerCalls(parts.http);
  const mirror = mirrorStorageOf(parts.mirror);
  // Compaction takes seconds where there is much to merge: the worker does it.
  const kinds = [deviceEditKind(parts.http), alertStatusKind(parts.http), replacedDismissalKind(parts.http)];
  const tab = startSync({
    ...parts,
    calls,
    kinds,
    mirror: { ...mirror, compact: parts.compact },
    dropGonePictures: (gone) => dropGonePictures(parts.userId, gone),
  });
  const retention = createRetentionControl({ mirror, calls, pullNow: tab.pullNow });
  return { tab, calls, retention };
}
