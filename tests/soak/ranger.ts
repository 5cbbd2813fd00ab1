import { BULK_UPDATE_CAP } from "../../src/domain/bulk-update.ts";
import { INSIGHT_STATUSES, type InsightStatus } from "../../src/domain/insight/insight.ts";
import type { SeenInsight } from "../../src/domain/insight/seen-insight.ts";
import { targetsOf } from "../../src/features/insights/actions/action-plan.ts";
import type { PhoneTab } from "./phone.ts";
import {
  choiceBehind,
  LateDecisions,
  type RangerFigures,
  type RangerParts,
  rowsOf,
  seenOf,
  targetsIn,
  traceOf,
  until,
} from "./shown.ts";
import { pause } from "./soak-database.ts";
import { Steps } from "./steps.ts";

/** Unsent work after which a person waits until it is sent. */
const UNSENT_MAX = 3_000;
const LIST_MAX = 700;
const NOTES_KEPT = 12;

/** A person with one phone: acts, undoes, saves, opens and loses tabs, and checks what is shown. */
export class Ranger {
  readonly userId: number;
  readonly name: string;
  readonly steps: Steps;
  readonly figures: RangerFigures = { crashes: 0, looks: 0, returned: 0, undone: 0, pastCap: 0, late: 0 };
  readonly #parts: RangerParts;
  readonly #own: string[];
  readonly #shared: string[];
  readonly #heardCompleted = new Set<string>();
  readonly #questions = new Set<Promise<void>>();
  /** The last actions, for the report of a violation. */
  readonly #notes: string[] = [];
  /** Of its own and the shared insights, as a person sees them; they never change. */
  readonly #seen = new Map<string, SeenInsight>();
  readonly #late: LateDecisions;
  #roundsAtLoss = 0;
  #tabs: PhoneTab[] = [];

  constructor(parts: RangerParts) {
    this.#parts = parts;
    this.userId = parts.userId;
    this.name = parts.name;
    this.steps = new Steps(parts.own.keys());
    this.#late = new LateDecisions(parts);
    this.#own = [...parts.own.keys()];
    this.#shared = [...parts.shared.keys()];
  }

  /** Opens the app and waits for the first copy. */
  async begin(): Promise<void> {
    const tab = this.#open();
    await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
    for (const row of await this.rows()) this.#seen.set(row.insightId, seenOf(row));
  }

  /** The server lost a part of its history; see Steps. */
  loseHistory(...statuses: Parameters<Steps["loseHistory"]>): void {
    this.steps.loseHistory(...statuses);
    this.#roundsAtLoss = this.#parts.phone.roundsHeard();
    this.#heardCompleted.clear();
  }

  /** One random action of a person. */
  async step(): Promise<void> {
    const { random } = this.#parts;
    const tab = random.pick(this.#tabs);
    if (this.steps.isBehind()) await this.#catchUp(tab);
    const { unsaved, unsentCount, returned } = tab.outbox.getState();
    if (unsentCount > UNSENT_MAX) return pause(random.between(200, 1_000));
    if (unsaved.length > LIST_MAX) return void (await tab.outbox.save());
    if (returned > 0 && random.chance(0.3)) {
      this.figures.returned += returned;
      return void (await (random.chance(0.5) ? tab.outbox.resend() : tab.outbox.save()));
    }
    const roll = random.next();
    if (roll < 0.45) await this.#act(tab);
    else if (roll < 0.5) await this.#actOnLate();
    else if (roll < 0.57) await this.#actOnShared();
    else if (roll < 0.64) await this.#stepBack(tab);
    else if (roll < 0.68) await this.#stepForth(tab);
    else if (roll < 0.82) await tab.outbox.save();
    else if (roll < 0.84) await this.#crash();
    else if (roll < 0.88) await this.#changeTabs();
    else if (roll < 0.9) await this.#dismiss(tab);
    else if (this.steps.isBehind()) return;
    else if (roll < 0.92) await this.#crashAmid(tab);
    else if (roll < 0.94) await this.#actPastCap(tab);
  }

  /** Notices that this phone shows the server's present history: it has read a whole round of it. */
  async #catchUp(tab: PhoneTab): Promise<void> {
    // A round is stored before the next one is asked for.
    if (this.#parts.phone.roundsHeard() < this.#roundsAtLoss + 2) return tab.sync.pullNow();
    const shown = new Map((await rowsOf(tab)).map(({ insightId, status }) => [insightId, status]));
    if (this.#own.every((id) => shown.get(id) === this.steps.shown(id))) this.steps.catchUp();
  }

  /** Saves everything, and resolves when nothing is unsent; returns what is unsent when time is up. */
  async finish(withinMs: number): Promise<number> {
    const until = performance.now() + withinMs;
    for (;;) {
      const tab = this.#tabs[0] ?? this.#open();
      const { ready, unsaved, batches, unsentCount, storageError } = tab.outbox.getState();
      if (storageError) this.#violate("the outbox says that it could not be stored");
      if (ready && unsentCount === 0 && unsaved.length === 0 && batches.length === 0) break;
      if (performance.now() > until) return Math.max(unsentCount, 1);
      if (ready && unsaved.length > 0) await tab.outbox.save();
      await pause(250);
    }
    await Promise.all(this.#questions);
    return 0;
  }

  /** The statuses that a screen shows at the moment, with what the mirror holds of each insight. */
  rows() {
    return rowsOf(this.#tabs[0] ?? this.#open());
  }

  async pullNow(): Promise<void> {
    await this.#tabs[0]?.sync.pullNow();
  }

  async close(): Promise<void> {
    await Promise.all(this.#tabs.splice(0).map((tab) => tab.close()));
  }

  #open(): PhoneTab {
    const tab = this.#parts.phone.openTab();
    this.#tabs.push(tab);
    tab.outbox.subscribe(() => this.#listen(tab));
    return tab;
  }

  /** Checks that each bulk update that a tab reports as completed is completed at the server. */
  #listen(tab: PhoneTab): void {
    // What a phone heard of a history that the server lost cannot be asked any more.
    if (this.steps.isBehind()) return;
    for (const { bulkId, status } of tab.outbox.getState().batches) {
      if (bulkId === null || status !== 2 || this.#heardCompleted.has(bulkId)) continue;
      this.#heardCompleted.add(bulkId);
      const question = this.#parts.isCompleted(bulkId).then((is) => {
        if (!is && !this.steps.isBehind())
          this.#violate(`bulk update ${bulkId} was shown as done, and was not`);
      });
      this.#questions.add(question);
      void question.finally(() => this.#questions.delete(question));
    }
  }

  async #act(tab: PhoneTab): Promise<void> {
    const { random } = this.#parts;
    if (this.steps.isBehind()) return this.#actBehind(tab);
    const ids = this.#someOf(this.#own, random.chance(0.3) ? 1 : random.whole(2, 60));
    const status = random.pick(INSIGHT_STATUSES);
    const seen = new Map(ids.map((id) => [id, this.steps.shown(id)]));
    this.#note(`act ${status}`, ids);
    const answer = await tab.outbox.act(await this.#targets(tab, seen), status);
    if (answer === "taken") this.steps.act(seen, status);
    else if (answer !== "capped") this.#violate(`an action was answered ${answer}`);
    await this.#look(tab, ids);
  }

  /**
   * While the phone may still show a history that the server lost: a status that each insight has in neither history,
   * so that it is an action in both.
   */
  async #actBehind(tab: PhoneTab): Promise<void> {
    const { random } = this.#parts;
    const ids = this.#someOf(this.#own, random.whole(1, 12));
    const { seen, free } = await choiceBehind(tab, ids, this.steps);
    if (free.length === 0 || seen.size === 0) return;
    const status = random.pick(free);
    this.#note(`act ${status} behind`, seen.keys());
    const answer = await tab.outbox.act(await this.#targets(tab, seen), status);
    if (answer === "taken") this.steps.act(seen, status);
    await this.#look(tab, [...seen.keys()]);
  }

  /** On insights that arrived meanwhile, whose ids may name others after the server lost a part of its history. */
  async #actOnLate(): Promise<void> {
    const { random } = this.#parts;
    const tab = this.#tabs[0];
    if (tab === undefined || this.#tabs.length > 1) return;
    const rows = (await rowsOf(tab, 40)).filter((row) => !this.#seen.has(row.insightId));
    const chosen = random.chance(0.5) ? rows.slice(0, 5) : rows.filter(() => random.chance(0.3));
    if (chosen.length === 0) return;
    const status = random.pick(INSIGHT_STATUSES);
    this.#note(
      `act ${status} on late`,
      chosen.map(({ insightId }) => insightId),
    );
    this.#late.decide(chosen, status);
    if ((await tab.outbox.act(targetsOf(chosen), status)) !== "taken") return;
    this.figures.late += chosen.length;
    this.steps.act(new Map(chosen.map((row) => [row.insightId, row.status ?? "none"])), status);
  }

  /** Reads the list of refusals: dismisses them, or makes those anew of insights that arrived meanwhile. */
  async #dismiss(tab: PhoneTab): Promise<void> {
    const { refused } = tab.outbox.getState();
    const idsOf = (items: typeof refused) => items.map(({ id }) => id);
    // A step that the person's own record does not have, so only where none can be undone.
    if (this.steps.isBehind()) {
      const late = refused.filter(({ insightId }) => !this.#seen.has(insightId));
      await tab.outbox.retryOutcomes(idsOf(late));
    } else await tab.outbox.dismissOutcomes(idsOf(refused));
  }

  /** On what others act on too, with what this person sees of it; in one tab, since what it shows is the base. */
  async #actOnShared(): Promise<void> {
    const { random } = this.#parts;
    const tab = this.#tabs[0];
    if (tab === undefined || this.#tabs.length > 1 || this.#shared.length === 0) return;
    const seen = new Map<string, InsightStatus>();
    for (const id of this.#someOf(this.#shared, random.whole(1, 8))) {
      const status = (await tab.insights.insight(id))?.status;
      if (status != null) seen.set(id, status);
    }
    const status = random.pick(INSIGHT_STATUSES);
    this.#note(`act ${status} on shared`, seen.keys());
    if ((await tab.outbox.act(await this.#targets(tab, seen), status)) === "taken")
      this.steps.act(seen, status);
  }

  /** On more than the list holds: refused as it is, and taken whole once that is agreed to. */
  async #actPastCap(tab: PhoneTab): Promise<void> {
    const { random } = this.#parts;
    if (this.#own.length <= BULK_UPDATE_CAP) return;
    const ids = this.#someOf(this.#own, random.whole(BULK_UPDATE_CAP + 1, this.#own.length));
    const status = random.pick(INSIGHT_STATUSES);
    const seen = new Map(ids.map((id) => [id, this.steps.shown(id)]));
    this.#note(`act ${status} past the cap`, ids);
    let answer = await tab.outbox.act(await this.#targets(tab, seen), status);
    if (answer === "capped") {
      this.figures.pastCap += 1;
      answer = await tab.outbox.act(await this.#targets(tab, seen), status, "sealFullLists");
    }
    if (answer === "taken") this.steps.act(seen, status);
    else this.#violate(`a step past the cap was answered ${answer}`);
    await this.#look(tab, ids);
  }

  async #stepBack(tab: PhoneTab): Promise<void> {
    const expected = this.steps.nextUndo();
    if (expected === null) return;
    this.#late.again(expected);
    const { insightIds: ids, left } = await tab.outbox.undo();
    this.#note(left === 0 ? "undo" : `undo of all but ${left}`, expected.keys());
    if (left === 0) {
      this.#sameIds("undo", ids, expected);
      this.steps.undo();
    } else {
      // The sent part has no room in the list, so the rest of the step is undone with the person's consent.
      if (ids.length + left !== expected.size || !ids.every((id) => expected.has(id)))
        this.#violate(`undo concerned ${ids.length} and left ${left} of ${expected.size} insights`);
      this.steps.undoPart(ids);
      const rest = this.steps.nextUndo() ?? new Map();
      this.#sameIds("the rest of an undo", (await tab.outbox.undo("sealFullLists")).insightIds, rest);
      this.steps.undo();
    }
    this.figures.undone += expected.size;
    await this.#look(tab, [...expected.keys()]);
  }

  async #stepForth(tab: PhoneTab): Promise<void> {
    const expected = this.steps.nextRedo();
    if (expected === null) return;
    this.#late.again(expected);
    let { insightIds: ids, left } = await tab.outbox.redo();
    if (left > 0) ({ insightIds: ids, left } = await tab.outbox.redo("sealFullLists"));
    this.#note("redo", expected.keys());
    this.#sameIds("redo", ids, expected);
    this.steps.redo();
    await this.#look(tab, [...expected.keys()]);
  }

  #sameIds(what: string, ids: readonly string[], expected: ReadonlyMap<string, InsightStatus>): void {
    if (ids.length === expected.size && ids.every((id) => expected.has(id))) return;
    this.#violate(`${what} concerned ${ids.length} insights instead of ${expected.size}`);
  }

  /** Ends one page or all, while no step is pending. */
  async #crash(): Promise<void> {
    this.#kill(this.#tabs.splice(0, this.#parts.random.whole(1, 2)));
    await this.#reopen();
  }

  /** Ends the app while it stores an action; afterwards the action was taken as a whole or not at all. */
  async #crashAmid(tab: PhoneTab): Promise<void> {
    const { random } = this.#parts;
    const ids = this.#someOf(this.#own, random.chance(0.05) ? this.#own.length : random.whole(1, 40));
    const status = random.pick(INSIGHT_STATUSES);
    const seen = new Map(ids.map((id) => [id, this.steps.shown(id)]));
    let answered = false;
    void tab.outbox.act(await this.#targets(tab, seen), status, "sealFullLists").then((answer) => {
      answered = answer === "taken";
    });
    const turns = random.whole(0, 30);
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const promised = answered;
    this.#kill(this.#tabs.splice(0));
    const other = await this.#reopen();
    const changed = ids.filter((id) => seen.get(id) !== status);
    const shown = await Promise.all(changed.map(async (id) => (await other.insights.insight(id))?.status));
    const taken = shown.filter((one) => one === status).length;
    if (taken > 0 && taken < changed.length)
      this.#violate(`half of an action survived: ${taken} of ${changed.length}`);
    if (promised && taken < changed.length)
      this.#violate(`an action was promised and is gone: ${changed.length}`);
    this.#note(`act ${status} amid a crash, taken ${taken} of ${changed.length}`, ids);
    if (taken > 0) this.steps.act(seen, status);
    await this.#look(other, ids);
  }

  /** A second tab is opened, or one of two is closed as a person closes it. */
  async #changeTabs(): Promise<void> {
    if (this.#tabs.length === 1) {
      const tab = this.#open();
      return until(() => tab.outbox.getState().ready);
    }
    const [tab] = this.#tabs.splice(this.#parts.random.whole(0, this.#tabs.length - 1), 1);
    await tab?.close();
  }

  #kill(tabs: readonly PhoneTab[]): void {
    for (const tab of tabs) tab.crash();
    this.figures.crashes += tabs.length;
  }

  async #reopen(): Promise<PhoneTab> {
    const tab = this.#tabs[0] ?? this.#open();
    await until(() => tab.outbox.getState().ready);
    return tab;
  }

  /**
   * Checks that this person's own insights show the intended statuses, at every moment and whatever faults the
   * network has.
   */
  async #look(tab: PhoneTab, ids: readonly string[]): Promise<void> {
    const own = ids.filter((id) => this.#parts.own.has(id));
    for (const id of [...this.#someOf(own, 2), ...this.#someOf(this.#own, 1)]) {
      if (this.steps.isBehind()) {
        await this.#lookBehind(tab, id);
        continue;
      }
      const wanted = this.steps.shown(id);
      this.figures.looks += 1;
      let shown = (await tab.insights.insight(id))?.status;
      // Only a second tab may lag behind the one that acted.
      const until = this.#tabs.length > 1 && !ids.includes(id) ? performance.now() + 30_000 : 0;
      while (shown !== wanted && performance.now() < until) {
        await pause(20);
        shown = (await tab.insights.insight(id))?.status;
      }
      if (shown !== wanted)
        this.#violate(`insight ${id} is shown as ${shown} instead of ${wanted} ${await traceOf(tab, id)}`);
    }
  }

  /** An insight may be missing while the mirror is filled anew. */
  async #lookBehind(tab: PhoneTab, id: string): Promise<void> {
    const shown = (await tab.insights.insight(id))?.status;
    this.figures.looks += 1;
    if (shown == null || this.steps.mayShow(id).has(shown)) return;
    const may = [...this.steps.mayShow(id)].join(" or ");
    this.#violate(
      `insight ${id} is shown as ${shown} instead of ${may} after a loss ${await traceOf(tab, id)}`,
    );
  }

  #targets(tab: PhoneTab, statuses: ReadonlyMap<string, InsightStatus>) {
    return targetsIn(tab, statuses, { ...this.#parts, seen: this.#seen });
  }

  #someOf(ids: readonly string[], count: number): string[] {
    const start = this.#parts.random.whole(0, Math.max(0, ids.length - 1));
    return Array.from(
      { length: Math.min(count, ids.length) },
      (_, at) => ids[(start + at) % ids.length] ?? "",
    );
  }

  #note(what: string, ids: Iterable<string>): void {
    const [first, ...more] = ids;
    this.#notes.push(`${what} ${first}+${more.length}`);
    if (this.#notes.length > NOTES_KEPT) this.#notes.shift();
  }

  #violate(sentence: string): void {
    this.#parts.ledger.violate(`${this.name}: ${sentence}; before: ${this.#notes.join("; ")}`);
  }
}
