import { Dexie, type EntityTable } from "dexie";
import type { BatchRow, StoredAction, StoredRefusal, StoredStep } from "../../domain/outbox/outbox-record.ts";

/** The precious database: strict durability, and a schema that changes only by a tested migration. */
export type OutboxDatabase = Dexie & {
  actions: EntityTable<StoredAction, "insightId">;
  steps: EntityTable<StoredStep, "seq">;
  batches: EntityTable<BatchRow, "batchId">;
  refused: EntityTable<StoredRefusal, "id">;
  /**
   * `version` (bumped with every change), `applied` (steps in effect), `facts`, `settledKeys`, `takenBack`, `store`
   * (which one this is; absent where an earlier version made it), `restored` (what a page wrote anew into it).
   */
  meta: EntityTable<{ key: string; value: unknown }, "key">;
};

export function outboxName(userId: number): string {
  return `outbox-${userId}`;
}

export function openOutboxDatabase(userId: number): OutboxDatabase {
  const database = new Dexie(outboxName(userId), { chromeTransactionDurability: "strict" }) as OutboxDatabase;
  database.version(1).stores({
    actions: "insightId",
    steps: "seq",
    batches: "batchId",
    refused: "id",
    meta: "key",
  });
  // After a deletion the database is another one, whose versions begin anew.
  database.on("populate", () => void database.meta.put({ key: "store", value: Math.random() }));
  return database;
}
