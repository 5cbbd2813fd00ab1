import { describe, expect, it } from "vitest";
import { BULK_STATUS } from "../../../../src/domain/bulk-update.ts";
import { discardUnsent } from "../../../../src/domain/outbox/discard.ts";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import { knownKeys } from "../../../../src/domain/outbox/projection.ts";
import { submitBatch } from "../../../../src/domain/outbox/queue.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import { act } from "../../../../src/domain/outbox/unsaved-list.ts";
import { stampAt, target } from "./outbox-fixtures.ts";

const seal = (record: OutboxRecord, batchId: string) =>
  sealList(record, { batchId, atMs: 0, automatic: false }) ?? record;
const archive = (record: OutboxRecord, insightId: string) =>
  act(record, [target(insightId)], "archive", stampAt()) ?? record;

describe("work that a person gives up", () => {
  it("is all that the server does not have, and its file may be imported again (promise A8, fault 33)", () => {
    let record = seal(archive(EMPTY_OUTBOX, "1"), "sent");
    const bulk = { bulkId: "9", message: "", status: BULK_STATUS.waiting };
    record = submitBatch(record, "sent", bulk) ?? record;
    record = seal(archive(record, "2"), "kept");
    record = archive(record, "3");
    const after = discardUnsent(record);
    expect(after?.batches.map(({ batchId }) => batchId)).toEqual(["sent"]);
    expect(after?.actions.size).toBe(0);
    expect(after).toMatchObject({ steps: [], applied: 0 });
    expect(after && knownKeys(after).has("kept")).toBe(false);
    expect(after && discardUnsent(after)).toBeNull();
  });
});
