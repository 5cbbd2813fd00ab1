import { describe, expect, it } from "vitest";
import type { InsightStatus } from "../../../../src/domain/insight/insight.ts";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import { sealFullLists } from "../../../../src/domain/outbox/overflow.ts";
import { unchangedTargets } from "../../../../src/domain/outbox/unchanged-targets.ts";
import { actPastCap } from "../../../../src/domain/outbox/unsaved-list.ts";
import { batchesOf, listOf, recordOf, stampAt, target } from "./outbox-fixtures.ts";

const at = (server: Record<string, InsightStatus> = {}) => ({
  ...stampAt(),
  serverStatusOf: (insightId: string) => server[insightId],
});
let keys = 0;
const take = sealFullLists({ atMs: 0, automatic: false }, () => {
  keys += 1;
  return `key-${keys}`;
});
const archived = (record: OutboxRecord, targets: readonly ReturnType<typeof target>[], stamp = at()) =>
  actPastCap(record, targets, "archive", stamp, take);

describe("a step past the cap, taken some time after it was refused", () => {
  it("is laid over the server's status of now, where the person has saved in between [INS-47]", () => {
    const then = { ...target("1", "acknowledge"), serverStatus: "none" as const };
    const taken = archived(EMPTY_OUTBOX, [then], at({ 1: "acknowledge" }));
    expect(taken?.count).toBe(1);
    expect(taken?.record.actions.get("1")).toMatchObject({ insightStatus: "archive", base: "acknowledge" });
  });

  it("is laid over what the person saw, where the server's status of now is not known", () => {
    const then = { ...target("1", "acknowledge"), serverStatus: "none" as const };
    expect(archived(EMPTY_OUTBOX, [then])?.record.actions.get("1")?.base).toBe("acknowledge");
  });

  it("leaves out what was decided since, unsaved, saved or by another person", () => {
    const decided = recordOf(["1", "favorite"]);
    const targets = [target("1"), target("2"), target("3"), target("4", "favorite")];
    const stamp = at({ 1: "none", 2: "acknowledge", 3: "none", 4: "favorite" });
    expect(
      unchangedTargets(decided, targets, stamp.serverStatusOf).map(({ insightId }) => insightId),
    ).toEqual(["3", "4"]);
    const taken = archived(decided, targets, stamp);
    expect(taken?.count).toBe(2);
    expect(taken && listOf(taken.record)).toEqual({ 1: "favorite", 3: "archive", 4: "archive" });
  });

  it("takes what was decided and taken back since", () => {
    const back = recordOf(["1", "favorite"], ["1", "none"]);
    expect(archived(back, [target("1")])?.count).toBe(1);
  });

  it("seals the list first, and then itself, a thousand at a time", () => {
    const many = Array.from({ length: 1_200 }, (_, index) => target(`m${index}`));
    const taken = archived(recordOf(["1", "favorite"]), many);
    expect(taken?.count).toBe(1_200);
    expect(taken && batchesOf(taken.record).map((batch) => Object.keys(batch).length)).toEqual([
      1, 1_000, 200,
    ]);
    expect(taken?.record.actions.size).toBe(0);
    expect(taken?.record.steps.at(-1)?.changes).toHaveLength(1_200);
  });
});
