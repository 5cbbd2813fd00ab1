import type { Http } from "../../platform/http.ts";
import type { MirrorStorage } from "../../storage/mirror/mirror-storage.ts";
import { createServerCalls, type ServerCalls } from "../../sync/connection/server-calls.ts";
import { createRetentionControl, type RetentionControl } from "../../sync/pull/retention-control.ts";
import { type SyncTab, type SyncTabParts, startSync } from "../../sync/sync-tab.ts";

/** What of sync is loaded after the first rows: the engine, and the calls to the server that screens make through it. */
export interface ComposedSync {
  tab: SyncTab;
  calls: ServerCalls;
  retention: RetentionControl;
}

export function composeSync(
  parts: Omit<SyncTabParts, "calls"> & { http: Http; retentionOf: MirrorStorage },
): ComposedSync {
  const calls = createServerCalls(parts.http);
  const tab = startSync({ ...parts, calls });
  const retention = createRetentionControl({ mirror: parts.retentionOf, calls, pullNow: tab.pullNow });
  return { tab, calls, retention };
}
