import { PUSH_SENTENCES } from "../../../src/messages/server/push.ts";
import type { PushTestAnswer } from "../../../src/protocol/calls/push-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { type DeliveryWorker, queueTest } from "../integrations/delivery-service.ts";
import { findSecrets } from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "steadyClock" | "config" | "ids"> & {
  readonly worker: DeliveryWorker;
};

/**
 * Sends one message to a browser of the caller, and says what its push service answered. It stands in the log as each
 * message does.
 *
 * @throws ApiError not_found where the user has no such subscription, throttled
 */
export async function testSubscription(
  needs: Needs,
  userId: number,
  id: string,
): Promise<PushTestAnswer["message"]> {
  const { db, clock } = needs;
  const subscriptionId = rowIdOf(id);
  const isThere = async () =>
    subscriptionId !== null && (await findSecrets(db.reader, userId, subscriptionId, clock.now())) !== null;
  if (!(await isThere())) throw notFound();
  const { status, answer } = await queueTest(needs, { userId, platform: "push" }, String(subscriptionId));
  return { sent: status === "sent", answer: answer ?? PUSH_SENTENCES.noAnswerYet, gone: !(await isThere()) };
}
