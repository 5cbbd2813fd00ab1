import type { InsightStatus } from "../../src/domain/insight/insight.ts";

interface Step {
  changes: ReadonlyMap<string, { before: InsightStatus; after: InsightStatus }>;
}

/** Steps that may be undone here; the product remembers more. */
const STEPS_KEPT = 60;

/**
 * The intentions of one person, recorded apart from the product: the last status of each insight that is this
 * person's alone, every status before it, and the steps that can be undone.
 */
export class Steps {
  readonly #shown = new Map<string, InsightStatus>();
  readonly #said = new Map<string, InsightStatus[]>();
  /** What the mirror may have of each insight since the server lost a part of its history: of the old one or the new. */
  readonly #beneath = new Map<string, Set<InsightStatus>>();
  /** Insights that this person acted on since then. */
  readonly #decided = new Set<string>();
  #isBehind = false;
  #done: Step[] = [];
  #undone: Step[] = [];
  /** Single changes, taken back ones included. */
  changes = 0;

  constructor(insightIds: Iterable<string>) {
    for (const id of insightIds) {
      this.#shown.set(id, "none");
      this.#said.set(id, []);
    }
  }

  own(): string[] {
    return [...this.#shown.keys()];
  }

  /** Whether the phone may not know yet that the server lost a part of its history. */
  isBehind(): boolean {
    return this.#isBehind;
  }

  /** The statuses that a screen may show of it: one, but for insights that the phone is behind with. */
  mayShow(insightId: string): ReadonlySet<InsightStatus> {
    return new Set([
      this.shown(insightId),
      ...(this.#decided.has(insightId) ? [] : this.mayLieBeneath(insightId)),
    ]);
  }

  /** The statuses that the mirror may have of it. */
  mayLieBeneath(insightId: string): ReadonlySet<InsightStatus> {
    return this.#beneath.get(insightId) ?? new Set();
  }

  /**
   * The server lost a part of its history. No step of before can be undone in the person's sense.
   *
   * @param server the statuses that the server has now
   * @param unsent the statuses that unsent work of this phone gives over them
   */
  loseHistory(server: ReadonlyMap<string, InsightStatus>, unsent: ReadonlyMap<string, InsightStatus>): void {
    this.#isBehind = true;
    this.#forgetSteps();
    this.#decided.clear();
    for (const id of this.own()) {
      const there = server.get(id) ?? "none";
      this.#beneath.set(id, new Set([...this.mayLieBeneath(id), this.shown(id), there]));
      this.#shown.set(id, unsent.get(id) ?? there);
    }
  }

  /** The phone shows the history that the server has now. */
  catchUp(): void {
    this.#isBehind = false;
    this.#forgetSteps();
    this.#beneath.clear();
    this.#decided.clear();
  }

  #forgetSteps(): void {
    this.#done = [];
    this.#undone = [];
  }

  shown(insightId: string): InsightStatus {
    return this.#shown.get(insightId) ?? "none";
  }

  /** Every intended status of it, in order. */
  said(insightId: string): readonly InsightStatus[] {
    return this.#said.get(insightId) ?? [];
  }

  /** @param seen the status that each target had before */
  act(seen: ReadonlyMap<string, InsightStatus>, after: InsightStatus): void {
    const changes = new Map(
      [...seen].filter(([, before]) => before !== after).map(([id, before]) => [id, { before, after }]),
    );
    if (changes.size === 0) return;
    this.#done = this.#isBehind ? [] : [...this.#done, { changes }].slice(-STEPS_KEPT);
    this.#undone = [];
    this.#apply({ changes }, "after");
  }

  nextUndo(): ReadonlyMap<string, InsightStatus> | null {
    return sideOf(this.#done.at(-1), "before");
  }

  undo(): void {
    const step = this.#done.pop();
    if (step === undefined) return;
    this.#undone.push(step);
    this.#apply(step, "before");
  }

  nextRedo(): ReadonlyMap<string, InsightStatus> | null {
    return sideOf(this.#undone.at(-1), "after");
  }

  /**
   * Only these changes of the latest step were undone; the others stay the latest step. Redo is not possible any
   * more.
   */
  undoPart(insightIds: Iterable<string>): void {
    const step = this.#done.pop();
    if (step === undefined) return;
    const ids = new Set(insightIds);
    const part = { changes: new Map([...step.changes].filter(([id]) => ids.has(id))) };
    if (part.changes.size === 0) return void this.#done.push(step);
    this.#done.push({ changes: new Map([...step.changes].filter(([id]) => !ids.has(id))) });
    this.#undone = [part];
    this.#apply(part, "before");
  }

  redo(): void {
    const step = this.#undone.pop();
    if (step === undefined) return;
    this.#done.push(step);
    this.#apply(step, "after");
  }

  #apply({ changes }: Step, side: "before" | "after"): void {
    for (const [id, change] of changes) {
      this.changes += 1;
      if (!this.#shown.has(id)) continue;
      if (this.#isBehind) this.#decided.add(id);
      this.#shown.set(id, change[side]);
      this.#said.get(id)?.push(change[side]);
    }
  }
}

function sideOf(step: Step | undefined, side: "before" | "after"): Map<string, InsightStatus> | null {
  return step === undefined ? null : new Map(Array.from(step.changes, ([id, change]) => [id, change[side]]));
}
