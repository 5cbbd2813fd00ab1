import {
  BULK_STATUS,
  BULK_UPDATE_CAP,
  type BulkStatus,
  isFinalBulkStatus,
} from "../../../../src/domain/bulk-update.ts";
import type { InsightStatus } from "../../../../src/domain/insight/insight.ts";
import type { ActionStamp } from "../../../../src/domain/outbox/list-changes.ts";
import {
  EMPTY_OUTBOX,
  isStatusBatch,
  type OutboxRecord,
  type StatusBatch,
} from "../../../../src/domain/outbox/outbox-record.ts";
import { sealFullLists } from "../../../../src/domain/outbox/overflow.ts";
import { overlayOf, stateOf } from "../../../../src/domain/outbox/projection.ts";
import { nextTask } from "../../../../src/domain/outbox/queue-task.ts";
import { statusesNeeded } from "../../../../src/domain/outbox/statuses-needed.ts";
import { apply } from "../../../../src/domain/outbox/transitions.ts";
import type { Stepped } from "../../../../src/domain/outbox/undo-redo.ts";
import type { StatusTarget } from "../../../../src/domain/outbox/unsaved-list.ts";
import { stampAt } from "./outbox-fixtures.ts";

/** A bulk update at the server. */
interface Bulk {
  bulkId: string;
  key: string;
  items: StatusBatch["actions"];
  status: BulkStatus;
  /** When its status last changed. */
  seq: number;
}

/** A pull on its way: what it will bring was decided when it began. */
interface Round {
  target: number;
  doneBefore: ReadonlySet<string>;
}

/** The shown statuses of some insights, and the server state on which they were based. */
type Looks = ReadonlyMap<string, { status: InsightStatus; seq: number }>;
/** The shown statuses before and after a step. */
type Step = Readonly<Record<"before" | "after", Looks>>;

/**
 * One person's outbox in several tabs, the server with its own tables, somebody else who acts too, and between
 * them a network that loses, repeats and delays. It states the promise in its own words and checks it after
 * every step: it keeps its own books and asks the product only for what it shows and sends.
 */
export class OutboxWorld {
  record: OutboxRecord = EMPTY_OUTBOX;
  readonly insights: readonly string[];
  /** The server: status of each insight, since when, and every change that this person made. */
  readonly #rows = new Map<string, { status: InsightStatus; seq: number }>();
  readonly #bulks: Bulk[] = [];
  readonly #applied = new Map<string, number>();
  #seq = 0;
  /** The statuses that this device has received, and the server state of each. */
  readonly #mirror = new Map<string, { status: InsightStatus; seq: number }>();
  #round: Round | null = null;
  #rounds = 0;
  /** In which round an insight was last replaced by somebody else while the round was on its way. */
  readonly #replacedIn = new Map<string, number>();
  /** The person: the last word on each insight, and every word in order. */
  readonly #said = new Map<string, InsightStatus>();
  readonly #words = new Map<string, InsightStatus[]>();
  /** Since when the server has what it was sent last of an insight. */
  readonly #landed = new Map<string, number>();
  /** When the last word was applied. */
  readonly #doneAt = new Map<string, number>();
  /**
   * Received statuses beneath actions that are not applied yet: an action back to one of these withdraws the earlier
   * action.
   */
  readonly #ground = new Map<string, Set<InsightStatus>>();
  /** Insights on which somebody else acted. */
  readonly #others = new Set<string>();
  readonly #history = new Map<string, InsightStatus[]>();
  #offered: { targets: readonly StatusTarget[]; status: InsightStatus } | null = null;
  #undoable: Step[] = [];
  #redoable: Step[] = [];
  #keys = 0;

  constructor(insights: number) {
    this.insights = Array.from({ length: insights }, (_, index) => String(index + 1));
    for (const id of this.insights) {
      this.#rows.set(id, { status: "none", seq: 0 });
      this.#mirror.set(id, { status: "none", seq: 0 });
    }
  }

  shown(id: string): InsightStatus {
    return overlayOf(this.record).get(id) ?? this.#mirror.get(id)?.status ?? "none";
  }

  act(ids: readonly string[], status: InsightStatus): void {
    const before = this.#view();
    const targets = ids.map((insightId) => ({
      insightId,
      deviceId: "cam-1",
      base: before.get(insightId) ?? "none",
      serverStatus: this.#mirror.get(insightId)?.status ?? "none",
    }));
    const next = apply(this.record, "act", targets, status, stampAt());
    if (next === null) {
      const added = ids.filter((id) => !this.record.actions.has(id)).length;
      must(this.record.actions.size + added > BULK_UPDATE_CAP, "an action was refused though there was room");
      return;
    }
    this.record = next;
    for (const id of ids) must(this.shown(id) === status, "what was just said is not shown");
    this.#acted(ids, status, before);
  }

  /** A step that the cap refused, with what the person saw of it. */
  offer(ids: readonly string[], status: InsightStatus): void {
    const view = this.#view();
    const targets = ids.map((insightId) => ({
      insightId,
      deviceId: "cam-1",
      base: view.get(insightId) ?? "none",
      serverStatus: this.#mirror.get(insightId)?.status ?? "none",
    }));
    this.#offered = { targets, status };
  }

  /** The person agrees to it, after whatever came between. */
  takeOffer(): void {
    if (this.#offered === null) return;
    const { targets, status } = this.#offered;
    this.#offered = null;
    const before = this.#view();
    const at = {
      ...stampAt(),
      serverStatusOf: this.#serverStatusOf(targets.map(({ insightId }) => insightId)),
    };
    const take = sealFullLists({ atMs: 0, automatic: false }, () => this.key());
    const taken = apply(this.record, "actPastCap", targets, status, at, take);
    must(taken !== null, "a step was refused that the person had agreed to");
    if (taken === null) return;
    this.record = taken.record;
    const ids = targets.flatMap(({ insightId, base }) => (before.get(insightId) === base ? [insightId] : []));
    must(taken.count === ids.length, `${taken.count} insights were counted instead of ${ids.length}`);
    for (const id of ids) must(this.shown(id) === status, "what was agreed to is not shown");
    for (const { insightId } of targets)
      must(
        ids.includes(insightId) || this.shown(insightId) === before.get(insightId),
        "a newer decision is lost",
      );
    this.#acted(ids, status, before);
  }

  #acted(ids: readonly string[], status: InsightStatus, before: ReadonlyMap<string, InsightStatus>): void {
    const changed = ids.filter((id) => before.get(id) !== status);
    if (changed.length === 0) return;
    this.#undoable.push({ before: this.#asOf(changed, before), after: this.#asOf(changed, this.#view()) });
    this.#redoable = [];
    for (const id of changed) this.#say(id, status, before);
  }

  undo(): void {
    const before = this.#view();
    const stepped = apply(this.record, "undo", this.#stampFor("undo"));
    this.#step("before", before, stepped, this.#undoable, this.#redoable);
  }

  redo(): void {
    const before = this.#view();
    const stepped = apply(this.record, "redo", this.#stampFor("redo"));
    this.#step("after", before, stepped, this.#redoable, this.#undoable);
  }

  cancel(): void {
    const before = this.#view();
    const ids = [...this.record.actions.keys()];
    this.record = apply(this.record, "cancelAll", this.#serverStatusOf(ids));
    must(this.record.actions.size === 0, "something is left of a list that was cancelled");
    if (ids.length === 0) return;
    this.#undoable.push({ before: this.#asOf(ids, before), after: this.#asOf(ids, this.#view()) });
    this.#redoable = [];
    for (const id of ids) this.#withdraw(id, before);
  }

  seal(automatic: boolean): void {
    const list = [...this.record.actions.values()];
    this.record = apply(this.record, "sealList", { batchId: this.key(), atMs: 0, automatic });
    if (list.length === 0) return;
    const sealed = this.record.batches.filter(isStatusBatch).at(-1)?.actions ?? [];
    must(sealed.length <= BULK_UPDATE_CAP, "a batch holds more than the server takes");
    must(
      list.slice(0, BULK_UPDATE_CAP).every((action, at) => action === sealed[at]),
      "a batch does not hold the oldest actions in their order",
    );
  }

  /** The queue sends; the request or its answer may be lost. */
  send(fate: "arrives" | "isLost" | "answerIsLost"): void {
    const task = nextTask(this.record, () => true);
    if (task.kind !== "send" || fate === "isLost" || !isStatusBatch(task.batch)) return;
    const { batchId, actions } = task.batch;
    const bulkId = this.#receive(batchId, actions);
    if (fate === "arrives")
      this.record = apply(this.record, "submitBatch", batchId, { bulkId, message: "", status: 3 });
  }

  /** An answer of another tab's try arrives late, or a try is repeated by the network itself. */
  sendAgain(pick: number): void {
    const bulk = this.#bulks[pick % Math.max(1, this.#bulks.length)];
    if (bulk === undefined) return;
    const { bulkId, key } = bulk;
    if (this.record.batches.some(({ batchId }) => batchId === key))
      this.record = apply(this.record, "submitBatch", key, { bulkId, message: "", status: 3 });
  }

  /** The server works on the bulk update that came first. */
  work(ending: "completed" | "blocked" | "processing"): void {
    const bulk = this.#bulks.find(({ status }) => !isFinalBulkStatus(status));
    if (bulk === undefined || (ending === "blocked" && bulk.status === BULK_STATUS.processing)) return;
    this.#seq += 1;
    bulk.seq = this.#seq;
    bulk.status = BULK_STATUS[ending];
    if (ending !== "completed") return;
    for (const { insightId, insightStatus, base, id } of bulk.items) {
      must(
        this.#rows.get(insightId)?.status === base || this.#others.has(insightId),
        `insight ${insightId}: a conflict of the person with their own work`,
      );
      this.#applied.set(id, (this.#applied.get(id) ?? 0) + 1);
      if (this.#rows.get(insightId)?.status !== insightStatus) {
        this.#rows.set(insightId, { status: insightStatus, seq: this.#seq });
        this.#history.set(insightId, [...(this.#history.get(insightId) ?? []), insightStatus]);
      }
      this.#ground.set(insightId, new Set([insightStatus]));
      const landed = this.#rows.get(insightId)?.seq ?? 0;
      this.#landed.set(insightId, landed);
      if (this.#said.get(insightId) === insightStatus) this.#doneAt.set(insightId, landed);
    }
  }

  /**
   * Somebody else acts at the server. Not on one insight in two rounds on end, each time between two pages of the
   * round: for that the app would have to wait for a third.
   */
  other(id: string, status: InsightStatus): void {
    if (this.#round !== null) {
      if (this.#replacedIn.get(id) === this.#rounds - 1) return;
      this.#replacedIn.set(id, this.#rounds);
    }
    this.#seq += 1;
    this.#others.add(id);
    this.#rows.set(id, { status, seq: this.#seq });
  }

  /** The queue asks what became of a bulk update; the answer may be an old one. */
  poll(isStale: boolean): void {
    for (const { bulk } of this.record.batches.slice(0, 1)) {
      const there = this.#bulks.find(({ bulkId }) => bulkId === bulk?.bulkId);
      if (there !== undefined) this.#hear(there.bulkId, isStale ? BULK_STATUS.waiting : there.status);
    }
  }

  /** The server lost what it knew of the keys since a backup, and forgets one that it had not begun. */
  forget(): void {
    const at = this.#bulks.findIndex(({ status }) => status === BULK_STATUS.waiting);
    const [bulk] = at === -1 ? [] : this.#bulks.splice(at, 1);
    if (bulk !== undefined) this.record = apply(this.record, "forgetBulk", bulk.bulkId);
  }

  beginPull(): void {
    const doneBefore = new Set(
      this.record.batches.flatMap(({ bulk }) =>
        bulk?.status === BULK_STATUS.completed ? [bulk.bulkId] : [],
      ),
    );
    this.#round ??= { target: this.#seq, doneBefore };
  }

  /** Rows that were replaced since the round began come with the next one. */
  endPull(): void {
    if (this.#round === null) return;
    const { target, doneBefore } = this.#round;
    this.#round = null;
    this.#rounds += 1;
    for (const [id, row] of this.#rows) if (row.seq <= target) this.#mirror.set(id, { ...row });
    const counted = new Set(doneBefore);
    for (const bulk of this.#bulks) {
      if (bulk.seq > target || !this.record.batches.some((batch) => batch.bulk?.bulkId === bulk.bulkId))
        continue;
      if (bulk.status === BULK_STATUS.completed) counted.add(bulk.bulkId);
      this.#hear(bulk.bulkId, bulk.status);
    }
    this.record = apply(this.record, "settleRound", counted, 2);
  }

  /** All pages die, with the pull that was on its way; what is stored comes back as the store reads it. */
  crash(): void {
    this.#round = null;
    this.#offered = null;
    const { actions, ...rest } = this.record;
    const stored = structuredClone({ ...rest, actions: [...actions.values()] });
    stored.actions.sort((a, b) => a.place - b.place);
    this.record = { ...stored, actions: new Map(stored.actions.map((action) => [action.insightId, action])) };
  }

  /** Lets all come to rest without any more trouble. */
  rest(): void {
    for (let turn = 0; this.record.actions.size + this.record.batches.length > 0; turn += 1) {
      must(turn < 500, "the outbox never empties");
      if (this.record.actions.size > 0) this.seal(false);
      this.send("arrives");
      this.work("completed");
      this.poll(false);
      this.beginPull();
      this.endPull();
      this.check();
    }
  }

  /** The promise. */
  check(): void {
    const overlay = overlayOf(this.record);
    for (const id of this.insights) {
      const word = this.#said.get(id);
      const waiting = overlay.get(id);
      if (waiting !== undefined) {
        must(waiting === word, `insight ${id} is shown as ${waiting}, but ${word} was said`);
        continue;
      }
      // Nothing waits: then it was withdrawn, or the mirror is not older than its end at the server.
      const told = this.#mirror.get(id);
      if (word === undefined || told === undefined) continue;
      const done = this.#doneAt.get(id);
      if (done === undefined)
        must(
          told.status === word || this.#ground.get(id)?.has(word) === true,
          `insight ${id}: ${word} was said, and is gone`,
        );
      else must(told.seq >= done, `insight ${id} shows a past in which ${word} was not said yet`);
    }
    for (const action of this.record.actions.values())
      must(action.insightStatus !== action.base, "an action equals what lies beneath it");
    const keys = new Set(this.record.batches.map(({ batchId }) => batchId));
    for (const { key, status } of this.#bulks)
      must(isFinalBulkStatus(status) || keys.has(key), "a batch that the server has was taken back");
    for (const times of this.#applied.values()) must(times === 1, "an action was applied twice");
    const healthy = { ready: true, storageError: false, onlyInPage: false };
    const moment = { ...healthy, maySend: true, sendingId: null, completed: null };
    for (const { batchId, status } of stateOf(this.record, moment).batches) {
      const bulk = this.#bulks.find(({ key }) => key === batchId);
      must(status !== 2 || bulk?.status === 2, "a batch is shown as done before the server had it");
    }
    for (const [id, steps] of this.#history)
      must(isPartInOrder(steps, this.#words.get(id) ?? []), `insight ${id} went through what was never said`);
  }

  key(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** The mirror is asked before the step is taken, of what the step needs to know. */
  #stampFor(event: "undo" | "redo"): ActionStamp {
    return { ...stampAt(), serverStatusOf: this.#serverStatusOf(statusesNeeded(this.record, event)) };
  }

  #serverStatusOf(ids: readonly string[]) {
    const asked = new Map(ids.map((id) => [id, this.#mirror.get(id)?.status]));
    return (id: string) => asked.get(id);
  }

  #view(): Map<string, InsightStatus> {
    const overlay = overlayOf(this.record);
    return new Map(
      this.insights.map((id) => [id, overlay.get(id) ?? this.#mirror.get(id)?.status ?? "none"]),
    );
  }

  #asOf(ids: readonly string[], view: ReadonlyMap<string, InsightStatus>): Looks {
    return new Map(
      ids.map((id) => [id, { status: view.get(id) ?? "none", seq: this.#mirror.get(id)?.seq ?? 0 }]),
    );
  }

  /** Checks that undo and redo restore exactly what was shown, except where the server has sent something newer. */
  #step(
    side: "before" | "after",
    seen: ReadonlyMap<string, InsightStatus>,
    stepped: Stepped | null,
    from: Step[],
    to: Step[],
  ): void {
    const step = from.at(-1);
    must((stepped === null) === (step === undefined), `what lies ${side} a step was not to be had`);
    if (stepped === null || step === undefined) return;
    this.record = stepped.record;
    const { insightIds: ids, left } = stepped;
    const looks = step[side];
    must(
      ids.every((id) => looks.has(id)),
      "a step concerned other insights than before",
    );
    must(ids.length + left === looks.size, `${ids.length} insights were concerned and ${left} left`);
    must(left === 0 || this.record.actions.size + left > BULK_UPDATE_CAP, "insights were left that had room");
    from.pop();
    if (left > 0) from.push(partOf(step, (id) => !ids.includes(id)));
    if (ids.length > 0) to.push(partOf(step, (id) => ids.includes(id)));
    for (const id of ids) {
      const { status = "none", seq = 0 } = looks.get(id) ?? {};
      const isNewer = (this.#mirror.get(id)?.seq ?? 0) > seq;
      must(
        this.shown(id) === status || isNewer,
        `${this.shown(id)} is shown instead of the ${status} ${side}`,
      );
      if (overlayOf(this.record).has(id)) this.#say(id, status, seen);
      else this.#withdraw(id, seen);
    }
  }

  #say(id: string, status: InsightStatus, before: ReadonlyMap<string, InsightStatus>): void {
    const pending = this.#isPending(id) ? this.#ground.get(id) : undefined;
    const ground = pending ?? new Set([before.get(id) ?? "none"]);
    if (this.#lastSealed(id) === undefined) ground.add(this.#mirror.get(id)?.status ?? "none");
    this.#ground.set(id, ground);
    this.#said.set(id, status);
    this.#words.set(id, [...(this.#words.get(id) ?? []), status]);
    this.#doneAt.delete(id);
    this.#noteIfBeneath(id);
  }

  /** Taken back: what is beneath shows again, and counts as what the person wants. */
  #withdraw(id: string, before: ReadonlyMap<string, InsightStatus>): void {
    this.#say(id, this.shown(id), before);
  }

  /** A word that equals what is beneath it is done when that is. */
  #noteIfBeneath(id: string): void {
    if (!overlayOf(this.record).has(id)) this.#doneAt.set(id, this.#mirror.get(id)?.seq ?? 0);
    else if (!this.record.actions.has(id)) {
      const bulk = this.#bulks.find(({ key }) => key === this.#lastSealed(id)?.batchId);
      if (bulk?.status === BULK_STATUS.completed) this.#doneAt.set(id, this.#landed.get(id) ?? 0);
    }
  }

  #lastSealed(id: string): StatusBatch | undefined {
    return this.record.batches
      .filter(isStatusBatch)
      .findLast(({ actions }) => actions.some(({ insightId }) => insightId === id));
  }

  #isPending(id: string): boolean {
    return this.#said.has(id) && !this.#doneAt.has(id);
  }

  #receive(key: string, items: StatusBatch["actions"]): string {
    const known = this.#bulks.find((bulk) => bulk.key === key);
    if (known !== undefined) {
      must(
        known.items.map(({ id }) => id).join() === items.map(({ id }) => id).join(),
        "a key was sent with another body",
      );
      return known.bulkId;
    }
    this.#seq += 1;
    const bulkId = `bulk-${this.#seq}`;
    this.#bulks.push({ bulkId, key, items, status: BULK_STATUS.waiting, seq: this.#seq });
    return bulkId;
  }

  #hear(bulkId: string, status: BulkStatus): void {
    const news = { bulkId, status, message: "", outcomes: [] };
    this.record = apply(this.record, "reportBulk", news, () => ({ batchId: this.key(), waitMs: 0 }));
  }
}

function partOf(step: Step, isIn: (id: string) => boolean): Step {
  const part = (looks: Looks) => new Map([...looks].filter(([id]) => isIn(id)));
  return { before: part(step.before), after: part(step.after) };
}

/** Far cheaper than an assertion library where it is asked millions of times. */
function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}

/** Whether `part` is `whole` with some left out. */
function isPartInOrder(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const one of whole) if (one === part[at]) at += 1;
  return at === part.length;
}
