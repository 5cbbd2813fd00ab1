import type { Retention } from "../../../../src/domain/offline/retention.ts";
import type { SyncTableName, WireValue } from "../../../../src/protocol/sync-page.ts";
import type { ChangeFeed, SqlDialect, WriteTransaction } from "../../../db/database.ts";
import type { Reach } from "../reach-repository.ts";
import type { RowPlace } from "../sync-cursor.ts";

/** The input of a stage. */
export interface StageInput {
  readonly view: WriteTransaction;
  readonly feed: ChangeFeed;
  readonly dialect: SqlDialect;
  readonly userId: number;
  /** The round's bounds; null in the first sync. */
  readonly window: { readonly base: string; readonly target: string } | null;
  /** The position that the round reaches, and that of the page's own view. */
  readonly target: string;
  readonly now: string;
  /** The rows of earlier stages in this page. */
  readonly sent: readonly TablePart[];
  /** The client's retention before the round; without meaning in the first sync. */
  readonly from: Retention;
  /** The retention at the end of the round. */
  readonly retention: Retention;
  readonly reach: Reach;
  /** Which of the person's replaced decisions the client lacks: those written in the round, all of them, or it takes none. */
  readonly replaced: "changed" | "all" | "none";
  /** Whether the client holds photos as rows of their own, or only needs to know which are gone. */
  readonly photos: "rows" | "gone";
  /** The page's moment, epoch milliseconds. */
  readonly nowMs: number;
  readonly after: RowPlace | null;
  /** The most rows and keys that the stage may add. */
  readonly limit: number;
  /** How many bytes of JSON it may add, or one row where that is more. */
  readonly bytes: number;
}

/** The part of a page that a stage adds. */
export interface StagePart {
  readonly tables: readonly TablePart[];
  /** The number of rows and keys. */
  readonly count: number;
  /** Where the next page of the stage begins; null: the stage is complete. */
  readonly next: RowPlace | null;
  /** About how many bytes of JSON its rows are; left out where rows have no long texts and `limit` bounds them. */
  readonly bytes?: number;
  /** True: the rows are as many bytes as they may be, and the page ends here. */
  readonly isFull?: boolean;
}

/** Rows and keys of one table, the rows as columns. */
export interface TablePart {
  readonly table: SyncTableName;
  readonly rows: number;
  readonly columns: Readonly<Record<string, readonly WireValue[]>>;
  readonly gone: readonly string[];
}

export type Stage = (input: StageInput) => Promise<StagePart>;

export const NOTHING: StagePart = { tables: [], count: 0, next: null };

/** The part of a stage that read at most `limit` rows, in order. */
export function partOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => RowPlace,
  tables: readonly TablePart[],
): StagePart {
  const last = rows.at(-1);
  const next = last !== undefined && rows.length >= limit ? placeOf(last) : null;
  return { tables, count: rows.length, next };
}
