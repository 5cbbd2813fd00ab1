import { type Kysely, type Migration, Migrator, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { createTables } from "./0001-tables.ts";
import { createFleet } from "./0003-fleet.ts";
import { createAlertEngine } from "./0004-alerts.ts";
import { createAccount } from "./0005-account.ts";
import { createBilling } from "./0006-billing.ts";
import { createInternal } from "./0007-internal.ts";
import { createHistoryMarks } from "./0008-promise.ts";
import { createReplacedDecisions } from "./0009-replaced.ts";
import { createDelivery } from "./0010-delivery.ts";
import { createUseLimits } from "./0011-use-limits.ts";
import { createImportSources } from "./0012-import-sources.ts";
import { createKeptFacts } from "./0013-neighbours.ts";
import { createThrottling } from "./0014-throttling.ts";
import { createPhotoBytes } from "./0015-photo-bytes.ts";
import { createObservations } from "./0016-observations.ts";
import type { MigrationSide } from "./migration-side.ts";

/** Every migration by name, in order; a migration that has been released is never changed. */
function allMigrations(side: MigrationSide): Record<string, Migration> {
  return {
    "0001-tables": {
      async up(db: Kysely<Schema>) {
        await createTables(db, side);
        await side.createFeedTriggers(db);
      },
    },
    "0002-places-in-groups": {
      up: (db: Kysely<Schema>) => side.createPlaceFeed(db),
    },
    "0003-fleet": {
      up: (db: Kysely<Schema>) => createFleet(db, side),
    },
    "0004-alerts": {
      up: (db: Kysely<Schema>) => createAlertEngine(db, side),
    },
    "0005-account": {
      up: (db: Kysely<Schema>) => createAccount(db, side),
    },
    "0006-billing": {
      up: (db: Kysely<Schema>) => createBilling(db, side),
    },
    "0007-internal": {
      up: (db: Kysely<Schema>) => createInternal(db, side),
    },
    "0008-promise": {
      up: (db: Kysely<Schema>) => createHistoryMarks(db, side),
    },
    "0009-replaced": {
      up: (db: Kysely<Schema>) => createReplacedDecisions(db, side),
    },
    "0010-delivery": {
      up: (db: Kysely<Schema>) => createDelivery(db, side),
    },
    "0011-use-limits": {
      up: (db: Kysely<Schema>) => createUseLimits(db, side),
    },
    "0012-import-sources": {
      up: (db: Kysely<Schema>) => createImportSources(db, side),
    },
    "0013-neighbours": {
      up: (db: Kysely<Schema>) => createKeptFacts(db, side),
    },
    "0014-throttling": {
      up: (db: Kysely<Schema>) => createThrottling(db, side),
    },
    "0015-photo-bytes": {
      up: (db: Kysely<Schema>) => createPhotoBytes(db, side),
    },
    "0016-observations": {
      up: (db: Kysely<Schema>) => createObservations(db),
    },
  };
}

/**
 * Runs what has not run yet, all of it in one transaction. Several processes may call it at once: SQLite lets
 * one writer in, PostgreSQL holds an advisory lock.
 * @throws when a migration fails, or when the database was migrated by a newer version of the program.
 */
export async function runMigrations(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const migrations = allMigrations(side);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const newer = (await namesRun(db)).filter((name) => !(name in migrations));
  if (newer.length > 0) {
    throw new Error(
      `The database was made by a newer version of this program (it has ${newer.join(", ")}). Start that version, or restore a backup.`,
    );
  }
  throw new Error("The database could not be brought up to date.", { cause: error });
}

async function namesRun(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
