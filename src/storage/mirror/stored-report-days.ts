import type { DeviceReportDays } from "../../protocol/fleet.ts";
import { openMirrorDatabase } from "./mirror-database.ts";

/** The days on which Sentinels reported, as the server last told them, for use without a connection. */
export interface StoredReportDays {
  /** Epoch ms. */
  readAtMs: number;
  devices: readonly DeviceReportDays[];
}

const KEY = "reportDays";

/** They lie in the mirror's own database, so that they go with it; some ten bytes a run of days. */
export async function readReportDays(userId: number): Promise<StoredReportDays | null> {
  const database = openMirrorDatabase(userId);
  try {
    return ((await database.meta.get(KEY))?.value as StoredReportDays | undefined) ?? null;
  } finally {
    database.close();
  }
}

export async function storeReportDays(userId: number, value: StoredReportDays): Promise<void> {
  const database = openMirrorDatabase(userId);
  try {
    await database.meta.put({ key: KEY, value });
  } finally {
    database.close();
  }
}
