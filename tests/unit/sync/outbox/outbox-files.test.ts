import { describe, expect, it } from "vitest";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import { reportBulk, settleRound, submitBatch } from "../../../../src/domain/outbox/queue.ts";
import { sealList } from "../../../../src/domain/outbox/seal.ts";
import {
  apply,
  type EventDetails,
  type OutboxEvent,
  recordAfter,
} from "../../../../src/domain/outbox/transitions.ts";
import { act } from "../../../../src/domain/outbox/unsaved-list.ts";
import { readOutboxFile } from "../../../../src/protocol/outbox-file.ts";
import { exportOutbox, importOutbox } from "../../../../src/sync/outbox/outbox-files.ts";
import type { Applied } from "../../../../src/sync/outbox/stored-outbox.ts";
import { countingIds, TestClock } from "../../../support/time/test-clock.ts";
import { batchesOf, listOf, recordOf, stampAt, target } from "../../domain/outbox/outbox-fixtures.ts";

const ADA = { userId: 7, username: "ada", server: "https://cameras.example.org" };

const SEALED = new TestClock().now() - 1000;

/** One device of one person, as far as files go. */
function deviceWith(start: OutboxRecord, owner = ADA, { maySave = true, ids = countingIds() } = {}) {
  let record = start;
  const clock = new TestClock();
  const outbox = {
    record: () => record,
    async apply<E extends OutboxEvent>(event: E, ...details: EventDetails<E>): Promise<Applied<E>> {
      const result = apply(record, event, ...details);
      record = recordAfter(record, result);
      return { stored: true, result };
    },
    overlay: async () => new Map(),
  };
  const parts = { outbox, owner, maySave, clock, ids };
  return {
    clock,
    record: () => record,
    exported: async () => {
      const file = await exportOutbox(parts);
      if (file === null) throw new Error("nothing to export");
      return file;
    },
    nothing: () => exportOutbox(parts),
    add: async ([insightId, status]: [string, "archive"]) => {
      record = act(record, [target(insightId)], status, stampAt()) ?? record;
    },
    take: (text: string, agreed?: boolean) => importOutbox(parts, text, agreed),
  };
}
const worked = () =>
  sealList(recordOf(["1", "archive"]), { batchId: "key-a", atMs: SEALED, automatic: false });
const then = (record: OutboxRecord) => act(record, [target("2")], "favorite", stampAt()) ?? record;

describe("unsent work as a file", () => {
  it("seals what waits, and holds all batches with their keys, whose they are and for which server", async () => {
    const phone = deviceWith(then(worked()));
    const file = await phone.exported();
    expect(file).toMatchObject({ count: 2, name: "understory-unsent-2024-05-01-06-00.json" });
    expect(listOf(phone.record())).toEqual({});
    expect(readOutboxFile(file.text)).toMatchObject({
      ...ADA,
      batches: [
        {
          key: "key-a",
          kind: "insightStatus",
          sealedAt: SEALED,
          actions: [{ subject: "1", value: "archive" }],
        },
        { key: phone.record().batches[1]?.batchId, actions: [{ subject: "2", value: "favorite" }] },
      ],
    });
    expect(await deviceWith(EMPTY_OUTBOX).nothing()).toBeNull();
  });

  it("comes whole onto an empty device, under the same keys, and a second time changes nothing", async () => {
    const { text } = await deviceWith(then(worked())).exported();
    const other = deviceWith(EMPTY_OUTBOX);
    expect(await other.take(text)).toEqual({ kind: "taken", count: 2, known: 0 });
    expect(batchesOf(other.record())).toEqual([{ 1: "archive" }, { 2: "favorite" }]);
    expect(other.record().batches[0]?.batchId).toBe("key-a");
    const once = other.record();
    expect(await other.take(text)).toEqual({ kind: "taken", count: 0, known: 2 });
    expect(other.record()).toBe(once);
  });

  it("brings nothing back that was confirmed, or came back blocked, since it was exported", async () => {
    for (const status of [2, 4] as const) {
      const phone = deviceWith(worked());
      const { text } = await phone.exported();
      const sent = submitBatch(phone.record(), "key-a", { bulkId: "1", message: "", status: 3 });
      const ended = reportBulk(sent, { bulkId: "1", status, message: "", outcomes: [] }, () => ({
        batchId: "again",
        waitMs: 0,
      }));
      const after = deviceWith(settleRound(ended, new Set(["1"]), 1));
      const before = after.record();
      expect(await after.take(text)).toMatchObject({ count: 0, known: 1 });
      expect(after.record()).toBe(before);
    }
  });

  it("goes beneath what this device decided later, sealed or not", async () => {
    const { text } = await deviceWith(worked()).exported();
    const later = sealList(recordOf(["1", "favorite"]), {
      batchId: "key-b",
      atMs: SEALED + 4,
      automatic: false,
    });
    const other = deviceWith(act(later, [target("3")], "archive", stampAt()) ?? later);
    await other.take(text);
    expect(other.record().batches.map(({ batchId, position }) => [batchId, position])).toEqual([
      ["key-a", 1],
      ["key-b", 2],
    ]);
    const listed = deviceWith(recordOf(["1", "favorite"]));
    await listed.take(text);
    expect(listed.record().actions.get("1")).toMatchObject({ insightStatus: "favorite", base: "archive" });
  });

  it("is refused where it is not this person's, not for this server, damaged, foreign or newer", async () => {
    const { text } = await deviceWith(worked()).exported();
    const refusal = async (content: string, device = deviceWith(EMPTY_OUTBOX)) => {
      const answer = await device.take(content);
      expect(device.record()).toBe(EMPTY_OUTBOX);
      return answer.kind === "refused" ? [answer.why, answer.of] : answer.kind;
    };
    const bob = deviceWith(EMPTY_OUTBOX, { ...ADA, userId: 8 });
    expect(await refusal(text, bob)).toEqual(["otherUser", "ada"]);
    const elsewhere = deviceWith(EMPTY_OUTBOX, { ...ADA, server: "https://other.example.org" });
    expect(await refusal(text, elsewhere)).toEqual(["otherServer", ADA.server]);
    expect(await refusal(text.replace('"archive"', '"favorite"'))).toEqual(["damaged", ""]);
    expect(await refusal(text.slice(0, -30))).toEqual(["damaged", ""]);
    expect(await refusal("name,age\nada,36")).toEqual(["notOurs", ""]);
    expect(await refusal("{}")).toEqual(["notOurs", ""]);
    expect(await refusal(text.replace('"version":1', '"version":2'))).toEqual(["newer", ""]);
    const kiosk = deviceWith(EMPTY_OUTBOX, ADA, { maySave: false });
    expect(await refusal(text, kiosk)).toEqual(["forbidden", ""]);
  });

  it("is never refused for the clock of a phone: it asks where the server may have forgotten the keys [OFF-12]", async () => {
    const day = 86_400_000;
    for (const off of [-121 * day, -2000 * day, 2 * day]) {
      const phone = deviceWith(recordOf(["1", "archive"]));
      phone.clock.advance(off);
      const { text } = await phone.exported();
      const other = deviceWith(EMPTY_OUTBOX);
      expect(await other.take(text)).toEqual({ kind: "asks", count: 1 });
      expect(other.record()).toBe(EMPTY_OUTBOX);
      expect(await other.take(text, true)).toEqual({ kind: "taken", count: 1, known: 0 });
      // Batches that are known already need no question.
      expect(await other.take(text)).toEqual({ kind: "taken", count: 0, known: 1 });
    }
  });

  it("goes beneath what this device decided, whatever the clock of the other says, in the order of the file [OFF-12]", async () => {
    const ahead = deviceWith(worked(), ADA, { ids: countingIds() });
    ahead.clock.advance(7_200_000);
    const { text: first } = await ahead.exported();
    await ahead.add(["2", "archive"]);
    const { text: second } = await ahead.exported();
    const later = sealList(recordOf(["1", "favorite"]), {
      batchId: "own",
      atMs: SEALED - 4,
      automatic: false,
    });
    const other = deviceWith(later);
    await other.take(first);
    await other.take(second);
    expect(batchesOf(other.record())).toEqual([{ 1: "archive" }, { 2: "archive" }, { 1: "favorite" }]);
    expect(other.record().batches.map(({ position }) => position)).toEqual([1, 2, 3]);
  });
});
