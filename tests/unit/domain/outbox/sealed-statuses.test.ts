import { describe, expect, it } from "vitest";
import { wasSaid } from "../../../../src/domain/outbox/list-changes.ts";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../../src/domain/outbox/outbox-record.ts";
import { rebasedBatches, rebasedList } from "../../../../src/domain/outbox/rebase.ts";
import { withFacts, withSettledKeys } from "../../../../src/domain/outbox/record-changes.ts";
import { sealAll, sealList, sealOfflineList } from "../../../../src/domain/outbox/seal.ts";
import { sealedIn, shownIn, statusSealed } from "../../../../src/domain/outbox/sealed-statuses.ts";
import { statusesNeeded } from "../../../../src/domain/outbox/statuses-needed.ts";
import { undo } from "../../../../src/domain/outbox/undo-redo.ts";
import { act, cancelAll } from "../../../../src/domain/outbox/unsaved-list.ts";
import { batchesOf, listOf, recordOf, stampAt, target } from "./outbox-fixtures.ts";

const seal = (record: OutboxRecord, batchId: string, automatic = false) =>
  sealList(record, { batchId, atMs: 0, automatic });
const then = (record: OutboxRecord, insightId: string, status: "archive" | "favorite" | "none") =>
  act(record, [target(insightId)], status, stampAt()) ?? EMPTY_OUTBOX;

describe("the status that sealed batches give an insight", () => {
  it("is that of the latest batch, by whichever way it is looked up", () => {
    let record = EMPTY_OUTBOX;
    for (let at = 0; at < 40; at += 1) {
      const both = then(then(record, `${at}`, "archive"), "again", at % 2 === 0 ? "archive" : "favorite");
      record = seal(both, `key-${at}`);
    }
    for (const lookups of [1, 100]) {
      const sealed = sealedIn(record, lookups);
      expect([sealed("0"), sealed("39"), sealed("again"), sealed("never")]).toEqual([
        "archive",
        "archive",
        "favorite",
        undefined,
      ]);
    }
    expect(statusSealed(record, "again")).toBe("favorite");
  });

  it("is hidden by the list", () => {
    const record = then(seal(recordOf(["1", "archive"], ["2", "archive"]), "a"), "1", "favorite");
    const shown = shownIn(record, 1);
    expect([shown("1"), shown("2"), shown("3")]).toEqual(["favorite", "archive", undefined]);
  });
});

describe("what has to be looked up before an undo or a redo", () => {
  it("is the server's status of insights that the outbox does not name any more", () => {
    const sealed = seal(recordOf(["1", "archive"]), "a");
    expect(statusesNeeded(sealed, "undo")).toEqual([]);
    expect(statusesNeeded({ ...sealed, batches: [] }, "undo")).toEqual(["1"]);
    expect(statusesNeeded(EMPTY_OUTBOX, "undo")).toEqual([]);
    expect(statusesNeeded(sealed, "redo")).toEqual([]);
    expect(statusesNeeded(undo(sealed, stampAt())?.record ?? EMPTY_OUTBOX, "redo")).toEqual(["1"]);
  });

  it("is that of insights whose status this person set, which shows whatever lies beneath", () => {
    const undone = undo(recordOf(["1", "archive"]), stampAt())?.record ?? EMPTY_OUTBOX;
    expect(statusesNeeded(undone, "redo")).toEqual(["1"]);
    expect(statusesNeeded(then(undone, "2", "archive"), "redo")).toEqual([]);
    expect(statusesNeeded(recordOf(["1", "archive"]), "undo")).toEqual([]);
    expect(statusesNeeded(recordOf(["1", "archive"], ["1", "favorite"]), "undo")).toEqual(["1"]);
    expect(statusesNeeded(cancelAll(recordOf(["1", "archive"])), "undo")).toEqual(["1"]);
  });

  it("follows from which sides of a change are statuses that this person set", () => {
    const change = { insightId: "1", deviceId: "cam-1", before: "none", after: "archive" } as const;
    const sides = (said?: "both" | "before") => {
      const one = said === undefined ? change : { ...change, said };
      return [wasSaid(one, "before"), wasSaid(one, "after")];
    };
    expect([sides(), sides("both"), sides("before")]).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    const twice = recordOf(["1", "archive"], ["1", "favorite"]);
    expect(twice.steps.map(({ changes }) => changes[0]?.said)).toEqual([undefined, "both"]);
    expect(cancelAll(twice).steps.at(-1)?.changes[0]?.said).toBe("before");
  });
});

describe("sealing", () => {
  it("takes only what came back from a blocked bulk update, where that is asked for", () => {
    const list = recordOf(["1", "archive"], ["2", "archive"]);
    const [one, two] = [...list.actions.values()];
    if (one === undefined || two === undefined) throw new Error("refused");
    const record = {
      ...list,
      actions: new Map([
        ["1", { ...one, returned: true }],
        ["2", two],
      ]),
    };
    const sealed = sealList(record, { batchId: "a", atMs: 0, automatic: false, onlyReturned: true });
    expect([batchesOf(sealed), listOf(sealed)]).toEqual([[{ 1: "archive" }], { 2: "archive" }]);
  });

  it("ends a wait after a blocked bulk update where a person asks for it, also with an empty list", () => {
    const held = (record: OutboxRecord) => withFacts(record, { waitMs: 50 });
    expect(seal(held(EMPTY_OUTBOX), "a").facts.waitMs).toBeNull();
    expect(seal(held(EMPTY_OUTBOX), "a").batches).toEqual([]);
    expect(seal(held(recordOf(["1", "archive"])), "a").facts.waitMs).toBeNull();
    expect(seal(held(recordOf(["1", "archive"])), "a", true).facts.waitMs).toBe(50);
  });

  it("on reconnection takes the whole list where one action of it was made offline, and notes how many", () => {
    const online = recordOf(["1", "archive"]);
    let keys = 0;
    const newKey = () => {
      keys += 1;
      return `key-${keys}`;
    };
    expect(sealOfflineList(online, 9, newKey)).toBe(online);
    const offline = act(online, [target("2")], "archive", stampAt(0, true)) ?? EMPTY_OUTBOX;
    const sealed = sealOfflineList(offline, 9, newKey);
    expect(sealed.batches).toMatchObject([{ batchId: "key-1", automatic: true, sealedAtMs: 9 }]);
    expect([sealed.actions.size, sealed.facts.autoSentCount]).toEqual([0, 2]);
  });

  it("of a list longer than a batch makes as many batches as it takes, numbered on", () => {
    const list = recordOf(
      ...Array.from({ length: 1000 }, (_, at): [string, "archive"] => [`${at}`, "archive"]),
    );
    const returned = { ...list, actions: new Map(list.actions) };
    const last = [...list.actions.values()].at(-1);
    if (last === undefined) throw new Error("refused");
    returned.actions.set("one more", { ...last, insightId: "one more" });
    let keys = 0;
    const sealed = sealAll(returned, { atMs: 0, automatic: false }, () => {
      keys += 1;
      return `key-${keys}`;
    });
    expect(
      sealed.batches.map(({ batchId, position, actions }) => [batchId, position, actions.length]),
    ).toEqual([
      ["key-1", 1, 1000],
      ["key-2", 2, 1],
    ]);
  });
});

describe("a record", () => {
  it("stays the same one while no fact of it changes", () => {
    const facts = {
      blocked: { bulkId: "9", message: "Blocked." },
      waitMs: 5,
      autoSentCount: 2,
      sealedSeq: 3,
    };
    const record = { ...EMPTY_OUTBOX, facts };
    expect(withFacts(record, { ...facts })).toBe(record);
    expect(withFacts(record, {})).toBe(record);
    for (const change of [{ blocked: null }, { waitMs: 6 }, { autoSentCount: 0 }, { sealedSeq: 4 }]) {
      expect(withFacts(record, change).facts).toEqual({ ...facts, ...change });
    }
  });

  it("remembers the last 5,000 keys that left the queue", () => {
    const keys = Array.from({ length: 5_000 }, (_, at) => `key-${at}`);
    const { settledKeys } = withSettledKeys(
      withSettledKeys(EMPTY_OUTBOX, ["first", "second"]),
      keys.slice(1),
    );
    expect([settledKeys.length, settledKeys[0], settledKeys.at(-1)]).toEqual([5_000, "second", "key-4999"]);
  });
});

describe("a rebase", () => {
  const failedIn = (record: OutboxRecord) => [...record.actions.values()];

  it("moves the first later batch with an insight, and leaves batches after it and other insights as they are", () => {
    const failed = failedIn(recordOf(["1", "archive", "favorite"]));
    const first = seal(recordOf(["1", "none", "archive"], ["2", "archive"]), "a");
    const second = seal(then(first, "1", "archive"), "b");
    const third = seal(then(second, "3", "archive"), "c");
    const later = rebasedBatches(third.batches, failed);
    const bases = later.map(({ actions }) =>
      actions.map((action) => ("base" in action ? action.base : null)),
    );
    expect(bases).toEqual([["favorite", "none"], ["none"], ["none"]]);
    expect(later[1]).toBe(third.batches[1]);
    expect(later[2]).toBe(third.batches[2]);
  });

  it("moves actions of the list that no later batch covers, and removes those that then equal their base", () => {
    const failed = failedIn(recordOf(["1", "archive"], ["2", "archive"], ["3", "archive"]));
    const batch = seal(recordOf(["2", "favorite", "archive"]), "b");
    const list = recordOf(["1", "none", "archive"], ["4", "archive"], ["3", "favorite", "archive"]);
    const over = act(batch, [target("2")], "archive", stampAt());
    const actions = new Map([...list.actions, ...(over?.actions ?? [])]);
    const rebased = rebasedList({ ...batch, actions }, failed);
    expect(rebased.map(({ insightId, base }) => `${insightId} over ${base}`)).toEqual([
      "4 over none",
      "3 over none",
      "2 over favorite",
    ]);
  });
});
