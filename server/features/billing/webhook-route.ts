import { BILLING_SENTENCES } from "../../../src/messages/server/billing.ts";
import { Ok } from "../../../src/protocol/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid } from "../../http/api-error.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { EventRefused } from "../../providers/payments.ts";
import { takeEvent } from "./service.ts";

/**
 * Events of the payment provider. Anyone may call it: the signature over the body, made with a secret that only the
 * provider has, is what counts.
 */
export async function registerWebhookRoute(app: HttpApp, deps: Dependencies): Promise<void> {
  await app.register(async (scope: HttpApp) => {
    // The signature is over the bytes as sent, so this scope does not parse the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(
      "/api/stripe/webhook",
      {
        config: { access: "P" },
        bodyLimit: BODY_LIMITS.event,
        schema: {
          summary: "Events of the payment provider, with its signature",
          description: "Changes of charges are stored; an event that was received before changes nothing.",
          response: { 200: Ok },
        },
      },
      async ({ body, headers }) => {
        const { payments, config, clock } = deps;
        if (payments === null || config.stripeWebhookSecret === null) {
          throw new ApiError(503, "not_set_up", { general: BILLING_SENTENCES.webhookOff });
        }
        const signature = headers["stripe-signature"];
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        try {
          await takeEvent(deps, payments.readEvent(bytes, String(signature ?? ""), clock.now()));
        } catch (error) {
          if (!(error instanceof EventRefused)) throw error;
          throw invalid({ general: BILLING_SENTENCES.webhookRefused });
        }
        return { message: "ok" } as const;
      },
    );
  });
}
