import type { Retention } from "../domain/offline/retention.ts";

/**
 * The wire form of `GET /api/sync`: tables as columns. A column has one of four forms: a plain list; a
 * dictionary with places in it (-1 is null); one value for all rows; whole numbers as differences, the first
 * absolute, where the rows listed in `null` are null and count as 0. A column left out is null in every row.
 */
export type WireValue =
  | string
  | number
  | boolean
  | null
  | readonly WireValue[]
  | { readonly [key: string]: WireValue };

export type WireColumn =
  | readonly WireValue[]
  | { readonly dict: readonly WireValue[]; readonly at: readonly number[] }
  | { readonly all: WireValue }
  | { readonly delta: readonly number[]; readonly null?: readonly number[] };

export interface WireTable {
  readonly rows: number;
  /** Keys of deleted rows; applied before the rows. */
  readonly gone?: readonly string[];
  readonly columns: { readonly [name: string]: WireColumn };
}

/** The tables of the feed, with the column that is each one's key. */
export const SYNC_TABLE_KEYS = {
  insights: "insight_id",
  devices: "device_id",
  groups: "group_id",
  alerts: "id",
  models: "alg_id",
  photos: "path",
  updates: "bulkId",
  replaced: "id",
} as const;
export type SyncTableName = keyof typeof SYNC_TABLE_KEYS;

/**
 * The `message` of a 410 to a history that went back without a new generation: its numbers name other records than
 * before.
 */
export interface RolledBack {
  readonly rolledBack: true;
}

export interface SyncPage {
  readonly cursor: string;
  /** True: the client calls again at once. */
  readonly more: boolean;
  readonly tables: { readonly [Name in SyncTableName]?: WireTable };
  /**
   * The retention once the page is stored; absent where it is everything. Insights received before `since` (epoch
   * ms), and their photos, are dropped after the page's rows are stored; other rows that leave the retention come as
   * `gone`.
   */
  readonly kept?: Retention;
}
