import { Dexie, type EntityTable, type Table } from "dexie";
import type { OfflineSet } from "../../domain/offline/offline-set.ts";
import type { Retention } from "../../domain/offline/retention.ts";
import type { DEVICE_FIELDS } from "../../protocol/records/device-fields.ts";
import type { FeedName, JsonRecord } from "../../protocol/records/record-fields.ts";
import type { REPLACED_FIELDS } from "../../protocol/records/replaced-fields.ts";
import type { Alert, Device, Feature, Group, Model } from "../../protocol/shapes.ts";
import type { InsightChunk, MirrorInsight } from "./insight-chunk.ts";

/** A Sentinel without its group, which follows from the groups. */
export type MirrorDevice = Pick<Device, FeedName<typeof DEVICE_FIELDS>>;

/** A changed insight that is not yet compacted into a chunk, or the mark that it is gone. */
export type DeltaRow = (MirrorInsight & { gone?: false }) | { insightId: string; gone: true };

/** A bulk update of this user as the feed last sent it. */
export interface MirrorUpdate {
  bulkId: string;
  status: number;
  items: unknown;
  /** The key under which it was sent, "" for none; null where the server does not say. */
  key?: string | null;
}

/** A decision of this person that another person's later-arriving one replaced. */
export type MirrorReplaced = JsonRecord<typeof REPLACED_FIELDS>;

/** An offline set with the filter that chose its insights, as the query engine takes it. */
export interface StoredOfflineSet extends OfflineSet {
  readonly filter: object;
}

/** The insights of an offline set. */
export interface OfflineSetMembers {
  packId: string;
  insightIds: readonly string[];
}

/** A picture that an offline set needs. */
export interface OfflineSetPicture {
  packId: string;
  /** Its turn, from 0: thumbnails first, and of each the newest insights. */
  at: number;
  deviceId: string;
  photoUrl: string;
  thumbnail: boolean;
  /** A number, because indexes know no words: 0 wanted, 1 fetched, 2 the server has none, 3 tried in vain. */
  state: 0 | 1 | 2 | 3;
  /** How often the server refused it. */
  tries: number;
}

/** The beginning of a photograph whose line was cut. */
export interface OfflineSetPart {
  packId: string;
  at: number;
  /** The version that the bytes are of; where it differs, the server sends the whole picture. */
  etag: string;
  bytes: Blob;
}

/** The progress of the pull. */
export interface PullState {
  cursor: string | null;
  /** A whole copy was here at least once since the mirror was last rebuilt. */
  complete: boolean;
  /** Old insights were dropped to free space: the mirror is not complete again before it is rebuilt. */
  trimmed?: true;
  /** The time received of the newest insight that was dropped so, epoch ms: all later ones are here. */
  trimmedToMs?: number;
  /** The retention that the last stored page confirms; left out where that is everything. */
  kept?: Retention;
  /** When the mirror last equalled the server. */
  freshAtMs: number | null;
  /** The fields of an insight that the mirror holds; see MIRROR_SHAPE. */
  shape?: number;
}

export const NO_PULL_YET: PullState = { cursor: null, complete: false, freshAtMs: null };

/** The disposable database: rebuilt when in doubt. */
export type MirrorDatabase = Dexie & {
  chunks: EntityTable<InsightChunk, "chunkId">;
  delta: EntityTable<DeltaRow, "insightId">;
  devices: EntityTable<MirrorDevice, "device_id">;
  groups: EntityTable<Group, "group_id">;
  alerts: EntityTable<Alert, "id">;
  models: EntityTable<Model, "alg_id">;
  features: EntityTable<Feature, "id">;
  updates: EntityTable<MirrorUpdate, "bulkId">;
  replaced: EntityTable<MirrorReplaced, "id">;
  /** Offline sets; a rebuilt mirror keeps them. */
  packs: EntityTable<StoredOfflineSet, "packId">;
  packMembers: EntityTable<OfflineSetMembers, "packId">;
  packPictures: Table<OfflineSetPicture, [packId: string, at: number]>;
  packParts: Table<OfflineSetPart, [packId: string, at: number]>;
  /**
   * `pull` (PullState), `insights` (version of chunks and delta), `names` (of Sentinels and groups), `epoch` (of the
   * leading tab), `head` (InsightHead), `firstDevices` (FirstDeviceIds), `choice` (StoredChoice), `store` (which one this is).
   */
  meta: EntityTable<{ key: string; value: unknown }, "key">;
};

export function mirrorName(userId: number): string {
  return `mirror-${userId}`;
}

/** The user id of a mirror's name; null for other databases. */
export function ownerOfMirror(name: string): number | null {
  const match = /^mirror-(\d+)$/.exec(name);
  return match === null ? null : Number(match[1]);
}

export function openMirrorDatabase(userId: number): MirrorDatabase {
  const database = new Dexie(mirrorName(userId), {
    chromeTransactionDurability: "relaxed",
  }) as MirrorDatabase;
  database.version(1).stores({
    chunks: "++chunkId, rows",
    delta: "insightId, deviceId",
    devices: "device_id",
    groups: "group_id",
    alerts: "id, status, associated_id",
    models: "alg_id",
    features: "id",
    updates: "bulkId",
    meta: "key",
  });
  database.version(2).stores({
    packs: "packId",
    packMembers: "packId",
    packPictures: "[packId+at], [packId+state]",
    packParts: "[packId+at]",
  });
  database.version(3).stores({ alerts: "id, status, associated_id, created_at" });
  database.version(4).stores({ replaced: "id, deviceId" });
  // Chunks with packed numbers, which an older version of the app cannot read: it gives way to this one.
  database.version(5).stores({});
  // After an eviction the database is another one, whose ids and versions begin anew.
  database.on("populate", () => void database.meta.put({ key: "store", value: Math.random() }));
  return database;
}
