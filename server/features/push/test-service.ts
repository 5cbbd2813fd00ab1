import type { PushTestAnswer } from "../../../src/protocol/calls/push-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { findSecrets } from "./repository.ts";

/** Upper bound for the wait on the push service's answer. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * Sends one message to a browser of the caller, and says what its push service answered.
 * @throws ApiError not_found where the user has no such subscription
 */
export async function testSubscription(
  { db, clock, config, ids, senders }: Pick<Dependencies, "db" | "clock" | "config" | "ids" | "senders">,
  userId: number,
  id: string,
): Promise<PushTestAnswer["message"]> {
  const subscriptionId = rowIdOf(id);
  const nowMs = clock.now();
  if (
    senders.push === null ||
    subscriptionId === null ||
    (await findSecrets(db.reader, userId, subscriptionId, nowMs)) === null
  ) {
    throw notFound();
  }
  const result = await senders.push.send(
    {
      deliveryId: 0,
      userId,
      platform: "push",
      target: String(subscriptionId),
      gundiApiKey: null,
      unsubscribeKey: null,
      dedupeKey: `test-${ids.uuid()}`,
      step: 0,
      ref: null,
      createdAtMs: nowMs,
      content: { kind: "test", link: config.publicUrl ?? "" },
    },
    AbortSignal.timeout(ANSWER_WITHIN_MS),
  );
  const gone = result.outcome === "refused" && result.goneTarget === true;
  return { sent: result.outcome === "sent", answer: result.answer, gone };
}
