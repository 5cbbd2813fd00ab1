/** The messages between the web thread and a database thread. */

export type SqlValue = string | number | bigint | null | Uint8Array;

/** Which of the thread's connections: 0 is its own, others are opened for snapshots. */
export type ConnectionNumber = number;

export type SqliteRequest =
  | {
      readonly id: number;
      readonly op: "query";
      readonly on: ConnectionNumber;
      /** True: only inside of an open transaction, which SQLite ends by itself after some errors. */
      readonly within: boolean;
      readonly sql: string;
      readonly values: readonly SqlValue[];
    }
  | ({ readonly id: number; readonly op: "insertMany"; readonly on: ConnectionNumber } & SqliteBulk)
  | {
      readonly id: number;
      /** A whole transaction, from its begin to its commit. */
      readonly op: "transaction";
      readonly on: ConnectionNumber;
      readonly steps: readonly SqliteStep[];
    }
  | { readonly id: number; readonly op: "close" };

export type SqliteStep = { readonly sql: string; readonly values: readonly SqlValue[] } | SqliteBulk;

/** Many rows for one table: `into` + `places` once a row + `leave` is the statement. */
export interface SqliteBulk {
  readonly into: string;
  readonly places: string;
  readonly leave: string;
  /** Values to a row. */
  readonly width: number;
  /** True: the last value of each row is its xid, which the thread fills in. */
  readonly stamped: boolean;
  /** The rows' values one after another: one flat list crosses threads fastest. */
  readonly values: SqlValue[];
}

/** Rows as lists of values; their names once. */
export interface SqliteRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
  readonly insertId: number | bigint;
}

export interface SqliteFailure {
  readonly message: string;
  /** SQLite's own name of the error, e.g. SQLITE_CONSTRAINT_UNIQUE. */
  readonly code: string | null;
}

export type SqliteReply =
  | { readonly id: number; readonly result: SqliteRows }
  | { readonly id: number; readonly failure: SqliteFailure };

export interface SqliteWorkerData {
  readonly file: string;
  readonly role: "writer" | "reader";
  readonly busyTimeoutMs: number;
}
