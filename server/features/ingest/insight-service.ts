import { setImmediate } from "node:timers/promises";
import { lastSightMs } from "../../../src/domain/device/device-report.ts";
import { isRecord } from "../../../src/domain/record-guard.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import { INGEST_CAP, type IngestResult } from "../../../src/protocol/ingest.ts";
import { noticeInsights } from "../../delivery/notice-repository.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid } from "../../http/api-error.ts";
import {
  findAlgs,
  findKnown,
  insertInsightsOf,
  type KnownInsight,
} from "../../insight-store/insight-repository.ts";
import { insightsArrived } from "../alerts/evaluation-service.ts";
import type { DeviceCaller } from "../devices/device-key.ts";
import { findPosition, touchDevice } from "./device-repository.ts";
import { asRow, isSameContent, type RowContext } from "./insight-content.ts";
import { takeCollections } from "./sent-collections.ts";
import { type JudgedInsight, judgeItem, type SentInsight } from "./sent-insight.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** One insight of a call that is not refused, and its result. */
interface Candidate extends Settlement {
  readonly insight: SentInsight;
}

interface Settlement {
  insightId: number | null;
  /** The row that was stored under its name before the call. */
  stored: KnownInsight | null;
  result: "created" | "duplicate" | "conflict";
}

const UNSETTLED: Settlement = { insightId: null, stored: null, result: "created" };

/**
 * Stores insights of one Sentinel, in one transaction. Each is judged by itself, and stored once however often it is
 * sent.
 *
 * @param body `{insights: [item]}` as received
 * @returns the result of each item, in order
 * @throws ApiError invalid where the list itself is wrong; then nothing is stored
 */
export async function takeInsights(
  deps: Needs,
  device: DeviceCaller,
  body: unknown,
): Promise<IngestResult[]> {
  const nowMs = deps.clock.now();
  const judged = await judgeAll(listOf(body), nowMs);
  const candidates = judged.map((one): Candidate | null =>
    one.ok ? { insight: one.insight, ...UNSETTLED } : null,
  );
  const sent = candidates.filter((candidate) => candidate !== null);
  await take(deps, device, sent, nowMs);
  return judged.map((one, index): IngestResult => {
    const candidate = candidates[index];
    if (!one.ok || candidate == null) {
      const { sourceId: source_id, table, errors } = one as Extract<typeof one, { ok: false }>;
      return { index, source_id, table, insight_id: null, result: "refused", errors };
    }
    return {
      index,
      source_id: one.insight.sourceId,
      table: one.insight.table,
      insight_id: String(candidate.insightId),
      result: candidate.result,
      errors: null,
    };
  });
}

/** How many faults of one call are named. */
const FAULTS_A_CALL = 200;
/** Other requests are served after so much judging. */
const JUDGED_AT_ONCE_MS = 10;

async function judgeAll(items: readonly unknown[], nowMs: number): Promise<JudgedInsight[]> {
  const judged: JudgedInsight[] = [];
  let named = 0;
  let begunMs = performance.now();
  for (const item of items) {
    const one = judgeItem(item, nowMs, FAULTS_A_CALL - named);
    if (!one.ok) named += Object.keys(one.errors).length;
    judged.push(one);
    if (performance.now() - begunMs < JUDGED_AT_ONCE_MS) continue;
    await setImmediate();
    begunMs = performance.now();
  }
  return judged;
}

function listOf(body: unknown): unknown[] {
  const list = isRecord(body) ? body.insights : undefined;
  if (list === undefined) throw invalid({ insights: SERVER_MESSAGES.fields.required });
  if (!Array.isArray(list)) throw invalid({ insights: SERVER_MESSAGES.fields.list });
  if (list.length === 0) throw invalid({ insights: SERVER_MESSAGES.fields.tooFew(1) });
  if (list.length > INGEST_CAP) throw invalid({ insights: SERVER_MESSAGES.fields.tooMany(INGEST_CAP) });
  return list;
}

async function take(
  { db }: Needs,
  { deviceRef }: DeviceCaller,
  sent: readonly Candidate[],
  nowMs: number,
): Promise<void> {
  // Read before the transaction, so that it holds its locks for less time; the inserts below find rows that were
  // stored since.
  const first = firstOfEach(sent);
  const [position, algs, known] = await Promise.all([
    findPosition(db, deviceRef),
    findAlgs(db, algIdsOf(sent)),
    findKnown(
      db.reader,
      deviceRef,
      [...first.values()].map(({ insight }) => insight),
    ),
  ]);
  const context: RowContext = {
    deviceRef,
    nowMs,
    position: position ?? { latitude: null, longitude: null },
    algs: new Set(algs),
  };
  settleKnown(first, known, context);
  const fresh = [...first.values()].filter(({ insightId }) => insightId === null);
  const newest = fresh.map(({ insight: { timeStampMs, fileCtime } }) =>
    lastSightMs({ timeStampMs: timeStampMs ?? nowMs, fileCtimeMs: fileCtime?.epochMs ?? null }, nowMs),
  );
  await db.write(async (transaction) => {
    const newestMs = newest.length === 0 ? null : newest.reduce((a, b) => Math.max(a, b));
    if (!(await touchDevice(transaction, deviceRef, nowMs, newestMs))) throw new ApiError(401, "signed_out");
    if (fresh.length === 0) return;
    // PostgreSQL may repeat the transaction, and ids of an earlier attempt were rolled back.
    for (const candidate of fresh) Object.assign(candidate, UNSETTLED);
    const collections = await takeCollections(
      db,
      transaction,
      deviceRef,
      fresh.flatMap(({ insight }) => insight.collection ?? []),
    );
    const rows = fresh.map(({ insight }) => asRow(insight, collections, context));
    const inserted = await insertInsightsOf(db, transaction, deviceRef, rows);
    if (inserted.length > 0) await insightsArrived(db, transaction, deviceRef, nowMs);
    await noticeInsights(
      db,
      transaction,
      deviceRef,
      inserted.map(({ insight_id }) => insight_id),
      nowMs,
    );
    for (const row of inserted) {
      const candidate = first.get(nameOf(row.table_name, row.source_id));
      if (candidate !== undefined) candidate.insightId = row.insight_id;
    }
    const overtaken = fresh.filter(({ insightId }) => insightId === null);
    const since = await findKnown(
      transaction,
      deviceRef,
      overtaken.map(({ insight }) => insight),
    );
    settleKnown(first, since, context);
  });
  settleRepeats(first, sent, context);
}

function firstOfEach(sent: readonly Candidate[]): Map<string, Candidate> {
  const first = new Map<string, Candidate>();
  for (const candidate of sent) {
    const name = nameOf(candidate.insight.table, candidate.insight.sourceId);
    if (!first.has(name)) first.set(name, candidate);
  }
  return first;
}

function settleKnown(
  first: ReadonlyMap<string, Candidate>,
  known: readonly KnownInsight[],
  context: RowContext,
): void {
  for (const row of known) {
    const candidate = first.get(nameOf(row.table_name, row.source_id));
    if (candidate === undefined) continue;
    candidate.insightId = row.insight_id;
    candidate.stored = row;
    candidate.result = isSameContent(candidate.insight, row, context) ? "duplicate" : "conflict";
  }
}

/** Settles items that one call repeats: all but the first are compared with what the first one stored. */
function settleRepeats(
  first: ReadonlyMap<string, Candidate>,
  sent: readonly Candidate[],
  context: RowContext,
): void {
  for (const candidate of sent) {
    const { insight } = candidate;
    const before = first.get(nameOf(insight.table, insight.sourceId));
    if (before === undefined || before === candidate) continue;
    const collection_source_id = before.insight.collection?.sourceId ?? null;
    const stored = before.stored ?? { ...asRow(before.insight, new Map(), context), collection_source_id };
    candidate.insightId = before.insightId;
    candidate.result = isSameContent(insight, stored, context) ? "duplicate" : "conflict";
  }
}

function algIdsOf(sent: readonly Candidate[]): number[] {
  const ids = new Set(sent.flatMap(({ insight: { algId } }) => (algId === null ? [] : [algId])));
  return [...ids].filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
}

function nameOf(table: string, sourceId: string): string {
  return `${table}\0${sourceId}`;
}
