import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INSIGHT_STATUSES, type InsightStatus } from "../../../src/domain/insight.ts";
import { EMPTY_OUTBOX, type OutboxRecord } from "../../../src/storage/outbox-record.ts";
import { acceptBatch, hearOfBulk, sealList, settleRound } from "../../../src/sync/outbox-batches.ts";
import { act, cancelAll, redo, undo } from "../../../src/sync/outbox-list.ts";
import { overlayOf } from "../../../src/sync/outbox-state.ts";
import { stampAt, target } from "./outbox-fixtures.ts";

const INSIGHTS = ["1", "2", "3", "4", "5"];
type View = Record<string, InsightStatus>;

/** One person, one server, and the sequence that a test makes up. */
class World {
  record: OutboxRecord = EMPTY_OUTBOX;
  server = new Map<string, InsightStatus>();
  /** The mirror follows the server when a round ends. */
  mirror = new Map<string, InsightStatus>();
  /** What was shown before each step that can be undone, and after each that can be redone. */
  undoable: View[] = [];
  redoable: View[] = [];
  keys = 0;

  view(): View {
    const overlay = overlayOf(this.record);
    return Object.fromEntries(INSIGHTS.map((id) => [id, overlay.get(id) ?? this.mirror.get(id) ?? "none"]));
  }

  key(): string {
    this.keys += 1;
    return `key-${this.keys}`;
  }

  /** The oldest batch that is not done; the server sees nothing else. */
  head() {
    return this.record.batches.find(({ bulk }) => bulk?.status !== 2);
  }
}

type Command = (world: World) => void;

const actCommand = fc
  .tuple(fc.subarray(INSIGHTS, { minLength: 1 }), fc.constantFrom(...INSIGHT_STATUSES))
  .map(([ids, status]): Command => {
    return (world) => {
      const before = world.view();
      const targets = ids.map((id) => target(id, before[id] ?? "none"));
      const next = act(world.record, targets, status, stampAt());
      if (next === null) throw new Error("five insights never fill the list");
      if (next !== world.record) {
        world.undoable.push(before);
        world.redoable = [];
      }
      world.record = next;
      for (const id of ids) expect(world.view()[id]).toBe(status);
    };
  });

const undoCommand: Command = (world) => {
  const shown = world.view();
  const stepped = undo(world.record, stampAt());
  const expected = world.undoable.pop();
  expect(stepped === null).toBe(expected === undefined);
  if (stepped === null) return;
  world.record = stepped.record;
  world.redoable.push(shown);
  expect(world.view()).toEqual(expected);
};

const redoCommand: Command = (world) => {
  const shown = world.view();
  const stepped = redo(world.record, stampAt());
  const expected = world.redoable.pop();
  expect(stepped === null).toBe(expected === undefined);
  if (stepped === null) return;
  world.record = stepped.record;
  world.undoable.push(shown);
  expect(world.view()).toEqual(expected);
};

const cancelCommand: Command = (world) => {
  const before = world.view();
  const next = cancelAll(world.record);
  if (next !== world.record) {
    world.undoable.push(before);
    world.redoable = [];
  }
  world.record = next;
  expect(world.record.actions.size).toBe(0);
};

/** What the outbox does by itself must never change what a person sees. */
const unseen =
  (command: Command): Command =>
  (world) => {
    const before = world.view();
    command(world);
    expect(world.view()).toEqual(before);
  };

const sealCommand = fc.boolean().map((automatic) =>
  unseen((world) => {
    world.record = sealList(world.record, { batchId: world.key(), atMs: 0, automatic });
  }),
);
const acceptCommand = unseen((world) => {
  const head = world.head();
  if (head === undefined || head.bulk !== null) return;
  world.record = acceptBatch(world.record, head.batchId, { bulkId: head.batchId, message: "", status: 3 });
});
const completeCommand = unseen((world) => {
  const head = world.head();
  if (head?.bulk == null) return;
  for (const action of head.actions) world.server.set(action.insightId, action.insightStatus);
  const news = { bulkId: head.bulk.bulkId, status: 2 as const, message: "", outcomes: [] };
  world.record = hearOfBulk(world.record, news, { batchId: world.key(), atMs: 0 });
});
const blockCommand = unseen((world) => {
  const head = world.head();
  if (head?.bulk == null) return;
  const news = { bulkId: head.bulk.bulkId, status: 4 as const, message: "", outcomes: [] };
  world.record = hearOfBulk(world.record, news, { batchId: world.key(), atMs: 0 });
});
const pullCommand = unseen((world) => {
  const done = world.record.batches.flatMap(({ bulk }) => (bulk?.status === 2 ? [bulk.bulkId] : []));
  world.mirror = new Map(world.server);
  world.record = settleRound(world.record, new Set(done), 2);
});
/** The page dies: only what is stored comes back. */
const crashCommand = unseen((world) => {
  const { actions, ...rest } = world.record;
  const stored = structuredClone({ ...rest, actions: [...actions.values()] });
  world.record = { ...stored, actions: new Map(stored.actions.map((action) => [action.insightId, action])) };
});

const command = fc.oneof(
  { weight: 6, arbitrary: actCommand },
  { weight: 2, arbitrary: sealCommand },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      undoCommand,
      redoCommand,
      cancelCommand,
      acceptCommand,
      acceptCommand,
      completeCommand,
      blockCommand,
      pullCommand,
      crashCommand,
    ),
  },
);

describe("the outbox, whatever happens to it", () => {
  it("shows what the person decided, undoes to what was shown, and ends with the server having it [OFF-14, OFF-18]", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const world = new World();
        for (const run of commands) {
          run(world);
          for (const { insightStatus, base } of world.record.actions.values()) {
            expect(insightStatus).not.toBe(base);
          }
        }
        const wanted = world.view();
        world.record = sealList(world.record, { batchId: world.key(), atMs: 0, automatic: false });
        while (world.head() !== undefined) {
          acceptCommand(world);
          completeCommand(world);
        }
        pullCommand(world);
        pullCommand(world);
        expect(world.record.batches).toEqual([]);
        expect(overlayOf(world.record).size).toBe(0);
        expect(Object.fromEntries(INSIGHTS.map((id) => [id, world.server.get(id) ?? "none"]))).toEqual(
          wanted,
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
