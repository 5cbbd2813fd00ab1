/** The database refused a statement: a constraint, a type, a fault in the SQL. */
export class DatabaseRefused extends Error {
  /** The database's own code: SQLITE_CONSTRAINT_UNIQUE, or PostgreSQL's 23505. */
  readonly code: string | null;
  constructor(message: string, code: string | null, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseRefused";
    this.code = code;
  }
}

/** Another process held the database for too long; the same call may succeed later. */
export class DatabaseBusy extends Error {
  constructor() {
    super("Another process holds the database; try again later.");
    this.name = "DatabaseBusy";
  }
}

/**
 * The connection was lost during a call. A transaction was committed or rolled back as a whole; which of the two is
 * unknown.
 */
export class DatabaseLost extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseLost";
  }
}

/** A statement ran for longer than the database allows, and was ended. Nothing of its transaction is stored. */
export class QueryTooLong extends Error {
  constructor(options?: ErrorOptions) {
    super("A statement was ended because it took too long.", options);
    this.name = "QueryTooLong";
  }
}

const UNIQUE_CODES = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "23505"]);

/** Whether a write failed because a row with the same unique key is there already, on either database. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNIQUE_CODES.has(String(error.code));
}
