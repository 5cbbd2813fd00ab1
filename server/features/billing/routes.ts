import type { FastifyBaseLogger } from "fastify";
import { BILLING_SENTENCES } from "../../../src/messages/server/billing.ts";
import { CardAnswer, CardSet, ChargeList, NewSource } from "../../../src/protocol/calls/billing-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid } from "../../http/api-error.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { CardDeclined, PaymentsUnavailable, SourceUnusable } from "../../providers/payments.ts";
import { AttemptBuckets } from "../attempts/attempt-buckets.ts";
import { listCharges, readCard, setCard } from "./service.ts";

const RETRY_AFTER_S = 5;

export function registerBillingRoutes(app: HttpApp, deps: Dependencies): void {
  const needs = { ...deps, attempts: new AttemptBuckets(deps) };

  app.get(
    "/api/getCard",
    {
      config: { access: "M" },
      schema: {
        summary: "The caller's card",
        description: "`card` is null where there is none, and where billing is not set up.",
        response: { 200: CardAnswer },
      },
    },
    async ({ user, log }) => ({ card: { card: await answering(log, readCard(needs, user.userId)) } }),
  );

  app.post(
    "/api/setSource",
    {
      config: { access: "M", takesTurns: false },
      schema: {
        summary: "Set the caller's card, in place of the one before",
        description:
          "`token` is a card source that the payment provider made in its own frame. A declined card is 402 with the " +
          "provider's sentence; the card before stays. The same token again gets the same answer.",
        body: NewSource,
        response: { 200: CardSet },
      },
    },
    async ({ user, body, log }) => ({
      card: { card: await answering(log, setCard(needs, user.userId, body.token)) },
    }),
  );

  app.get(
    "/api/getCharges",
    {
      config: { access: "M" },
      schema: { summary: "The caller's charges, newest first", response: { 200: ChargeList } },
    },
    async ({ user, log }) => ({ message: await answering(log, listCharges(needs, user.userId)) }),
  );
}

/** Turns the errors of the payment provider into answers. */
async function answering<T>(log: FastifyBaseLogger, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CardDeclined) {
      throw new ApiError(402, "card_declined", { general: error.sentence || BILLING_SENTENCES.declined });
    }
    if (error instanceof SourceUnusable) {
      throw invalid({ token: BILLING_SENTENCES.sourceUnusable, general: BILLING_SENTENCES.sourceUnusable });
    }
    if (error instanceof PaymentsUnavailable) {
      log.warn({ payments: error.detail }, "the payment provider did not do what it was asked");
      const answer = { general: BILLING_SENTENCES.unavailable };
      throw new ApiError(503, "unavailable", answer, { retryAfterS: RETRY_AFTER_S });
    }
    throw error;
  }
}
