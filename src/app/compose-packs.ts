import type { Http } from "../platform/http.ts";
import type { InsightView } from "../query/insight-view.ts";
import type { MirrorStorage } from "../storage/mirror-storage.ts";
import { openPackStorage } from "../storage/pack-storage.ts";
import { openPackedPictures, type PackedPictures } from "../storage/packed-pictures.ts";
import type { Connection } from "../sync/connection.ts";
import { createPackControl, type PackControl } from "../sync/pack-control.ts";
import { runPacks } from "../sync/pack-runner.ts";
import type { ServerCalls } from "../sync/server-calls.ts";
import type { ClientWorld } from "./compose-services.ts";

interface PacksParts extends ClientWorld {
  userId: number;
  mirror: MirrorStorage;
  insights: InsightView;
  calls: ServerCalls;
  connection: Connection;
  http: Pick<Http, "open">;
  pullNow(): Promise<void>;
}

/** What packs sets for the field: what people do with them, and what fetches their pictures in the leading tab. */
export function composePacks(parts: PacksParts): {
  control: PackControl;
  run(lead: { epoch: number }, signal: AbortSignal): Promise<void>;
} {
  const storage = openPackStorage(parts.mirror);
  const pictures: PackedPictures = openPackedPictures(parts.userId);
  return {
    control: createPackControl({ ...parts, storage, pictures }),
    run: (lead, signal) => runPacks({ ...parts, storage, pictures, open: parts.http.open }, lead, signal),
  };
}
