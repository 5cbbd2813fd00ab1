import { afterEach, describe, expect, it } from "vitest";
import { BULK_STATUS } from "../../../../src/domain/bulk-update.ts";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import type { OutboxStorage } from "../../../../src/storage/outbox/outbox-storage.ts";
import type { ServerStatuses } from "../../../../src/sync/outbox/create-review-outbox.ts";
import { countingIds, TestClock } from "../../../support/time/test-clock.ts";
import { target } from "../../domain/outbox/outbox-fixtures.ts";
import { openOutbox, type TestOutbox } from "./open-outbox.ts";

/** A store whose disk can be full, and whose writes take until the test lets them through. */
class Disk implements OutboxStorage {
  isNew = () => false;
  full = false;
  written = Promise.resolve();
  #record: OutboxRecord = EMPTY_OUTBOX;
  readonly #listeners = new Set<() => void>();
  current = () => this.#record;
  load = async () => this.#record;
  async change(step: (record: OutboxRecord) => OutboxRecord) {
    await this.written;
    if (this.full) throw new DOMException("The disk is full.", "QuotaExceededError");
    this.#record = step(this.#record);
    for (const listener of this.#listeners) listener();
    return this.#record;
  }
  subscribe(listener: () => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  readonly #clearedListeners = new Set<(restored: boolean) => void>();
  onCleared(listener: (restored: boolean) => void) {
    this.#clearedListeners.add(listener);
    return () => this.#clearedListeners.delete(listener);
  }
  /** What was stored was deleted under the page. */
  clear(restored: boolean) {
    for (const listener of this.#clearedListeners) listener(restored);
  }
  settled = async () => undefined;
  close() {}
}

let outbox: TestOutbox;
afterEach(() => outbox.stop());

function over(disk: Disk, maySave = true, serverStatuses?: ServerStatuses): TestOutbox {
  outbox = openOutbox({
    storage: disk,
    clock: new TestClock(),
    ids: countingIds(),
    maySave,
    isOffline: () => false,
    ...(serverStatuses !== undefined && { serverStatuses }),
  });
  return outbox;
}

/** The server takes the batch at the head of the queue, and ends it. */
async function complete(tab: TestOutbox): Promise<void> {
  const { batchId = "" } = tab.record().batches.find(({ bulk }) => bulk === null) ?? {};
  const bulk = { bulkId: batchId, message: "" };
  await tab.apply("submitBatch", batchId, { ...bulk, status: BULK_STATUS.waiting });
  const news = { ...bulk, status: BULK_STATUS.completed, outcomes: [] };
  await tab.apply("reportBulk", news, () => ({ batchId: "again", waitMs: 0 }));
}

/** An outbox with one action, and a step over two rows that acts once they are read. */
async function whileReading() {
  const tab = over(new Disk());
  await tab.act([target("1")], "archive");
  let read = () => {};
  const rows = new Promise<void>((resolve) => {
    read = resolve;
  });
  const taken = tab.beforeSave(rows.then(() => tab.act([target("2"), target("3")], "favorite")));
  return { tab, rows, read: () => read(), taken };
}

describe("the message that a bulk update is completed", () => {
  it("is put away by the next action, and does not come back over a batch that waits [INS-37]", async () => {
    const tab = over(new Disk());
    await tab.act([target("1")], "archive");
    await tab.save();
    await complete(tab);
    expect(tab.getState().bulk?.status).toBe(BULK_STATUS.completed);
    await tab.act([target("2")], "archive");
    expect(tab.getState().bulk).toBeNull();
    await tab.save();
    expect(tab.getState()).toMatchObject({ bulk: null, unsentCount: 1 });
    await complete(tab);
    expect(tab.getState().bulk?.status).toBe(BULK_STATUS.completed);
  });

  it("is put away by what is sealed without a Save", async () => {
    const tab = over(new Disk());
    await tab.act([target("1")], "archive");
    await tab.save();
    await complete(tab);
    const write = { subject: "a", deviceId: "cam-1", value: "resolved", base: "new" };
    await tab.enqueue("alertStatus", [write]);
    expect(tab.getState().bulk).toBeNull();
  });

  it("is not said over what was done while it ran", async () => {
    const tab = over(new Disk());
    await tab.act([target("1")], "archive");
    await tab.save();
    await tab.act([target("2")], "archive");
    await complete(tab);
    expect(tab.getState()).toMatchObject({ bulk: null, unsentCount: 1 });
  });

  it("waits for the last of several [INS-40]", async () => {
    const tab = over(new Disk());
    for (const insightId of ["1", "2"]) {
      await tab.act([target(insightId)], "archive");
      await tab.save();
    }
    await complete(tab);
    expect(tab.getState().bulk?.status).toBe(BULK_STATUS.waiting);
    await complete(tab);
    expect(tab.getState().bulk?.status).toBe(BULK_STATUS.completed);
  });
});

describe("the outbox that screens use", () => {
  it("answers only once an action is stored [OFF-15]", async () => {
    const disk = new Disk();
    let write = () => {};
    disk.written = new Promise((resolve) => {
      write = resolve;
    });
    const tab = over(disk);
    let answered = false;
    const acted = tab.act([target("1")], "archive").then((result) => {
      answered = true;
      return result;
    });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(answered).toBe(false);
    write();
    expect(await acted).toBe("taken");
    expect(tab.getState().unsaved).toHaveLength(1);
  });

  it("says so when it cannot store, takes nothing, keeps what was stored, and recovers", async () => {
    const disk = new Disk();
    const tab = over(disk);
    await tab.act([target("1")], "archive");
    disk.full = true;
    expect(await tab.act([target("2")], "archive")).toBe("failed");
    expect(await tab.undo()).toEqual({ insightIds: [], left: 0, inverse: 0 });
    await tab.save();
    expect(tab.getState()).toMatchObject({ storageError: true, unsaved: [{ insightId: "1" }], batches: [] });
    disk.full = false;
    expect(await tab.act([target("2")], "archive")).toBe("taken");
    expect(tab.getState().storageError).toBe(false);
    expect(tab.getState().unsaved).toHaveLength(2);
  });

  it("saves what is being taken when it is asked to, also of a step that reads before it acts or fails", async () => {
    const { tab, rows, read, taken } = await whileReading();
    const failed = tab.beforeSave(rows.then(() => Promise.reject(new Error("unread"))));
    const saved = tab.save();
    read();
    expect(await taken).toBe("taken");
    await expect(failed).rejects.toThrow("unread");
    expect(await saved).toBe(3);
    expect(tab.getState()).toMatchObject({ unsaved: [], batches: [{ count: 3 }] });
    expect(await tab.save()).toBe(0);
  });

  it("undoes what was asked for last, also while it is still being read", async () => {
    const { tab, read, taken } = await whileReading();
    const undone = tab.undo();
    const saved = tab.save();
    read();
    expect(await taken).toBe("taken");
    expect((await undone).insightIds).toEqual(["2", "3"]);
    expect(await saved).toBe(1);
  });

  it("takes a step that the cap refused over the statuses of now, but for what was decided since", async () => {
    const statuses: ServerStatuses = async () =>
      new Map([
        ["1", "acknowledge" as const],
        ["3", "none" as const],
      ]);
    const disk = new Disk();
    const tab = over(disk, true, statuses);
    await tab.act([target("2")], "favorite");
    const targets = [
      { ...target("1", "acknowledge"), serverStatus: "none" as const },
      target("2"),
      target("3"),
    ];
    expect(await tab.countUnchanged(targets)).toBe(2);
    disk.full = true;
    expect(await tab.actPastCap(targets, "archive")).toBe(0);
    disk.full = false;
    expect(await tab.actPastCap(targets, "archive")).toBe(2);
    expect(tab.getState().unsaved).toMatchObject([
      { insightId: "2", insightStatus: "favorite" },
      { insightId: "1", insightStatus: "archive", base: "acknowledge" },
      { insightId: "3", insightStatus: "archive", base: "none" },
    ]);
    expect(await over(disk, false).actPastCap(targets, "favorite")).toBe(0);
  });

  it("takes it over what the person saw where the mirror cannot be read", async () => {
    const tab = over(new Disk(), true, () => Promise.reject(new Error("unread")));
    const seen = { ...target("1", "acknowledge"), serverStatus: "none" as const };
    expect(await tab.actPastCap([seen], "archive")).toBe(1);
    expect(tab.getState().unsaved).toMatchObject([{ base: "acknowledge" }]);
  });

  it("refuses the restricted role's actions, undo, save and resend [ROLE-04]", async () => {
    const disk = new Disk();
    await over(disk).act([target("1")], "archive");
    const tab = over(disk, false);
    expect(await tab.act([target("2")], "archive")).toBe("forbidden");
    expect(await tab.undo()).toEqual({ insightIds: [], left: 0, inverse: 0 });
    await tab.save();
    await tab.resend();
    await tab.sealOfflineList();
    expect(tab.getState()).toMatchObject({ unsaved: [{ insightId: "1" }], batches: [] });
  });

  it("counts what the server has not confirmed, sealed or not", async () => {
    const tab = over(new Disk());
    await tab.act([target("1"), target("2")], "archive");
    await tab.save();
    await tab.act([target("3")], "archive");
    expect(tab.getState()).toMatchObject({ unsentCount: 3, batches: [{ count: 2, phase: "sealed" }] });
  });
});
