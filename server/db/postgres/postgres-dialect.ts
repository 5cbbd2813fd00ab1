import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from "kysely";
import { DatabaseLost, DatabaseRefused, QueryTooLong } from "../database-errors.ts";

/** Kysely's dialect with two differences: errors are those of the port, and a commit of a failed transaction throws. */
export class CheckedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): Driver {
    return new CheckedPostgresDriver(this.#config);
  }
}

class CheckedPostgresDriver extends PostgresDriver {
  readonly #checked = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): ReturnType<PostgresDriver["acquireConnection"]> {
    const connection = await super.acquireConnection().catch((error: unknown) => {
      throw new DatabaseLost("The database does not answer.", { cause: error });
    });
    if (!this.#checked.has(connection)) {
      this.#checked.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
        execute<Row>(query).catch((error: unknown) => {
          throw ourError(error);
        });
    }
    return connection;
  }

  /**
   * COMMIT of a transaction in which a statement failed is a silent ROLLBACK. The select before it, in the same
   * message, turns that into an error.
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("select 1; commit"));
  }
}

/** SQLSTATE of a statement that ran into statement_timeout. */
const CANCELED = "57014";

/** SQLSTATE classes 08 (connection) and 57P (shut down), and errors without a state: the connection is gone. */
function ourError(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseLost(String(error));
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  if (code === CANCELED) return new QueryTooLong({ cause: error });
  const refused = code !== null && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code);
  if (refused) return new DatabaseRefused(error.message, code, error);
  return new DatabaseLost("The connection to the database was lost.", { cause: error });
}
