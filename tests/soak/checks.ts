import type { Database } from "../../server/db/database.ts";
import { BULK_STATUS } from "../../src/domain/bulk-update.ts";
import type { Ledger, PostedItem } from "./ledger.ts";
import type { HeldWork } from "./phone.ts";
import type { Ranger } from "./ranger.ts";
import { HELD, LATE, pause, pictureOf, type SoakDatabase } from "./soak-database.ts";
import type { Steps } from "./steps.ts";

/** The final check: the server's tables against the actions of people. */
export interface Verdict {
  batches: number;
  blocked: number;
  /** Single actions in bulk updates that were completed. */
  sent: number;
  applied: number;
  /** By outcome, of those that were not applied as asked. */
  outcomes: Record<string, number>;
  lost: number;
  doubled: number;
  /** Actions on insights that arrived during the soak, whose ids may have named others before. */
  late: number;
  /** Those of them that were applied to another picture than the person saw. */
  misplaced: number;
}

interface HistoryRow {
  insight_id: number;
  bulk_id: number;
  from_status: string;
  to_status: string;
}

/** @param held the work that phones hold; at the end there is none */
export async function checkServer(
  db: Database,
  ledger: Ledger,
  rangers: readonly Ranger[],
  /** People who worked in a browser, for whom there is no ledger. */
  others: readonly { userId: number; steps: Steps }[] = [],
  held: ReadonlyMap<unknown, HeldWork> = new Map(),
): Promise<Verdict> {
  const userIds = [...new Set(rangers.map(({ userId }) => userId))];
  const verdict: Verdict = {
    batches: 0,
    blocked: 0,
    sent: 0,
    applied: 0,
    outcomes: {},
    lost: 0,
    doubled: 0,
    late: 0,
    misplaced: 0,
  };
  const heldKeys = new Set(Array.from(held.values(), ({ keys }) => [...keys]).flat());
  const updates = await db.reader
    .selectFrom("bulk_updates")
    .select(["bulk_id", "user_id", "idempotency_key", "items", "outcomes", "status"])
    .where("user_id", "in", userIds)
    .where("body_hash", "!=", HELD)
    .orderBy("bulk_id")
    .execute();
  const history = await db.reader
    .selectFrom("insight_history")
    .select(["insight_id", "bulk_id", "user_id", "from_status", "to_status"])
    .orderBy("history_id")
    .execute();
  const written = new Map<string, number>();
  for (const { bulk_id, insight_id, user_id } of history) {
    if (userIds.includes(Number(user_id))) countUp(written, `${bulk_id}:${insight_id}`);
  }
  const byKey = new Map(updates.map((update) => [update.idempotency_key ?? "", update]));
  if (byKey.size !== updates.length) ledger.violate("there are bulk updates without a key, or with the same");

  for (const { key, userId, items } of ledger.batches()) {
    const update = byKey.get(key);
    byKey.delete(key);
    if (update === undefined && (ledger.isForgotten(key) || heldKeys.has(key))) continue;
    if (update === undefined || Number(update.user_id) !== userId) {
      verdict.lost += items.length;
      ledger.violate(`the batch ${key} of user ${userId} with ${items.length} actions is not at the server`);
      continue;
    }
    verdict.batches += 1;
    if (!sameItems(items, JSON.parse(update.items) as PostedItem[]))
      ledger.violate(`the batch ${key} lies at the server with other items`);
    if (update.status === BULK_STATUS.blocked) verdict.blocked += 1;
    else if (update.status !== BULK_STATUS.completed && !heldKeys.has(key))
      ledger.violate(`bulk update ${update.bulk_id} ended with status ${update.status}`);
    const isApplied = update.status === BULK_STATUS.completed;
    const outcomes = new Map(
      (JSON.parse(update.outcomes) as { insightId: string; outcome: string }[]).map((one) => [
        one.insightId,
        one.outcome,
      ]),
    );
    for (const { insightId } of items) {
      const outcome = outcomes.get(insightId) ?? "applied";
      const expected = isApplied && (outcome === "applied" || outcome === "overrode") ? 1 : 0;
      const rows = written.get(`${update.bulk_id}:${insightId}`) ?? 0;
      written.delete(`${update.bulk_id}:${insightId}`);
      if (isApplied) verdict.sent += 1;
      if (isApplied && outcome !== "applied")
        verdict.outcomes[outcome] = (verdict.outcomes[outcome] ?? 0) + 1;
      verdict.applied += rows;
      verdict.lost += Math.max(0, expected - rows);
      verdict.doubled += Math.max(0, rows - expected);
      if (rows !== expected)
        ledger.violate(
          `insight ${insightId} has ${rows} history rows of bulk update ${update.bulk_id} instead of ${expected}`,
        );
    }
  }
  if (byKey.size > 0) ledger.violate(`${byKey.size} bulk updates lie at the server that nobody sent`);
  if (written.size > 0) ledger.violate(`${written.size} insights have history that nobody sent`);
  const stateOf = new Map(updates.map((update) => [update.idempotency_key, `status ${update.status}`]));
  const story = (insightId: string) =>
    ledger
      .batches()
      .flatMap(({ key, items }) =>
        items.flatMap((item) => (item.insightId === insightId ? [{ key, item }] : [])),
      )
      .map(({ key, item }) => {
        const state = ledger.isForgotten(key) ? "forgotten" : heldKeys.has(key) ? "held" : "let go";
        return `${item.insightStatus} in ${key.slice(0, 8)}: ${state}, ${stateOf.get(key) ?? "not at the server"}`;
      })
      .join("; ");
  for (const ranger of [...rangers, ...others])
    await checkOwn(
      { db, ledger, ranger, history, story, held: held.get(ranger)?.statuses ?? new Map() },
      verdict,
    );
  await checkPictures(db, ledger, verdict);
  return verdict;
}

/** Checks that decisions about insights that arrived meanwhile are with the pictures that people saw. */
async function checkPictures(db: Database, ledger: Ledger, verdict: Verdict): Promise<void> {
  const rows = await db.reader
    .selectFrom("insight_history as h")
    .innerJoin("insights as i", "i.insight_id", "h.insight_id")
    .where("i.source_id", "like", `${LATE}%`)
    .select(["h.insight_id", "h.user_id", "h.to_status", "i.latitude"])
    .execute();
  for (const { insight_id, user_id, to_status, latitude } of rows) {
    verdict.late += 1;
    const picture = pictureOf(latitude);
    if (ledger.hasDecided(Number(user_id), String(insight_id), to_status, picture)) continue;
    verdict.misplaced += 1;
    ledger.violate(
      `insight ${insight_id} with picture ${picture} got ${to_status} of user ${user_id}, who never said so`,
    );
  }
}

interface OwnParts {
  db: Database;
  ledger: Ledger;
  ranger: { steps: Steps };
  history: readonly HistoryRow[];
  /** The batches that named an insight, for the report of a violation. */
  story: (insightId: string) => string;
  held: HeldWork["statuses"];
}

/** Checks that a person's own insights end as intended, through this person's steps in their order. */
async function checkOwn(
  { db, ledger, ranger, history, story, held }: OwnParts,
  verdict: Verdict,
): Promise<void> {
  const own = new Set(ranger.steps.own());
  const steps = new Map<string, HistoryRow[]>();
  for (const row of history) {
    const id = String(row.insight_id);
    if (!own.has(id)) continue;
    const there = steps.get(id);
    if (there === undefined) steps.set(id, [row]);
    else there.push(row);
  }
  const rows = await db.reader
    .selectFrom("insights")
    .select(["insight_id", "insight_status"])
    .where("insight_id", "in", [...own].map(Number))
    .execute();
  for (const { insight_id, insight_status } of rows) {
    const id = String(insight_id);
    const taken = steps.get(id) ?? [];
    const wanted = ranger.steps.shown(id);
    const reached = held.get(id) ?? insight_status;
    if (reached !== wanted) {
      verdict.lost += 1;
      ledger.violate(`insight ${id} ended as ${reached} instead of ${wanted}; ${story(id)}`);
    }
    let status = "none";
    for (const { from_status, to_status } of taken) {
      if (from_status !== status || to_status === status) {
        verdict.doubled += 1;
        ledger.violate(`insight ${id} went from ${from_status} to ${to_status} when it was ${status}`);
      }
      status = to_status;
    }
    if (
      !isPartInOrder(
        taken.map(({ to_status }) => to_status),
        ranger.steps.said(id),
      )
    )
      ledger.violate(`the history of insight ${id} is not in the order of what was said of it`);
  }
}

/** Waits until the phone's mirror equals the server for this person; returns how many rows still differ. */
export async function checkMirror(
  { use }: SoakDatabase,
  ranger: Ranger,
  withinMs: number,
): Promise<{ rows: number; differing: number; example: string }> {
  const until = performance.now() + withinMs;
  for (;;) {
    await ranger.pullNow();
    const truth = await use((db) =>
      db.reader
        .selectFrom("insights as i")
        .innerJoin("device_users as du", "du.device_ref", "i.device_ref")
        .where("du.user_id", "=", ranger.userId)
        .select(["i.insight_id", "i.insight_status", "i.class_name", "i.confidence", "i.time_stamp"])
        .execute(),
    );
    const expected = new Map(
      truth.map((row) => [
        String(row.insight_id),
        JSON.stringify([row.insight_status, row.class_name, row.confidence, Number(row.time_stamp)]),
      ]),
    );
    let example = "";
    let differing = 0;
    const held = await ranger.rows();
    for (const row of held) {
      const told = JSON.stringify([row.serverStatus, row.className, row.confidence, row.timeStampMs]);
      if (expected.get(row.insightId) === told && row.status === row.serverStatus) {
        expected.delete(row.insightId);
        continue;
      }
      differing += 1;
      example = `${row.insightId}: ${told} (${row.status}) instead of ${expected.get(row.insightId)}`;
      expected.delete(row.insightId);
    }
    differing += expected.size;
    if (differing === 0 || performance.now() > until) return { rows: held.length, differing, example };
    await pause(500);
  }
}

function sameItems(sent: readonly PostedItem[], stored: readonly PostedItem[]): boolean {
  const names = (items: readonly PostedItem[]) =>
    items.map((item) => `${item.insightId} ${item.deviceId} ${item.insightStatus}`).join("\n");
  return names(sent) === names(stored);
}

/** Whether `part` is a subsequence of `whole`. */
function isPartInOrder(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const one of whole) if (one === part[at]) at += 1;
  return at === part.length;
}

function countUp(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
