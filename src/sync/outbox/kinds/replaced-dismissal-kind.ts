import { BULK_STATUS } from "../../../domain/bulk-update.ts";
import { isStatusBatch } from "../../../domain/outbox/outbox-record.ts";
import { dismissedIds, REPLACED_DISMISSAL } from "../../../domain/replaced-decision.ts";
import type { Http } from "../../../platform/http.ts";
import { isMessage } from "../../../platform/json-shape.ts";
import { PROTOCOL_VERSION } from "../../../protocol/protocol-version.ts";
import { lastingRefusal } from "../lasting-refusal.ts";
import type { ActionKind } from "./action-kind.ts";

/** Dismisses what the person was told about replaced decisions, on all their devices. A repeat changes nothing. */
export function replacedDismissalKind(http: Http): ActionKind {
  return {
    name: REPLACED_DISMISSAL,
    async send(batch, signal) {
      if (isStatusBatch(batch)) throw new TypeError("statuses of insights dismiss nothing");
      let protocol: number | null = PROTOCOL_VERSION;
      for (const { value } of batch.actions) {
        const ids = dismissedIds(value);
        if (ids.length === 0) continue;
        const outcome = await http.call({
          method: "POST",
          path: "/api/updates/replaced/dismiss",
          body: { ids },
          accept: isMessage(isAnything),
          signal,
        });
        // A refusal is not worth a word: the entry is still there to be dismissed again.
        if (outcome.kind !== "answer" && lastingRefusal(outcome, true) === null) return outcome;
        if (outcome.kind === "answer") protocol = outcome.protocol;
      }
      const bulkId = `dismiss:${batch.batchId}`;
      return {
        kind: "answer",
        protocol,
        value: { bulkId, status: BULK_STATUS.completed, message: "", outcomes: [] },
      };
    },
    // It is done when its call is answered, so the queue never asks about one.
    ask: async () => ({ kind: "unreachable", why: "givenUp" }),
  };
}

const isAnything = (value: unknown): value is unknown => value !== undefined;
