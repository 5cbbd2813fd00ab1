import type { FastifyInstance } from "fastify";
import { isRecord } from "../../src/domain/record-guard.ts";
import { INSIGHT_SENTENCES } from "../../src/messages/server/insights.ts";
import { AFTER_KEY_PARAMETER } from "../../src/protocol/protocol-version.ts";
import { ApiError } from "../http/api-error.ts";

/**
 * Refuses each call that comes after one that this history does not know: the server was restored or rolled back in
 * between, and the client must hear of it before it does anything more. Registered behind `enforceAccess`.
 *
 * @param isKnown whether the user's call under this key was carried out
 */
export function refuseLostHistory(
  app: FastifyInstance,
  isKnown: (userId: number, key: string) => Promise<boolean>,
): void {
  app.addHook("onRequest", async ({ caller, query }) => {
    const key = isRecord(query) ? query[AFTER_KEY_PARAMETER] : undefined;
    if (caller === null || typeof key !== "string" || key === "") return;
    if (!(await isKnown(caller.userId, key)))
      throw new ApiError(410, "resync", { general: INSIGHT_SENTENCES.resync });
  });
}
