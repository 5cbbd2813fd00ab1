import type { AlertStatus } from "../../../domain/alert/alert.ts";
import { ALERT_STATUS, isAlertStatus, stepsBetween } from "../../../domain/alert/alert-step.ts";
import { BULK_STATUS } from "../../../domain/bulk-update.ts";
import { isStatusBatch, type StoredOutcome, type StoredWrite } from "../../../domain/outbox/outbox-record.ts";
import { isRecord } from "../../../domain/record-guard.ts";
import type { Http, HttpOutcome } from "../../../platform/http.ts";
import { isMessage, isShape } from "../../../platform/json-shape.ts";
import { IDEMPOTENCY_KEY_HEADER, PROTOCOL_VERSION } from "../../../protocol/protocol-version.ts";
import { afterKeyQuery } from "../../connection/server-calls.ts";
import { lastingRefusal } from "../lasting-refusal.ts";
import type { ActionKind } from "./action-kind.ts";

type Failed = Exclude<HttpOutcome<never>, { kind: "answer" }>;
/** `outcome` is null where the step was applied; `lastKey`: of the last call that was carried out, this one's or an earlier one's. */
type Answered = {
  outcome: Pick<StoredOutcome, "outcome"> | null;
  protocol: number | null;
  lastKey: string | null;
};
type Sent = Answered | Failed;

/**
 * Sends steps of alerts, each by a call of its own. A batch whose connection is lost goes on behind its last answered
 * step: a fold has hundreds of them, and where each attempt began anew, none might last until the end.
 */
export function alertStatusKind(http: Http): ActionKind {
  let begun: { readonly batchId: string; readonly answered: Map<number, Answered> } | null = null;
  const answeredOf = (batchId: string): Map<number, Answered> => {
    if (begun?.batchId !== batchId) begun = { batchId, answered: new Map() };
    return begun.answered;
  };

  const put = (
    key: string,
    { subject: alertId, seen }: StoredWrite,
    status: AlertStatus,
    signal: AbortSignal,
    afterKey: string | null,
  ) =>
    http.call({
      method: "PUT",
      path: `/api/alerts/statusUpdate/${encodeURIComponent(alertId)}`,
      query: afterKeyQuery(afterKey),
      headers: { [IDEMPOTENCY_KEY_HEADER]: key },
      body: { status, ...(typeof seen?.created_at === "string" && { created_at: seen.created_at }) },
      accept: isMessage(isShape({ id: (id): id is string => id === alertId, status: isAlertStatus })),
      signal,
    });

  /**
   * Sends one step. An alert that is further already, because the condition has ended or another device was quicker,
   * needs no step: 409, with the alert. One that lies further back, as after a restored backup, is taken through the
   * steps between, each under a key of its own.
   */
  async function sendStep(
    key: string,
    write: StoredWrite,
    signal: AbortSignal,
    afterKey: string | null,
  ): Promise<Sent> {
    const { value } = write;
    // Only an imported file can hold another value.
    if (!isAlertStatus(value)) return NOT_ACCEPTED;
    const first = await put(key, write, value, signal, afterKey);
    if (first.kind === "answer") return { outcome: null, protocol: first.protocol, lastKey: key };
    const there = conflicting(first);
    if (first.kind !== "refusal" || there === null) return first;
    const steps = stepsBetween(there, value);
    let lastKey = afterKey;
    for (const step of steps) {
      const next = await put(`${key}.${step}`, write, step, signal, lastKey);
      if (next.kind !== "answer") return next;
      lastKey = `${key}.${step}`;
    }
    return { outcome: steps.length === 0 ? { outcome: "noop" } : null, protocol: first.protocol, lastKey };
  }

  return {
    name: ALERT_STATUS,
    async send(batch, signal, afterKey) {
      if (isStatusBatch(batch)) throw new TypeError("statuses of insights are no steps of alerts");
      const outcomes: StoredOutcome[] = [];
      let refusal: Failed | null = null;
      let protocol: number | null = null;
      let refused = 0;
      let lastKey = afterKey;
      const answered = answeredOf(batch.batchId);
      for (const [at, write] of batch.actions.entries()) {
        const sent = answered.get(at) ?? (await sendStep(`${batch.batchId}.${at}`, write, signal, lastKey));
        const of = { insightId: write.subject, deviceId: write.deviceId, by: null, atMs: null };
        if (!("kind" in sent)) {
          answered.set(at, sent);
          ({ protocol, lastKey } = sent);
          if (sent.outcome !== null) outcomes.push({ ...of, ...sent.outcome });
          continue;
        }
        const lasting = lastingRefusal(sent, true);
        if (lasting === null) {
          // What was answered before is lost with the server's history.
          if (sent.kind === "refusal" && sent.refusal.code === "resync") begun = null;
          return sent;
        }
        console.error(`alert ${write.subject} was not changed`, lasting);
        refusal = sent;
        refused += 1;
        outcomes.push({ ...of, ...lasting });
      }
      // Nothing was applied: the whole batch is refused.
      if (refusal !== null && refused === batch.actions.length) return refusal;
      const bulkId = `alerts:${batch.batchId}`;
      return {
        kind: "answer",
        protocol,
        value: {
          bulkId,
          status: BULK_STATUS.completed,
          message: "",
          outcomes,
          ...(lastKey !== null && { lastKey }),
        },
      };
    },
    // A step is done when its call is answered, so the queue never asks about one.
    ask: async () => ({ kind: "unreachable", why: "givenUp" }),
  };
}

const NOT_ACCEPTED: Failed = {
  kind: "refusal",
  status: 400,
  refusal: { code: "invalid", errors: {}, message: undefined, retryAfterMs: null },
  protocol: PROTOCOL_VERSION,
};

/** The status of the alert in a 409 of our server; null for any other answer. */
function conflicting(outcome: HttpOutcome<unknown>): AlertStatus | null {
  if (outcome.kind !== "refusal" || outcome.protocol === null || outcome.refusal.code !== "conflict")
    return null;
  const { message } = outcome.refusal;
  return isRecord(message) && isAlertStatus(message.status) ? message.status : null;
}
